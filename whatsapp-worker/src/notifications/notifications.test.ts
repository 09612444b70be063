// From a customer's phone to the devices of those who are to be told: simulator, real worker, a push service on loopback.
import { eq } from 'drizzle-orm'
import { createChat, readChat } from 'db/chats/mutations.ts'
import { sendChatMessage } from 'db/chats/send-message.ts'
import type { Profile, UserActor } from 'db/kit/actor.ts'
import { newId } from 'db/kit/new-id.ts'
import { runMutation, type Mutation } from 'db/kit/define-mutation.ts'
import { withEffects } from 'db/node/effects.ts'
import { startTestPushService, type TestDevice, type TestPushService } from 'db/node/testing/test-push-service.ts'
import { notificationSettings, pushSubscriptions } from 'db/push/table.ts'
import { connectionQueues, queues, userQueues } from 'db/queues/table.ts'
import { tickets } from 'db/tickets/table.ts'
import { noteMentions } from 'db/mentions/table.ts'
import { createTicketNote } from 'db/tickets/notes.ts'
import { updateUser } from 'db/users/mutations.ts'
import { logins, sessions, users } from 'db/users/table.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { customer, openDesk, shop, type Desk } from '../test-desk.ts'
import { testCompany } from 'db/node/testing/test-world.ts'
import { atOnce } from './consume-jobs.ts'

const soon = { interval: 10 }
const now = new Date()
const times = { createdAt: now, updatedAt: now }

let desk: Desk
let pushService: TestPushService
let sales: string
let finance: string
beforeEach(async () => {
  ;[desk, pushService] = await Promise.all([openDesk(), startTestPushService()])
  desk.push = { ...pushService.vapid, allowLoopback: true }
  sales = await addQueue('Vendas', '#111111')
  finance = await addQueue('Financeiro', '#222222')
  const offered = { id: newId(), companyId: desk.companyId, connectionId: desk.connectionId, queueId: sales }
  await desk.db.orm.insert(connectionQueues).values(offered)
})
afterEach(async () => {
  await desk.close()
  await pushService.stop()
  expect(pushService.strayRequests).toEqual([])
})

async function addQueue(name: string, color: string) {
  const id = newId()
  const row = {
    id,
    companyId: desk.companyId,
    name,
    color,
    orderQueue: 1,
    greetingMessage: '',
    outOfHoursMessage: '',
    ...times,
  }
  await desk.db.orm.insert(queues).values(row)
  return id
}

interface Someone {
  userId: string
  device: TestDevice
}

async function person(
  of: { profile?: Profile; queueIds?: string[]; allTicket?: boolean; companyId?: string; sessionEnds?: Date } = {},
): Promise<Someone> {
  const { orm } = desk.db
  const companyId = of.companyId ?? desk.companyId
  const [userId, sessionId] = [newId(), newId()]
  await orm.insert(users).values({
    id: userId,
    companyId,
    name: 'Pessoa',
    email: `${userId}@empresa.example`,
    passwordHash: '',
    profile: of.profile ?? 'user',
    super: false,
    allTicket: of.allTicket ?? false,
    tokenVersion: 0,
    ...times,
  })
  for (const queueId of of.queueIds ?? []) {
    await orm.insert(userQueues).values({ id: newId(), companyId, userId, queueId })
  }
  const expiresAt = of.sessionEnds ?? new Date(now.getTime() + 864e5)
  const login = { id: newId(), companyId, userId, deviceId: newId(), lastSeenAt: now, expiresAt, createdAt: now }
  await orm.insert(logins).values(login)
  await orm
    .insert(sessions)
    .values({ id: sessionId, companyId, userId, loginId: login.id, tokenHash: sessionId, expiresAt, createdAt: now })
  const device = pushService.device()
  const { endpoint, keys } = device.subscription
  await orm
    .insert(pushSubscriptions)
    .values({ id: newId(), companyId, userId, sessionId, endpoint, ...keys, lastError: null, ...times })
  return { userId, device }
}

const actorOf = ({ userId }: Someone): UserActor => ({
  kind: 'user',
  companyId: desk.companyId,
  userId,
  name: 'Pessoa',
  profile: 'user',
  super: false,
  queueIds: [sales],
})
const bodies = ({ device }: Someone) => device.received.map(({ payload }) => (payload as { body?: string }).body)
const untilTold = (someone: Someone, body: string) => vi.waitUntil(() => bodies(someone).includes(body), soon)
const subscriptionOf = ({ userId }: Someone) =>
  desk.db.orm.select().from(pushSubscriptions).where(eq(pushSubscriptions.userId, userId))

async function openDeskWithWorker() {
  await desk.startWorker()
  await desk.link()
  return desk.simulator.phone(customer)
}

