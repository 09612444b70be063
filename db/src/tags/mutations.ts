// Tags and which tickets have them. Adding and removing are mutations of their own, so that two people who tag the same ticket, or
// one who does it offline, don't undo each other.
import { and, eq, inArray, notInArray } from 'drizzle-orm'
import { v5 } from 'uuid'
import * as v from 'valibot'
import { assertPlanHas } from '../companies/features.ts'
import { idArg } from '../kit/args.ts'
import { crud } from '../kit/crud.ts'
import { defineMutation, type MutationContext, type Tx } from '../kit/define-mutation.ts'
import { AppError } from '../kit/errors.ts'
import { mustFind } from '../kit/find.ts'
import { idList } from '../kit/sql/joined-ids.ts'
import { hasPermission } from '../kit/permissions.ts'
import { mustFindTicket } from '../tickets/find-ticket.ts'
import { syncedTags, tags, ticketTags } from './table.ts'

/** As a form checks them, field by field. */
export const tagColumns = {
  name: v.pipe(v.string(), v.trim(), v.minLength(3), v.maxLength(50)),
  color: v.pipe(v.string(), v.toLowerCase(), v.regex(/^#([0-9a-f]{3}|[0-9a-f]{6})$/)),
  kanban: v.boolean(),
}

const { create, update, remove } = crud({
  noun: 'tag',
  synced: syncedTags,
  columns: tagColumns,
  defaults: { kanban: false },
  unique: [{ column: 'name', code: 'ERR_DUPLICATED_NAME' }],
  can: (actor) => hasPermission(actor, 'tickets:work'),
  notFound: 'ERR_NO_TAG_FOUND',
  path: '/tags',
  title: 'tag',
  async settle(_tx, { actor }, { next, before }) {
    if (next.kanban !== (before?.kanban ?? false) && !hasPermission(actor, 'tags-page:kanban')) {
      throw new AppError('ERR_NO_PERMISSION', { field: 'kanban' })
    }
    return {}
  },
})

export const createTag = create
export const updateTag = update

/** Tickets lose it. */
export const deleteTag = defineMutation({
  ...remove,
  async run(tx, args, ctx) {
    const { kanban } = await mustFind(tx, ctx, syncedTags, args.id, 'ERR_NO_TAG_FOUND')
    if (kanban && !hasPermission(ctx.actor, 'tags-page:kanban')) throw new AppError('ERR_NO_PERMISSION')
    // A device's copy has no cascade.
    await tx.delete(ticketTags).where(eq(ticketTags.tagId, args.id))
    await tx.delete(tags).where(eq(tags.id, args.id))
  },
})

const pair = v.strictObject({ ticketId: idArg, tagId: idArg })
const works = { can: (actor: MutationContext['actor']) => hasPermission(actor, 'tickets:work') }

export const addTicketTag = defineMutation({
  name: 'ticketTag.add',
  refusal: 'alone',
  args: pair,
  ...works,
  async run(tx, { ticketId, tagId }, ctx) {
    await addTags(tx, ctx, ticketId, [tagId])
  },
  rest: { method: 'put', path: '/ticket-tags/:ticketId/:tagId', summary: 'Tag a ticket' },
})

export const removeTicketTag = defineMutation({
  name: 'ticketTag.remove',
  refusal: 'alone',
  args: pair,
  ...works,
  async run(tx, { ticketId, tagId }, ctx) {
    await mustFindTicket(tx, ctx, ticketId)
    await tx.delete(ticketTags).where(and(eq(ticketTags.ticketId, ticketId), eq(ticketTags.tagId, tagId)))
  },
})

/** The ticket has these tags and no others. */
export const syncTicketTags = defineMutation({
  name: 'ticketTag.sync',
  refusal: 'alone',
  args: v.strictObject({ ticketId: idArg, tags: idList }),
  ...works,
  async run(tx, { ticketId, tags: tagIds }, ctx) {
    await addTags(tx, ctx, ticketId, tagIds)
    await tx.delete(ticketTags).where(and(eq(ticketTags.ticketId, ticketId), notInArray(ticketTags.tagId, tagIds)))
  },
  rest: { method: 'post', path: '/tags/sync', summary: 'Set the tags of a ticket' },
})

/** Its tags that are lanes of the board leave it. */
export const clearTicketLanes = defineMutation({
  name: 'ticketTag.clearLanes',
  refusal: 'alone',
  args: v.strictObject({ ticketId: idArg }),
  ...works,
  run: (tx, { ticketId }, ctx) => clearLanes(tx, ctx, ticketId),
  rest: { method: 'delete', path: '/ticket-tags/:ticketId', summary: 'Take the kanban tags off a ticket' },
})

/** Into another lane of the board, or (null) into none: of two people who move the same card, the last one's lane is its lane. */
export const moveTicketTag = defineMutation({
  name: 'ticketTag.move',
  refusal: 'alone',
  args: v.strictObject({ ticketId: idArg, tagId: v.nullable(idArg) }),
  ...works,
  async run(tx, { ticketId, tagId }, ctx) {
    await assertPlanHas(tx, ctx, 'useKanban')
    await clearLanes(tx, ctx, ticketId)
    if (tagId === null) return
    const { kanban } = await mustFind(tx, ctx, syncedTags, tagId, 'ERR_NO_TAG_FOUND')
    if (!kanban) throw new AppError('ERR_NO_TAG_FOUND')
    await addTags(tx, ctx, ticketId, [tagId])
  },
  rest: {
    method: 'put',
    path: '/ticket/kanban/:ticketId',
    summary: 'Move a ticket to another lane of the board; null: to none',
  },
})

async function clearLanes(tx: Tx, ctx: MutationContext, ticketId: string) {
  await mustFindTicket(tx, ctx, ticketId)
  const lanes = tx.select({ id: tags.id }).from(tags).where(eq(tags.kanban, true))
  await tx.delete(ticketTags).where(and(eq(ticketTags.ticketId, ticketId), inArray(ticketTags.tagId, lanes)))
}

async function addTags(tx: Tx, ctx: MutationContext, ticketId: string, tagIds: readonly string[]) {
  const { queueId, archived } = await mustFindTicket(tx, ctx, ticketId)
  const has = await tx.select({ tagId: ticketTags.tagId }).from(ticketTags).where(eq(ticketTags.ticketId, ticketId))
  for (const tagId of tagIds) {
    await mustFind(tx, ctx, syncedTags, tagId, 'ERR_NO_TAG_FOUND')
    if (has.some((each) => each.tagId === tagId)) continue
    const { companyId } = ctx.actor
    await tx.insert(ticketTags).values({ id: v5(tagId, ticketId), companyId, ticketId, tagId, queueId, archived })
  }
}
