import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { companies, plans } from '../companies/table.ts'
import { deleteContact, mergeContact } from '../contacts/mutations.ts'
import type { UserActor } from '../kit/actor.ts'
import { newId } from '../kit/new-id.ts'
import { ack, messages } from '../messages/table.ts'
import { useTestDatabase } from '../node/testing/test-file-database.ts'
import { insertFile, runFor, testCompany, type TestCompany } from '../node/testing/test-world.ts'
import { deleteUser } from '../users/mutations.ts'
import { createSchedule, deleteSchedule, updateSchedule } from './mutations.ts'
import { schedules, type Schedule } from './table.ts'

const db = useTestDatabase()
let company: TestCompany
let admin: UserActor
let ana: UserActor
let contactId: string
beforeEach(async () => {
  company = await testCompany(db)
  admin = await company.user('admin')
  ana = await company.user('user')
  contactId = await company.contact('Bia Reis')
})

const inMinutes = (count: number) => new Date(Date.now() + count * 60_000).toISOString()
const create = async (change: object = {}, actor = ana) => {
  const id = newId()
  await runFor(db, actor, createSchedule, {
    id,
    contactId,
    body: 'Seu bolo está pronto',
    sendAt: inMinutes(60),
    ...change,
  })
  return id
}
const update = (id: string, changes: object, actor = ana) => runFor(db, actor, updateSchedule, { id, changes })
const remove = (id: string, actor = ana) => runFor(db, actor, deleteSchedule, { id })
const row = async (id: string) => (await db.orm.select().from(schedules).where(eq(schedules.id, id)))[0]
const set = (id: string, change: Partial<Schedule>) => db.orm.update(schedules).set(change).where(eq(schedules.id, id))
const refused = (code: string) => ({ code })

async function picture(mime: string, of = ana) {
  const hash = newId().replaceAll('-', '').repeat(2)
  await insertFile(db, of, { hash, size: 7, mime })
  return { mediaHash: hash, mediaName: 'foto.png', mediaMime: 'image/png', mediaSize: 1 }
}

test('a new one waits, and is its author’s', async () => {
  const id = await create()
  expect(await row(id)).toMatchObject({ status: 'PENDENTE', userId: ana.userId, sentAt: null, error: null })
})

test('too short a text, a past time and a day that no calendar has are refused', async () => {
  await expect(create({ body: ' oi  ' })).rejects.toMatchObject(refused('ERR_VALIDATION'))
  await expect(create({ sendAt: inMinutes(-1) })).rejects.toMatchObject({
    details: { fields: { sendAt: ['In the past'] } },
  })
  await expect(create({ sendAt: '0000-01-01T00:00:00Z' })).rejects.toMatchObject(refused('ERR_VALIDATION'))
  await expect(create({ contactId: newId() })).rejects.toMatchObject(refused('ERR_NO_CONTACT_FOUND'))
})

test('of a picture what was measured counts, and nothing but PNG and JPEG is taken', async () => {
  const file = await picture('image/jpeg')
  const id = await create(file)
  expect(await row(id)).toMatchObject({ mediaHash: file.mediaHash, mediaMime: 'image/jpeg', mediaSize: 7 })
  await expect(create(await picture('application/pdf'))).rejects.toMatchObject(refused('ERR_VALIDATION'))
  const other = await testCompany(db)
  await expect(create(await picture('image/png', await other.user('user')))).rejects.toMatchObject(
    refused('ERR_NO_MEDIA_FOUND'),
  )
})

test('only its author and who sees all may change it', async () => {
  const id = await create()
  const late = { sendAt: { to: inMinutes(120) } }
  await expect(update(id, late, await company.user('user'))).rejects.toMatchObject(refused('ERR_NOT_FOUND'))
  await update(id, late, await company.user('supervisor'))
  await update(id, { body: { to: 'Seu pão está pronto' } }, admin)
  expect(await row(id)).toMatchObject({ body: 'Seu pão está pronto', userId: ana.userId })
})

test('what two people changed in the same field is a conflict', async () => {
  const id = await create()
  const sendAt = (await row(id))?.sendAt.toISOString()
  await update(id, { sendAt: { from: sendAt, to: inMinutes(120) } }, admin)
  await expect(update(id, { sendAt: { from: sendAt, to: inMinutes(90) } })).rejects.toMatchObject(
    refused('ERR_CONFLICT'),
  )
})

