// The people of contact lists: read by pages, and written online, since no device has them.
import { assertCampaigns } from 'db/campaigns/allowed.ts'
import { addItem, changeItem, itemColumns, takeInItems } from 'db/contact-lists/items.ts'
import { contactListItems, contactLists, syncedContactLists } from 'db/contact-lists/table.ts'
import { takeNumber } from 'db/contacts/take-number.ts'
import type { UserActor } from 'db/kit/actor.ts'
import { idArg } from 'db/kit/args.ts'
import { parseArgs } from 'db/kit/define-mutation.ts'
import { AppError } from 'db/kit/errors.ts'
import { hasPermission, type Permission } from 'db/kit/permissions.ts'
import type { ServerTx } from 'db/node/connect.ts'
import { withEffects } from 'db/node/effects.ts'
import { and, eq, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import * as v from 'valibot'
import { answerSheet, sheetAnswer, sheetDescription, sheetForm } from '../contacts-import/answer-sheet.ts'
import type { Authenticated, Services } from '../http/context.ts'
import { pageAnswer } from '../http/openapi/answer-schema.ts'
import type { RouteDoc } from '../http/openapi/route-doc.ts'
import { endOfPage, filled, pageOf, windowQuery } from '../http/page.ts'
import { personLike } from '../http/person-like.ts'
import { readChanged } from '../http/put-back.ts'
import { readJson } from '../http/read-json.ts'
import { itemAnswer, itemColumnsShown } from './item-answer.ts'

const query = v.object({
  ...windowQuery,
  contactListId: idArg,
  searchParam: v.optional(v.pipe(v.string(), v.maxLength(200))),
})
/** The specification's client also says a company, which is not asked for. */
const newItem = v.object({ ...itemColumns, email: v.optional(itemColumns.email, ''), contactListId: idArg })
const changedItem = v.object(v.partial(v.object(itemColumns)).entries)

export const contactListDocs: RouteDoc[] = [
  {
    method: 'get',
    path: '/contact-list-items',
    summary: 'People of a contact list, by name',
    query,
    status: 200,
    answer: pageAnswer('contacts', itemAnswer, { count: v.number() }),
  },
  { method: 'get', path: '/contact-list-items/:id', summary: 'One of them', status: 200, answer: itemAnswer },
  {
    method: 'post',
    path: '/contact-list-items',
    summary: 'Add somebody to a contact list',
    body: newItem,
    status: 201,
    answer: itemAnswer,
  },
  {
    method: 'put',
    path: '/contact-list-items/:id',
    summary: 'Change somebody in a contact list; another number is asked for anew',
    body: changedItem,
    status: 200,
    answer: itemAnswer,
  },
  { method: 'delete', path: '/contact-list-items/:id', summary: 'Take somebody out of a contact list', status: 204 },
  {
    method: 'post',
    path: '/contact-lists/:id/upload',
    summary: 'Import a spreadsheet into a contact list',
    description: sheetDescription,
    form: sheetForm,
    status: 200,
    answer: sheetAnswer,
  },
]

export function contactListRoutes(services: Services) {
  const { db, jobs, reads } = services
  const app = new Hono<Authenticated>()
  const write = <T>(actor: UserActor, work: (tx: ServerTx, now: Date) => Promise<T>) =>
    db.orm.transaction((tx) =>
      withEffects(tx, { jobs, notifies: false }, async (effects) => {
        assertMay(actor, 'campaigns-page:edit')
        await assertCampaigns(tx, { actor, side: 'server' })
        const result = await work(tx, new Date())
        effects.wakeOutreach(actor.companyId)
        return result
      }),
    )

  app.get('/contact-list-items', async (c) => c.json(await listItems(reads.orm, c.get('actor'), filled(c.req.query()))))
  app.get('/contact-list-items/:id', async (c) =>
    c.json(await mustFindItem(reads.orm, c.get('actor'), c.req.param('id'))),
  )
  app.post('/contact-list-items', async (c) => {
    const { contactListId, number: text, ...values } = parseArgs(newItem, await readJson(c))
    const actor = c.get('actor')
    const added = await write(actor, async (tx, now) => {
      await mustFindList(tx, actor, contactListId)
      const number = await takeNumber(tx, { actor, side: 'server' }, text, null)
      return addItem(tx, { companyId: actor.companyId, contactListId }, { ...values, number }, now)
    })
    return c.json(added, 201)
  })
  app.put('/contact-list-items/:id', async (c) => {
    const actor = c.get('actor')
    assertMay(actor, 'campaigns-page:edit')
    const { before, changed } = await readChanged(c, () => mustFindItem(db.orm, actor, c.req.param('id')))
    if (changed === null) return c.json(before)
    const { number: text, ...values } = parseArgs(changedItem, changed)
    const change = async (tx: ServerTx, now: Date) => {
      const item = await mustFindItem(tx, actor, c.req.param('id'))
      const number = text === undefined ? undefined : await takeNumber(tx, { actor, side: 'server' }, text, item.number)
      return changeItem(tx, item, { ...values, ...(number !== undefined && { number }) }, now)
    }
    return c.json(await write(actor, change))
  })
  app.delete('/contact-list-items/:id', async (c) => {
    const actor = c.get('actor')
    assertMay(actor, 'contacts-page:deleteContact')
    await write(actor, async (tx) => {
      const { id } = await mustFindItem(tx, actor, c.req.param('id'))
      await tx.delete(contactListItems).where(eq(contactListItems.id, id))
    })
    return c.body(null, 204)
  })
  app.post('/contact-lists/:id/upload', async (c) => {
    const actor = c.get('actor')
    assertMay(actor, 'campaigns-page:edit')
    const contactListId = (await mustFindList(reads.orm, actor, c.req.param('id'))).id
    const of = { companyId: actor.companyId, contactListId }
    return c.json(
      await answerSheet(c, reads, (rows) =>
        write(actor, async (tx, now) => {
          await mustFindList(tx, actor, contactListId)
          return takeInItems(tx, of, rows, now)
        }),
      ),
    )
  })
  return app
}

type Reader = Pick<ServerTx, 'select'>

async function listItems(reader: Reader, actor: UserActor, input: unknown) {
  const asked = parseArgs(query, input)
  const { id, contactsCount } = await mustFindList(reader, actor, asked.contactListId)
  const { name, number, email } = contactListItems
  const page = pageOf(asked, { key: name, id: contactListItems.id, direction: 'asc' })
  const found = personLike(asked.searchParam, { texts: [name, email], number })
  const own = and(eq(contactListItems.contactListId, id), found)
  const rows = await reader
    .select(itemColumnsShown)
    .from(contactListItems)
    .where(and(own, page.after))
    .orderBy(...page.orderBy)
    .limit(page.limit)
    .offset(page.offset)
  const { records, ...rest } = endOfPage(page, rows, (row) => [row.name, row.id])
  const [total] = found
    ? await reader
        .select({ count: sql<number>`count(*)::int` })
        .from(contactListItems)
        .where(own)
    : [{ count: contactsCount }]
  return { contacts: records, ...rest, count: total?.count ?? 0 }
}

/** @throws AppError ERR_NOT_FOUND */
async function mustFindList(reader: Reader, actor: UserActor, id: string) {
  const [list] = await reader
    .select({ id: contactLists.id, contactsCount: contactLists.contactsCount })
    .from(contactLists)
    .where(and(syncedContactLists.scope(actor), eq(contactLists.id, parseArgs(idArg, id))))
  if (!list) throw new AppError('ERR_NOT_FOUND')
  return list
}

/** @throws AppError ERR_NOT_FOUND */
async function mustFindItem(reader: Reader, actor: UserActor, id: string) {
  const [item] = await reader
    .select(itemColumnsShown)
    .from(contactListItems)
    .innerJoin(contactLists, eq(contactLists.id, contactListItems.contactListId))
    .where(and(syncedContactLists.scope(actor), eq(contactListItems.id, parseArgs(idArg, id))))
  if (!item) throw new AppError('ERR_NOT_FOUND')
  return item
}

function assertMay(actor: UserActor, permission: Permission) {
  if (!hasPermission(actor, permission)) throw new AppError('ERR_NO_PERMISSION')
}
