import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { plans } from '../companies/table.ts'
import type { UserActor } from '../kit/actor.ts'
import { runMutation } from '../kit/define-mutation.ts'
import type { AppError } from '../kit/errors.ts'
import { newId } from '../kit/new-id.ts'
import { useTestDatabase } from '../node/testing/test-file-database.ts'
import { runFor, testCompany, type TestCompany } from '../node/testing/test-world.ts'
import { deleteQueue } from '../queues/mutations.ts'
import { userQueues } from '../queues/table.ts'
import { updateSettings } from '../settings/mutations.ts'
import { tickets, type Ticket } from '../tickets/table.ts'
import { createUser, deleteUser, updateUser } from './mutations.ts'
import { users } from './table.ts'
import { noEffects } from '../kit/effects.ts'

const db = useTestDatabase()
let company: TestCompany
let admin: UserActor
beforeEach(async () => {
  company = await testCompany(db)
  admin = await company.user('admin')
})

async function create(change: object = {}) {
  const id = newId()
  await runFor(db, admin, createUser, { id, name: 'Ana Lima', email: `${id}@loja.example`, ...change })
  return id
}
const user = async (id: string) => (await db.orm.select().from(users).where(eq(users.id, id)))[0]

test('somebody new has no password and the least rights, works on the queues that were named, and is told of what waits', async () => {
  const queueId = await company.queue('Vendas')
  const id = await create({ queueIds: [queueId], connectionId: company.connectionId })
  expect(await user(id)).toMatchObject({ passwordHash: null, profile: 'user', super: false, allTicket: true })
  expect(await db.orm.select().from(userQueues).where(eq(userQueues.userId, id))).toMatchObject([{ queueId }])
})

test('an e-mail is one login: a colleague’s is called theirs, a stranger’s is called what an invalid one is', async () => {
  const refusal = (change: object) => create(change).catch(({ code, details }: AppError) => ({ code, details }))
  const { userId, email } = await company.user('user')
  const taken = { code: 'ERR_DUPLICATED_EMAIL', details: { field: 'email' } }
  expect(await refusal({ email: email.toUpperCase() })).toEqual(taken)
  const stranger = await (await testCompany(db)).user('user')
  const invalid = await refusal({ email: 'sem arroba' })
  expect(invalid).toMatchObject({ code: 'ERR_VALIDATION' })
  expect(await refusal({ email: stranger.email.toUpperCase() })).toEqual(invalid)

  const change = (to: string) =>
    runFor(db, admin, updateUser, { id: userId, changes: { email: { to } } }).catch(({ code, details }: AppError) => ({
      code,
      details,
    }))
  expect(await change(stranger.email)).toEqual(await change('sem arroba'))
  expect(await user(userId)).toMatchObject({ email })
})

test('the plan bounds how many there are, and a setting whether there may be more', async () => {
  await db.orm.update(plans).set({ users: 2 })
  await create()
  await expect(create()).rejects.toMatchObject({ code: 'ERR_PLAN_LIMIT', details: { resource: 'users', limit: 2 } })
  await db.orm.update(plans).set({ users: 10 })
  await runFor(db, admin, updateSettings, { id: company.id, changes: { userCreation: { to: 'disabled' } } })
  await expect(create()).rejects.toMatchObject({ code: 'ERR_USER_CREATION_DISABLED' })
})

test('there is always an admin, and nobody deletes themselves', async () => {
  const demoted = runFor(db, admin, updateUser, { id: admin.userId, changes: { profile: { to: 'user' } } })
  await expect(demoted).rejects.toMatchObject({ code: 'ERR_NO_OTHER_ADMIN' })
  const gone = runFor(db, admin, deleteUser, { id: admin.userId })
  await expect(gone).rejects.toMatchObject({ code: 'ERR_NO_PERMISSION' })
  const second = await company.user('admin')
  await runFor(db, admin, updateUser, { id: second.userId, changes: { profile: { to: 'supervisor' } } })
})

