import { eq, inArray } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { companies, plans } from '../companies/table.ts'
import type { UserActor } from '../kit/actor.ts'
import { newId } from '../kit/new-id.ts'
import { useTestDatabase } from '../node/testing/test-file-database.ts'
import { runFor, testCompany, type TestCompany } from '../node/testing/test-world.ts'
import { addTicketTag, createTag, moveTicketTag } from '../tags/mutations.ts'
import { tags, ticketTags } from '../tags/table.ts'

const db = useTestDatabase()
let company: TestCompany
let admin: UserActor
let queueId: string
beforeAll(async () => {
  company = await testCompany(db)
  queueId = await company.queue('Vendas')
  admin = await company.user('admin')
})

async function tag(name: string, kanban: boolean) {
  const id = newId()
  await runFor(db, admin, createTag, { id, name, color: '#00aa00', kanban })
  return id
}
const tagsOf = async (ticketId: string) => {
  const rows = await db.orm
    .select({ name: tags.name })
    .from(ticketTags)
    .innerJoin(tags, eq(tags.id, ticketTags.tagId))
    .where(eq(ticketTags.ticketId, ticketId))
  return rows.map(({ name }) => name).toSorted()
}

const planOf = (id: string) => db.orm.select({ id: companies.planId }).from(companies).where(eq(companies.id, id))

test('a card leaves every lane that it was in for the one where it is put, and keeps its other tags', async () => {
  const ticketId = await company.ticket({ queueId, status: 'open' })
  const [first, second, third, vip] = [
    await tag('Orçamento', true),
    await tag('Produção', true),
    await tag('Entrega', true),
    await tag('Cliente VIP', false),
  ]
  for (const tagId of [first, second, vip]) await runFor(db, admin, addTicketTag, { ticketId, tagId })
  await runFor(db, admin, moveTicketTag, { ticketId, tagId: third })
  expect(await tagsOf(ticketId)).toEqual(['Cliente VIP', 'Entrega'])
  await runFor(db, admin, moveTicketTag, { ticketId, tagId: third })
  expect(await tagsOf(ticketId)).toEqual(['Cliente VIP', 'Entrega'])
  await expect(runFor(db, admin, moveTicketTag, { ticketId, tagId: vip })).rejects.toMatchObject({
    code: 'ERR_NO_TAG_FOUND',
  })
  expect(await tagsOf(ticketId)).toEqual(['Cliente VIP', 'Entrega'])
  await runFor(db, admin, moveTicketTag, { ticketId, tagId: null })
  expect(await tagsOf(ticketId)).toEqual(['Cliente VIP'])
})

test('another company’s ticket and lane are not found, and without the plan there is no board', async () => {
  const theirs = await testCompany(db, { name: 'Deles' })
  const theirAdmin = await theirs.user('admin')
  const ours = await company.ticket({ queueId, status: 'open' })
  const lane = await tag('Nossa etapa', true)
  const of = { ticketId: await theirs.ticket({ status: 'open' }), tagId: lane }
  await expect(runFor(db, theirAdmin, moveTicketTag, of)).rejects.toMatchObject({ code: 'ERR_NO_TAG_FOUND' })
  await expect(runFor(db, theirAdmin, moveTicketTag, { ...of, ticketId: ours })).rejects.toMatchObject({
    code: 'ERR_NO_TICKET_FOUND',
  })
  await db.orm
    .update(plans)
    .set({ useKanban: false })
    .where(inArray(plans.id, planOf(theirs.id)))
  await expect(runFor(db, theirAdmin, moveTicketTag, { ...of, tagId: null })).rejects.toMatchObject({
    code: 'ERR_PLAN_FEATURE',
  })
})