/** All notifications of messages so far are decided and sent. */
const untilQuiet = () =>
  vi.waitUntil(async () => {
    const [row] = await desk.db.sql`
      select count(*)::int as open from pgboss.job where name like 'notification.%' and state in ('created', 'active', 'retry')`
    return row?.['open'] === 0
  }, soon)

async function giveTo(userId: string, ticketId: string, change: Partial<typeof tickets.$inferInsert> = {}) {
  await desk.db.orm
    .update(tickets)
    .set({ status: 'open', userId, ...change })
    .where(eq(tickets.id, ticketId))
}

test('a pending ticket is told to those of its queue and admins who want pending ones, an open one to its attendant', async () => {
  const other = await testCompany(desk.db)
  const wants = await person({ queueIds: [sales], allTicket: true })
  const admin = await person({ profile: 'admin', allTicket: true })
  const attendant = await person({ queueIds: [sales] })
  const quiet = [
    await person({ profile: 'admin' }),
    await person({ queueIds: [finance], allTicket: true }),
    await person({ profile: 'admin', allTicket: true, companyId: other.id }),
    await person({ queueIds: [sales], allTicket: true, sessionEnds: new Date(0) }),
  ]
  const ana = await openDeskWithWorker()
  await ana.sendText(shop.number, 'Tem pão?')
  const { ticketId } = await desk.untilMessage('Tem pão?')
  await untilTold(wants, 'Tem pão?')
  await untilTold(admin, 'Tem pão?')
  const { userId } = wants
  expect(wants.device.received).toEqual([
    {
      payload: { kind: 'message', userId, ticketId, title: 'Ana', body: 'Tem pão?', unread: 1 },
      topic: ticketId.replaceAll('-', ''),
      urgency: 'high',
      ttl: 43_200,
    },
  ])

  await giveTo(attendant.userId, ticketId)
  await ana.sendText(shop.number, 'E broa?')
  await untilTold(attendant, 'E broa?')
  expect(attendant.device.received).toMatchObject([{ payload: { ticketId, unread: 2 } }])
  await untilQuiet()
  for (const someone of [wants, admin]) expect(bodies(someone)).toEqual(['Tem pão?'])
  for (const someone of quiet) expect(someone.device.answered).toEqual([])
})

test('the badge counts own open tickets, and pending ones for who wants them', async () => {
  const owner = await person({ queueIds: [sales] })
  const wants = await person({ queueIds: [sales], allTicket: true })
  const ana = await openDeskWithWorker()
  await ana.sendText(shop.number, 'um')
  const first = await desk.untilMessage('um')
  await untilTold(wants, 'um')
  await giveTo(owner.userId, first.ticketId)
  const bia = desk.simulator.phone({ number: '5511988886666', name: 'Bia' })
  await bia.sendText(shop.number, 'dois')
  await desk.untilMessage('dois')
  await untilTold(wants, 'dois')
  await ana.sendText(shop.number, 'três')
  await untilTold(owner, 'três')
  expect(owner.device.received).toMatchObject([{ payload: { unread: 2 } }])
  expect(wants.device.received).toMatchObject([{ payload: { unread: 1 } }, { payload: { unread: 1 } }])
})

test('who does not want the text on the screen gets none', async () => {
  const discreet = await person({ queueIds: [sales], allTicket: true })
  await desk.db.orm
    .insert(notificationSettings)
    .values({ id: discreet.userId, companyId: desk.companyId, showText: false, ...times })
  const ana = await openDeskWithWorker()
  await ana.sendText(shop.number, 'Segredo')
  await vi.waitUntil(() => discreet.device.received.length > 0, soon)
  expect(discreet.device.received).toMatchObject([{ payload: { title: 'Ana' } }])
  expect(JSON.stringify(discreet.device.received)).not.toMatch(/Segredo|"body"/)
})

test('nobody is told of what the bot answers, of own messages, and of what was read meanwhile', async () => {
  const wants = await person({ queueIds: [sales], allTicket: true })
  await desk.startWorker()
  const phone = await desk.link()
  const ana = desk.simulator.phone(customer)
  await ana.sendText(shop.number, 'Oi')
  const { ticketId } = await desk.untilMessage('Oi')
  await untilTold(wants, 'Oi')
  await phone.sendText(customer.number, 'Já respondo')
  await desk.untilMessage('Já respondo')
  await desk.db.orm.update(tickets).set({ chatbot: true }).where(eq(tickets.id, ticketId))
  await ana.sendText(shop.number, 'Para o robô')
  await desk.untilMessage('Para o robô')
  await untilQuiet()
  await desk.db.orm.update(tickets).set({ chatbot: false }).where(eq(tickets.id, ticketId))
  const answer = wants.device.hold(503)
  await ana.sendText(shop.number, 'Lida antes da segunda tentativa')
  await vi.waitUntil(() => wants.device.asked === 2, soon)
  await desk.read(ticketId)
  answer()
  await untilQuiet()
  expect(wants.device.answered).toEqual([201, 503])
  expect(bodies(wants)).toEqual(['Oi'])
})