test('who is deleted leaves their open tickets waiting', async () => {
  const id = await create()
  const open = await company.ticket({ status: 'open', userId: id })
  const closed = await company.ticket({ status: 'closed', userId: id })
  await runFor(db, admin, deleteUser, { id })
  const rows = await db.orm.select().from(tickets).where(eq(tickets.companyId, company.id))
  expect(rows.find((row) => row.id === open)).toMatchObject({ status: 'pending', userId: null })
  expect(rows.find((row) => row.id === closed)).toMatchObject({ status: 'closed', userId: null })
  expect(await user(id)).toBeUndefined()
})

describe('who may not work on a ticket any more that they had open', () => {
  let sales: string
  let finance: string
  beforeEach(async () => {
    ;[sales, finance] = await Promise.all([company.queue('Vendas'), company.queue('Financeiro')])
  })
  const change = (id: string, changes: object) => runFor(db, admin, updateUser, { id, changes })
  const ticketOf = async (id: string) => (await db.orm.select().from(tickets).where(eq(tickets.id, id)))[0]
  const held = (userId: string, queueId: string | null, more: Partial<Ticket> = {}) =>
    company.ticket({ status: 'open', userId, queueId, acceptedAt: new Date(), ...more })
  const waits = { status: 'pending', userId: null, acceptedAt: null }

  test('by a queue that was taken from them leaves it waiting; what they may still see stays theirs', async () => {
    const { userId } = await company.user('user', [sales, finance])
    const [lost, kept, closed] = [
      await held(userId, sales),
      await held(userId, finance),
      await held(userId, sales, { status: 'closed' }),
    ]
    await change(userId, { queueIds: { to: [finance] } })
    expect(await ticketOf(lost)).toMatchObject({ ...waits, queueId: sales })
    expect(await ticketOf(kept)).toMatchObject({ status: 'open', userId })
    expect(await ticketOf(closed)).toMatchObject({ status: 'closed', userId })
  })

  test('by being no admin any more: those without a queue too', async () => {
    const { userId } = await company.user('admin', [sales])
    const [own, elsewhere, nowhere] = [await held(userId, sales), await held(userId, finance), await held(userId, null)]
    await change(userId, { queueIds: { to: [sales] } })
    expect(await ticketOf(elsewhere)).toMatchObject({ status: 'open', userId })
    await change(userId, { profile: { to: 'supervisor' } })
    expect(await ticketOf(own)).toMatchObject({ status: 'open', userId })
    expect([await ticketOf(elsewhere), await ticketOf(nowhere)]).toMatchObject([waits, waits])
  })

  test('by the queue’s deletion; an admin keeps it', async () => {
    const { userId } = await company.user('user', [sales])
    const [theirs, admins] = [await held(userId, sales), await held(admin.userId, sales)]
    await runFor(db, admin, deleteQueue, { id: sales })
    expect(await ticketOf(theirs)).toMatchObject({ ...waits, queueId: null })
    expect(await ticketOf(admins)).toMatchObject({ status: 'open', userId: admin.userId, queueId: null })
  })

  test('leaves it unread, and those who see it are to be told of the customer’s last words', async () => {
    const { userId } = await company.user('user', [sales])
    const [asked, silent] = [await held(userId, sales), await held(userId, sales)]
    await company.message(asked, { createdAt: new Date(0) })
    const last = await company.message(asked)
    await company.message(asked, { fromMe: true, createdAt: new Date(Date.now() + 1000) })
    await company.message(silent, { fromMe: true })
    const told: string[] = []
    const args = { id: userId, changes: { queueIds: { to: [] } } }
    const effects = { ...noEffects, notify: (id: string) => void told.push(id) }
    await db.orm.transaction((tx) =>
      runMutation(tx, updateUser as never, args, { actor: admin, now: new Date(), side: 'server', effects }),
    )
    expect(told).toEqual([last])
    expect(await ticketOf(asked)).toMatchObject({ ...waits, unreadMessages: 1 })
    expect(await ticketOf(silent)).toMatchObject({ ...waits, unreadMessages: 0 })
  })
})

test('an attendant manages nobody', async () => {
  const attendant = await company.user('user')
  const args = { id: attendant.userId, changes: { profile: { to: 'admin' } } }
  await expect(runFor(db, attendant, updateUser, args)).rejects.toMatchObject({ code: 'ERR_NO_PERMISSION' })
})