test('what was sent, or is being sent, stays; what failed before is tried again', async () => {
  const id = await create()
  const body = { body: { to: 'Seu pão está pronto' } }
  await set(id, { status: 'AGENDADA' })
  await expect(update(id, body)).rejects.toMatchObject(refused('ERR_SCHEDULE_SENT'))
  await expect(remove(id)).rejects.toMatchObject(refused('ERR_SCHEDULE_SENT'))
  await set(id, { status: 'ENVIADA', sentAt: new Date() })
  await expect(update(id, body)).rejects.toMatchObject(refused('ERR_SCHEDULE_SENT'))
  // Its message waits for the connection.
  await set(id, { status: 'AGENDADA', sentAt: new Date() })
  await expect(update(id, body)).rejects.toMatchObject(refused('ERR_SCHEDULE_SENT'))
  await set(id, { status: 'ERRO', sentAt: null, error: 'late' })
  await update(id, { sendAt: { to: inMinutes(60) } })
  expect(await row(id)).toMatchObject({ status: 'PENDENTE', error: null })
  await remove(id)
  expect(await row(id)).toBeUndefined()
})

test('without it in the plan nothing is scheduled, on the server and on a device', async () => {
  const id = await create()
  await withoutSchedules()
  await expect(create()).rejects.toMatchObject(refused('ERR_PLAN_FEATURE'))
  await expect(update(id, {})).rejects.toMatchObject(refused('ERR_PLAN_FEATURE'))
  await expect(remove(id)).rejects.toMatchObject(refused('ERR_PLAN_FEATURE'))
  const onDevice = runFor(db, ana, deleteSchedule, { id }, 'client')
  await expect(onDevice).rejects.toMatchObject(refused('ERR_PLAN_FEATURE'))
})

test('no more wait at a time than the plan allows, however they come', async () => {
  const limit = { schedules: 2 }
  await db.orm
    .update(plans)
    .set(limit)
    .where(eq(plans.id, await planOf()))
  await set(await create(), { status: 'ENVIADA' })
  await create()
  const tries = await Promise.allSettled([create(), create(), create()])
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(create()).rejects.toMatchObject({ code: 'ERR_PLAN_LIMIT', details: { resource: 'schedules', limit: 2 } })
})

const planOf = async () => (await db.orm.select().from(companies).where(eq(companies.id, company.id)))[0]?.planId ?? ''
const withoutSchedules = async () =>
  db.orm
    .update(plans)
    .set({ useSchedules: false })
    .where(eq(plans.id, await planOf()))

test('a company carries what its plan has, whatever becomes of either', async () => {
  const features = async () => (await db.orm.select().from(companies).where(eq(companies.id, company.id)))[0]?.features
  expect(await features()).toHaveLength(7)
  const first = await planOf()
  await withoutSchedules()
  expect(await features()).not.toContain('useSchedules')
  await db.orm
    .update(companies)
    .set({ features: ['useSchedules'] })
    .where(eq(companies.id, company.id))
  expect(await features()).not.toContain('useSchedules')
  const [plan] = await db.orm.select().from(plans).where(eq(plans.id, first))
  if (!plan) throw new Error('a company has a plan')
  const bigger = { ...plan, id: newId(), name: newId(), useSchedules: true, useKanban: false }
  await db.orm.insert(plans).values(bigger)
  await db.orm.update(companies).set({ planId: bigger.id }).where(eq(companies.id, company.id))
  expect(await features()).toContain('useSchedules')
  expect(await features()).not.toContain('useKanban')
})

test('who goes leaves none behind: a contact’s go with it, a person’s pass to who deletes them', async () => {
  const id = await create()
  const other = await company.contact('Outra')
  await runFor(db, admin, mergeContact, { id: other, otherId: contactId })
  expect(await row(id)).toMatchObject({ contactId: other })
  await runFor(db, admin, deleteUser, { id: ana.userId })
  expect(await row(id)).toMatchObject({ userId: admin.userId, status: 'PENDENTE' })
  await runFor(db, admin, deleteContact, { id: other })
  expect(await row(id)).toBeUndefined()
})

test('it is sent once WhatsApp took its message; when that fails it says why, and when it goes again, that', async () => {
  const id = await create()
  const ticketId = await company.ticket({ contactId })
  const messageId = await company.message(ticketId, { contactId, fromMe: true, ack: ack.pending })
  await set(id, { status: 'AGENDADA', sentAt: new Date(), messageId })
  const level = (change: { ack: number; ackError: string | null }) =>
    db.orm.update(messages).set(change).where(eq(messages.id, messageId))
  await level({ ack: ack.sent, ackError: null })
  expect(await row(id)).toMatchObject({ status: 'ENVIADA', error: null })
  await level({ ack: ack.failed, ackError: 'not_on_whatsapp' })
  expect(await row(id)).toMatchObject({ status: 'ERRO', error: 'not_on_whatsapp' })
  await level({ ack: ack.pending, ackError: null })
  expect(await row(id)).toMatchObject({ status: 'AGENDADA', error: null })
  await level({ ack: ack.received, ackError: null })
  expect(await row(id)).toMatchObject({ status: 'ENVIADA', error: null })
})
