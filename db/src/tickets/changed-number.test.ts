import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { auditEntries } from '../audit/table.ts'
import type { UserActor } from '../kit/actor.ts'
import { noEffects } from '../kit/effects.ts'
import { systemContext } from '../kit/system-context.ts'
import { useTestDatabase } from '../node/testing/test-file-database.ts'
import { runFor, testCompany, type TestCompany } from '../node/testing/test-world.ts'
import { ticketEvents } from './events-table.ts'
import { findAndTeach } from '../contacts/find-contact.ts'
import { mergeContact, updateContact } from '../contacts/mutations.ts'
import { contacts } from '../contacts/table.ts'

const db = useTestDatabase()
let company: TestCompany
let queues: { own: string; other: string }
let ana: UserActor
let contactId: string
let before: string
beforeEach(async () => {
  company = await testCompany(db)
  queues = { own: await company.queue('Vendas'), other: await company.queue('Suporte') }
  ana = await company.user('user', [queues.own])
  contactId = await company.contact('Bia')
  before = (await numberOf(contactId)) ?? ''
})

const numberOf = async (id: string) =>
  (await db.orm.select({ number: contacts.number }).from(contacts).where(eq(contacts.id, id)))[0]?.number
const to = '5511988887777'
const change = (actor: UserActor, number = to) =>
  runFor(db, actor, updateContact, { id: contactId, changes: { number: { to: number } } })
const told = (ticketId: string) =>
  db.orm
    .select({ userId: ticketEvents.userId, from: ticketEvents.fromNumber, to: ticketEvents.toNumber })
    .from(ticketEvents)
    .where(and(eq(ticketEvents.ticketId, ticketId), eq(ticketEvents.kind, 'numberChanged')))
const noted = async () =>
  (await db.orm.select().from(auditEntries).where(eq(auditEntries.companyId, company.id))).map(
    ({ action, userId, subjectId, details }) => ({ action, userId, subjectId, details }),
  )

describe('the number of a conversation that somebody does not see', () => {
  test.each([
    ['open', 'other'],
    ['pending', 'other'],
    ['pending', null],
  ] as const)('%s in queue %s: it is changed by an admin alone', async (status, queue) => {
    const ticketId = await company.ticket({ contactId, status, queueId: queue && queues[queue] })
    await company.ticket({ contactId, status: 'closed', queueId: queues.own })
    await expect(change(ana)).rejects.toMatchObject({ code: 'ERR_NUMBER_IN_USE' })
    expect([await numberOf(contactId), await told(ticketId), await noted()]).toEqual([before, [], []])
    // Anything else of the contact is theirs to change, and the number as it is no change.
    await runFor(db, ana, updateContact, {
      id: contactId,
      changes: { name: { to: 'Bia Souza' }, number: { to: before } },
    })
    const admin = await company.user('admin')
    await change(admin)
    expect(await told(ticketId)).toEqual([{ userId: admin.userId, from: before, to }])
  })
})

test('who sees all of the contact’s conversations changes it: the log and the conversation say so', async () => {
  const ticketId = await company.ticket({ contactId, status: 'open', queueId: queues.own })
  const closed = await company.ticket({ contactId, status: 'closed', queueId: queues.other })
  await change(ana)
  expect(await told(ticketId)).toEqual([{ userId: ana.userId, from: before, to }])
  expect(await told(closed)).toEqual([])
  expect(await noted()).toEqual([
    { action: 'contact.numberChanged', userId: ana.userId, subjectId: contactId, details: {} },
  ])
})

test('without an open conversation it is told in the last one', async () => {
  const last = await company.ticket({ contactId, status: 'closed', queueId: queues.other })
  await change(ana)
  expect(await told(last)).toHaveLength(1)
})

test('a device shows it at once, and writes neither log nor line', async () => {
  const ticketId = await company.ticket({ contactId, status: 'open', queueId: queues.own })
  await runFor(db, ana, updateContact, { id: contactId, changes: { number: { to } } }, 'client')
  expect([await numberOf(contactId), await told(ticketId), await noted()]).toEqual([to, [], []])
})

test('conversations that go to another number by a merge say so', async () => {
  const other = await company.contact('Bia 2')
  const number = (await numberOf(other)) ?? ''
  const ticketId = await company.ticket({ contactId: other, status: 'open', queueId: queues.own })
  const admin = await company.user('admin')
  await runFor(db, admin, mergeContact, { id: contactId, otherId: other })
  expect(await told(ticketId)).toEqual([{ userId: admin.userId, from: number, to: before }])
})

test('what WhatsApp tells of a number is told as nobody’s doing', async () => {
  const ticketId = await company.ticket({ contactId, status: 'open', queueId: queues.own })
  await db.orm.update(contacts).set({ lid: '111' }).where(eq(contacts.id, contactId))
  const learn = (person: { lid: string; number: string }) =>
    db.orm.transaction((tx) => findAndTeach(tx, { ...person, pushName: '' }, systemContext(company.id, noEffects)))
  await learn({ lid: '111', number: to })
  await learn({ lid: '222', number: to })
  expect(await told(ticketId)).toEqual([
    { userId: null, from: before, to },
    { userId: null, from: to, to: null },
  ])
  expect((await noted()).map(({ action, userId }) => [action, userId])).toEqual([
    ['contact.numberChanged', null],
    ['contact.numberChanged', null],
  ])
})