test('a device that is gone is forgotten; one whose service is down is tried again; a refusal is noted', async () => {
  const [gone, down, refused] = await Promise.all(
    [410, 503, 403].map(async (status) => {
      const someone = await person({ queueIds: [sales], allTicket: true })
      someone.device.answerNext(status)
      return someone
    }),
  )
  if (!gone || !down || !refused) throw new Error('three people')
  const ana = await openDeskWithWorker()
  await ana.sendText(shop.number, 'Alô')
  await untilTold(down, 'Alô')
  await untilQuiet()
  expect(await subscriptionOf(gone)).toEqual([])
  expect(gone.device.answered).toEqual([410])
  expect(await subscriptionOf(down)).toMatchObject([{ lastError: null }])
  expect(down.device.answered).toEqual([503, 201])
  expect(await subscriptionOf(refused)).toMatchObject([{ lastError: '403' }])
  expect(refused.device.answered).toEqual([403])
})

test('a redirect is not followed, and an address that is not public is never asked', async () => {
  const redirected = await person({ queueIds: [sales], allTicket: true })
  redirected.device.answerNext(307)
  const inside = await person({ queueIds: [sales], allTicket: true })
  await desk.db.orm
    .update(pushSubscriptions)
    .set({ endpoint: 'https://10.0.0.1/push' })
    .where(eq(pushSubscriptions.userId, inside.userId))
  const ana = await openDeskWithWorker()
  await ana.sendText(shop.number, 'Alô')
  await vi.waitUntil(async () => (await subscriptionOf(inside))[0]?.lastError !== null, soon)
  await vi.waitUntil(async () => (await subscriptionOf(redirected))[0]?.lastError !== null, soon)
  expect(await subscriptionOf(inside)).toMatchObject([{ lastError: 'address' }])
  expect(await subscriptionOf(redirected)).toMatchObject([{ lastError: '307' }])
  expect(pushService.strayRequests).toEqual([])
})

test('who is mentioned in a note is told, also of a ticket that is another’s; who may not see it, or has seen it, is not', async () => {
  const [has, wanted, seer, elsewhere] = await Promise.all([
    person({ queueIds: [sales] }),
    person({ queueIds: [sales] }),
    person({ queueIds: [sales] }),
    person({ queueIds: [finance] }),
  ])
  const ana = await openDeskWithWorker()
  await ana.sendText(shop.number, 'Tem pão?')
  const { ticketId } = await desk.untilMessage('Tem pão?')
  await untilQuiet()
  await giveTo(has.userId, ticketId)
  const answer = seer.device.hold(503)
  const noteId = newId()
  const all = [wanted, seer, elsewhere].map(({ userId }) => `@[${userId}]`).join(' ')
  await desk.db.orm.transaction((tx) =>
    withEffects(tx, { jobs: desk.jobs, notifies: true }, (effects) =>
      createTicketNote.run(
        tx,
        { id: noteId, ticketId, note: `${all} liga?` },
        { actor: actorOf(has), now, side: 'server', effects },
      ),
    ),
  )
  await vi.waitUntil(() => wanted.device.received.length > 0 && seer.device.asked === 1, soon)
  await desk.db.orm.update(noteMentions).set({ seenAt: now }).where(eq(noteMentions.userId, seer.userId))
  answer()
  await untilQuiet()
  const { userId } = wanted
  const body = '@Pessoa @Pessoa @Pessoa liga?'
  expect(wanted.device.received).toMatchObject([
    { payload: { kind: 'mention', userId, ticketId, noteId, contact: 'Ana', body }, topic: noteId.replaceAll('-', '') },
  ])
  expect(seer.device.answered).toEqual([503])
  for (const nobody of [has, elsewhere]) expect(nobody.device.answered).toEqual([])
})

test('push services that do not answer hold up no message', async () => {
  const silent = await Promise.all(
    Array.from({ length: atOnce + 5 }, () => person({ queueIds: [sales], allTicket: true })),
  )
  const releases = silent.map(({ device }) => device.hold())
  const ana = await openDeskWithWorker()
  for (let n = 0; n < 10; n++) await ana.sendText(shop.number, `mensagem ${n}`)
  await desk.untilMessage('mensagem 9')
  const { ticketId } = (await desk.messages())[0]!
  await desk.accept(ticketId)
  await desk.untilAck(await desk.answer(ticketId, 'Já vai'), 2)
  expect(silent.flatMap(({ device }) => device.answered)).toEqual([])
  for (const release of releases) release()
})

