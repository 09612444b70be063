import { eq, inArray } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { UserActor } from '../kit/actor.ts'
import { newId } from '../kit/new-id.ts'
import { useTestDatabase } from '../node/testing/test-file-database.ts'
import { runFor, testCompany, type TestCompany } from '../node/testing/test-world.ts'
import { transferTicket } from '../tickets/transfer.ts'
import { createTicketNote, deleteTicketNote } from '../tickets/notes.ts'
import { ticketNotes } from '../tickets/notes-table.ts'
import { deleteTicket } from '../tickets/mutations.ts'
import { tickets } from '../tickets/table.ts'
import { addTicketTag, clearTicketLanes, createTag, deleteTag, removeTicketTag, syncTicketTags } from './mutations.ts'
import { tagCounts, tags, ticketTags } from './table.ts'

const db = useTestDatabase()
let company: TestCompany
let admin: UserActor
let attendant: UserActor
let queueId: string
beforeAll(async () => {
  company = await testCompany(db)
  queueId = await company.queue('Vendas')
  admin = await company.user('admin')
  attendant = await company.user('user', [queueId])
})

const color = '#00aa00'
async function tag(name: string, kanban = false) {
  const id = newId()
  await runFor(db, admin, createTag, { id, name, color, kanban })
  return id
}
const tagsOf = async (ticketId: string) => {
  const rows = await db.orm
    .select({ name: tags.name, queueId: ticketTags.queueId })
    .from(ticketTags)
    .innerJoin(tags, eq(tags.id, ticketTags.tagId))
    .where(eq(ticketTags.ticketId, ticketId))
  return rows.map((row) => `${row.name}${row.queueId === queueId ? ' in our queue' : ''}`).toSorted()
}

test('the lanes of the board are made and deleted by supervisors and admins', async () => {
  const lane = { id: newId(), name: 'Aguardando peça', color, kanban: true }
  await expect(runFor(db, attendant, createTag, lane)).rejects.toMatchObject({ code: 'ERR_NO_PERMISSION' })
  await runFor(db, await company.user('supervisor'), createTag, lane)
  await expect(runFor(db, attendant, deleteTag, { id: lane.id })).rejects.toMatchObject({ code: 'ERR_NO_PERMISSION' })
  await runFor(db, attendant, createTag, { id: newId(), name: 'Retorno', color })
})

test('a ticket is tagged once however often it is asked, and loses what is not in its new set', async () => {
  const ticketId = await company.ticket({ queueId, status: 'open' })
  const [vip, debt] = [await tag('Cliente VIP'), await tag('Inadimplente')]
  await runFor(db, attendant, addTicketTag, { ticketId, tagId: vip })
  await runFor(db, attendant, addTicketTag, { ticketId, tagId: vip })
  expect(await tagsOf(ticketId)).toEqual(['Cliente VIP in our queue'])
  await runFor(db, attendant, syncTicketTags, { ticketId, tags: [debt] })
  expect(await tagsOf(ticketId)).toEqual(['Inadimplente in our queue'])
  await runFor(db, admin, deleteTag, { id: debt })
  expect(await tagsOf(ticketId)).toEqual([])
})

test('off the board: other tags stay', async () => {
  const ticketId = await company.ticket({ queueId, status: 'open' })
  const all = [await tag('Orçamento', true), await tag('Instalação', true), await tag('Prioridade')]
  await runFor(db, attendant, syncTicketTags, { ticketId, tags: all })
  await runFor(db, attendant, clearTicketLanes, { ticketId })
  expect(await tagsOf(ticketId)).toEqual(['Prioridade in our queue'])
})

test('tags and notes go with their ticket into another queue', async () => {
  const ticketId = await company.ticket({ queueId, status: 'open' })
  await runFor(db, attendant, addTicketTag, { ticketId, tagId: await tag('Garantia') })
  await runFor(db, attendant, createTicketNote, { id: newId(), ticketId, note: 'Ligar amanhã' })
  const other = await company.queue('Financeiro')
  await runFor(db, attendant, transferTicket, { id: ticketId, queueId: other })
  expect(await tagsOf(ticketId)).toEqual(['Garantia'])
  expect(await db.orm.select().from(ticketNotes).where(eq(ticketNotes.ticketId, ticketId))).toMatchObject([
    { note: 'Ligar amanhã', queueId: other, userId: attendant.userId },
  ])
})

test('a note is deleted by its author and by admins', async () => {
  const ticketId = await company.ticket({ queueId, status: 'open' })
  const [first, second] = [newId(), newId()]
  for (const id of [first, second]) await runFor(db, attendant, createTicketNote, { id, ticketId, note: 'Ok' })
  const colleague = await company.user('user', [queueId])
  const refused = runFor(db, colleague, deleteTicketNote, { id: first })
  await expect(refused).rejects.toMatchObject({ code: 'ERR_NO_PERMISSION' })
  await runFor(db, attendant, deleteTicketNote, { id: first })
  await runFor(db, admin, deleteTicketNote, { id: second })
  expect(await db.orm.select().from(ticketNotes).where(eq(ticketNotes.ticketId, ticketId))).toEqual([])
})

test('a tag counts all tickets of the company that have it: of every queue, archived, and none that is gone', async () => {
  const [tagId, other] = [await tag('Reembolso'), await tag('Sem uso')]
  const counted = async () => {
    const rows = await db.orm
      .select()
      .from(tagCounts)
      .where(inArray(tagCounts.id, [tagId, other]))
    const countOf = (of: string) => rows.find(({ id }) => id === of)?.tickets
    return [countOf(tagId), countOf(other)]
  }
  const finance = await company.queue('Financeiro')
  const ids = await Promise.all([queueId, finance, null].map((id) => company.ticket({ queueId: id, status: 'open' })))
  for (const ticketId of ids) await runFor(db, admin, addTicketTag, { ticketId, tagId })
  await runFor(db, admin, addTicketTag, { ticketId: ids[0], tagId })
  expect(await counted()).toEqual([3, undefined])
  await db.orm
    .update(tickets)
    .set({ archived: true, status: 'closed' })
    .where(eq(tickets.id, ids[1] ?? ''))
  expect(await counted()).toEqual([3, undefined])
  await runFor(db, admin, syncTicketTags, { ticketId: ids[0], tags: [other] })
  await runFor(db, admin, deleteTicket, { id: ids[1] })
  expect(await counted()).toEqual([1, 1])
  await runFor(db, admin, deleteTag, { id: tagId })
  expect(await counted()).toEqual([undefined, 1])
})

test('many who tag and untag at the same time are all counted', async () => {
  const tagIds = await Promise.all(['Um', 'Dois', 'Três'].map((name) => tag(`Rótulo ${name}`)))
  const ids = await Promise.all(Array.from({ length: 12 }, () => company.ticket({ queueId, status: 'open' })))
  const busy = ids.map(async (ticketId, index) => {
    for (const tagId of index % 2 === 0 ? tagIds : tagIds.toReversed())
      await runFor(db, admin, addTicketTag, { ticketId, tagId })
    if (index % 3 === 0) await runFor(db, admin, removeTicketTag, { ticketId, tagId: tagIds[0] })
  })
  await Promise.all(busy)
  const rows = await db.orm.select().from(tagCounts).where(inArray(tagCounts.id, tagIds))
  const byTag = new Map(rows.map((row) => [row.id, row.tickets]))
  expect(tagIds.map((id) => byTag.get(id))).toEqual([8, 12, 12])
})