test('what a session’s end deletes is told nothing', async () => {
  const [leaves, stays] = [
    await person({ queueIds: [sales], allTicket: true }),
    await person({ queueIds: [sales], allTicket: true }),
  ]
  const ana = await openDeskWithWorker()
  await ana.sendText(shop.number, 'um')
  await untilTold(leaves, 'um')
  await desk.db.orm.update(logins).set({ endedAt: now, endReason: 'ended' }).where(eq(logins.userId, leaves.userId))
  await ana.sendText(shop.number, 'dois')
  await untilTold(stays, 'dois')
  await untilQuiet()
  expect(bodies(leaves)).toEqual(['um'])
})

test('without keys messages are received and nobody is told', async () => {
  desk.push = null
  const wants = await person({ queueIds: [sales], allTicket: true })
  const ana = await openDeskWithWorker()
  await ana.sendText(shop.number, 'Oi')
  await desk.untilMessage('Oi')
  const jobs = await desk.db.sql`select from pgboss.job where name like 'notification.%'`
  expect(jobs).toHaveLength(0)
  expect(wants.device.answered).toEqual([])
})

test('when somebody loses the queue of a ticket that they had read, those who work on it are told of it', async () => {
  const had = await person({ queueIds: [sales] })
  const gets = await person({ queueIds: [sales], allTicket: true })
  const others = await person({ queueIds: [finance], allTicket: true })
  const ana = await openDeskWithWorker()
  await ana.sendText(shop.number, 'Tem pão?')
  await untilTold(gets, 'Tem pão?')
  const [ticket] = await desk.tickets()
  await giveTo(had.userId, ticket?.id ?? '', { unreadMessages: 0 })
  await untilQuiet()
  await desk.run(updateUser, { id: had.userId, changes: { queueIds: { to: [finance] } } })
  await vi.waitUntil(() => bodies(gets).length === 2, soon)
  await untilQuiet()
  expect(bodies(gets)).toEqual(['Tem pão?', 'Tem pão?'])
  expect([...bodies(had), ...bodies(others)]).toEqual([])
  expect(await desk.tickets()).toMatchObject([{ status: 'pending', userId: null, unreadMessages: 1 }])
})

test('of the team’s chat its members are told but who said it, once for what came together, and nobody who has read it', async () => {
  const [ana, bruno, carla] = [await person(), await person(), await person()]
  const discreet = await person()
  await desk.db.orm
    .insert(notificationSettings)
    .values({ id: discreet.userId, companyId: desk.companyId, showText: false, ...times })
  const memberOf = ({ userId }: Someone): UserActor => {
    const { companyId } = desk
    return { kind: 'user', companyId, userId, name: 'Pessoa', profile: 'user', super: false, queueIds: [] }
  }
  const act = (who: Someone, ...calls: readonly (readonly [Mutation, object])[]) =>
    desk.db.orm.transaction((tx) =>
      withEffects(tx, { jobs: desk.jobs, notifies: true }, async (effects) => {
        const ctx = { actor: memberOf(who), now: new Date(), side: 'server' as const, effects }
        for (const [mutation, args] of calls) await runMutation(tx, mutation, args, ctx)
      }),
    )
  const chatId = newId()
  const say = (body: string) => [sendChatMessage as Mutation, { id: newId(), chatId, body }] as const
  const userIds = [bruno, discreet].map(({ userId }) => userId)
  await act(ana, [createChat, { id: chatId, title: 'Padaria', userIds }])
  await desk.startWorker()
  await act(ana, say('um'), say('dois'))
  await vi.waitUntil(() => bruno.device.received.length > 0 && discreet.device.received.length > 0, soon)
  await untilQuiet()
  const told = { kind: 'chat', chatId, title: 'Padaria', unread: 2 }
  expect(bruno.device.received).toMatchObject([
    { payload: { ...told, userId: bruno.userId, body: 'Pessoa: dois' }, topic: chatId.replaceAll('-', '') },
  ])
  expect(discreet.device.received).toMatchObject([{ payload: { ...told, body: 'Pessoa' } }])
  expect([ana, carla].map(({ device }) => device.answered)).toEqual([[], []])

  const answer = bruno.device.hold(503)
  const before = bruno.device.asked
  await act(ana, say('três'))
  await vi.waitUntil(() => bruno.device.asked > before, soon)
  await act(bruno, [readChat, { id: chatId, until: '2090-01-01T00:00:00.000Z' }])
  answer()
  await untilQuiet()
  expect(bruno.device.answered.at(-1)).toBe(503)
  expect(bruno.device.received).toHaveLength(1)
})
