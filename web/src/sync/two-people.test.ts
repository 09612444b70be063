// Two people act on the same ticket while one of them has no network: every pair of what can be done to a ticket, on a ticket in every state. Laws:
// nothing waits for ever, what the device shows is what the server has, and what was said to the customer was sent or is shown as not sent.
import type { UserActor } from 'db/kit/actor.ts'
import { newId } from 'db/kit/new-id.ts'
import type { Tx } from 'db/kit/define-mutation.ts'
import { contacts } from 'db/contacts/table.ts'
import { messages } from 'db/messages/table.ts'
import { tags, ticketTags } from 'db/tags/table.ts'
import { ticketNotes } from 'db/tickets/notes-table.ts'
import { tickets } from 'db/tickets/table.ts'
import { users } from 'db/users/table.ts'
import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { storedTables } from './local/local-schema.ts'
import type { OutboxEntry } from './outbox/outbox.ts'
import { createTestDevice, textRows, type TestDevice } from './test-device.ts'
import { createTestServer, type TestServer } from './test-server.ts'
import { createTestWorld, type TestWorld } from './test-world.ts'

const onlineListeners = new Set<() => void>()
beforeAll(() => {
  vi.stubGlobal('addEventListener', (name: string, listener: () => void) => {
    if (name === 'online') onlineListeners.add(listener)
  })
})
const online = () => onlineListeners.forEach((listener) => listener())

let world: TestWorld
let server: TestServer
let ana: TestDevice
let bia: UserActor
const tagId = newId()

beforeEach(async () => {
  world = createTestWorld({ ticketCount: 1 })
  server = await createTestServer(world.actor)
  bia = { ...world.actor, userId: newId(), name: 'Bia' }
  await server.write(async (tx) => {
    await world.fill(tx)
    const [user] = await tx.select().from(users).where(eq(users.id, world.actor.userId))
    if (user) await tx.insert(users).values({ ...user, id: bia.userId, name: bia.name, email: 'bia@example.com' })
    const times = { createdAt: new Date(), updatedAt: new Date() }
    await tx
      .insert(tags)
      .values({ id: tagId, companyId: bia.companyId, name: 'VIP', color: '#112233', kanban: false, ...times })
  })
  ana = await createTestDevice(server, world.actor)
})
afterEach(async () => {
  ana.stop()
  await server.pg.close()
})

interface Subject {
  ticketId: string
  messageId: string
  noteId: string
}
type Call = readonly [name: string, args: (subject: Subject) => Record<string, unknown>]

const onTicket = ({ ticketId }: Subject) => ({ id: ticketId })
const tagged = ({ ticketId }: Subject) => ({ ticketId, tagId })
const others = () => ({ ana: world.actor.userId, bia: bia.userId, otherQueue: world.queueIds[1] })

/** What can be done to a ticket and in it. */
const actions: Readonly<Record<string, Call>> = {
  accept: ['ticket.accept', onTicket],
  return: ['ticket.return', onTicket],
  close: ['ticket.close', onTicket],
  reopen: ['ticket.reopen', onTicket],
  delete: ['ticket.delete', onTicket],
  read: ['ticket.markRead', onTicket],
  'give to Ana': ['ticket.transfer', ({ ticketId }) => ({ id: ticketId, userId: others().ana })],
  'give to Bia': ['ticket.transfer', ({ ticketId }) => ({ id: ticketId, userId: others().bia })],
  'move to a queue': [
    'ticket.transfer',
    ({ ticketId }) => ({ id: ticketId, queueId: others().otherQueue, note: 'veja' }),
  ],
  send: ['message.send', ({ ticketId }) => ({ id: newId(), ticketId, body: 'oi' })],
  answer: [
    'message.send',
    ({ ticketId, messageId }) => ({ id: newId(), ticketId, body: 'oi', quotedMessageId: messageId }),
  ],
  react: ['message.react', ({ messageId }) => ({ id: messageId, emoji: '👍' })],
  tag: ['ticketTag.add', tagged],
  untag: ['ticketTag.remove', tagged],
  note: ['ticketNote.create', ({ ticketId }) => ({ id: newId(), ticketId, note: 'lembrar' })],
  'delete the note': ['ticketNote.delete', ({ noteId }) => ({ id: noteId })],
}
const names = Object.keys(actions)

const states = ['pending', "Ana's", "Bia's", 'closed'] as const
type State = (typeof states)[number]

/** Of a contact of its own. */
async function makeTicket(tx: Tx, state: State, isTagged: boolean): Promise<Subject> {
  const [contact] = await tx.select().from(contacts).limit(1)
  const [ticket] = await tx.select().from(tickets).limit(1)
  const [message] = await tx.select().from(messages).limit(1)
  if (!contact || !ticket || !message) throw new Error('the world is empty')
  const userId = { pending: null, "Ana's": world.actor.userId, "Bia's": bia.userId, closed: bia.userId }[state]
  const status = state === 'pending' || state === 'closed' ? state : 'open'
  const contactId = newId()
  const subject = { ticketId: newId(), messageId: newId(), noteId: newId() }
  const { ticketId, messageId, noteId } = subject
  const place = { companyId: ticket.companyId, queueId: world.queueIds[0] ?? null, archived: false }
  const times = { createdAt: new Date(), updatedAt: new Date() }
  await tx.insert(contacts).values({ ...contact, id: contactId, number: `5511${contactId.slice(-9)}` })
  await tx.insert(tickets).values({ ...ticket, ...place, id: ticketId, contactId, status, userId, unreadMessages: 1 })
  await tx.insert(messages).values({ ...message, ...place, id: messageId, contactId, ticketId, whatsappId: messageId })
  await tx.insert(ticketNotes).values({ ...place, ...times, id: noteId, contactId, ticketId, userId, note: 'antes' })
  if (isTagged) await tx.insert(ticketTags).values({ ...place, ...times, id: newId(), ticketId, tagId })
  return subject
}

const asBia = async (...calls: readonly { name: string; args: Record<string, unknown> }[]) => {
  const body = JSON.stringify({ mutations: calls.map((call) => ({ id: newId(), ...call })) })
  await server.sendAs(bia)('/api/mutations', { method: 'POST', body })
}
const callOf = (action: string, subject: Subject) => {
  const [name, args] = actions[action] ?? ['', onTicket]
  return { name, args: args(subject) }
}

/** What she sees is what the server has, and nothing waits. */
async function atRest() {
  // Compared first with the next look: while it is behind, nothing else is read.
  let latest = ''
  await vi.waitFor(
    async () => {
      expect(ana.sync.pending()).toEqual([])
      for (const table of storedTables.toSorted((one, other) => +(other.name === latest) - +(one.name === latest))) {
        latest = table.name
        const columns = table.columns.map((column) => `"${column}"::text`).join(', ')
        expect(await textRows(ana.pg, table.name, columns), table.name).toBe(
          JSON.stringify(await server.rows(table.name)),
        )
      }
    },
    { interval: 50 },
  )
}

/** Ana does this to each without a network, and writes to the customer; then Bia does hers; then Ana is back. */
async function meet(subjects: readonly Subject[], first: string, second: (index: number) => string) {
  await atRest()
  server.online = false
  const written: OutboxEntry[] = []
  for (const subject of subjects) {
    const { name, args } = callOf(first, subject)
    written.push(await ana.mutate(name, args))
    written.push(await ana.mutate('message.send', { id: newId(), ticketId: subject.ticketId, body: 'depois' }))
  }
  server.online = true
  await asBia(...subjects.map((subject, index) => callOf(second(index), subject)))
  online()
  await atRest()
  const left = ana.outbox.all()
  expect(left.filter(({ state }) => state !== 'refused')).toEqual([])
  return { written: written.filter(({ name }) => name === 'message.send'), left }
}

const idsOf = async (table: string) => new Set((await server.rows(table)).map(({ id }) => id))

/** Each pair once, the states in turn, so that what is done to the ticket meets all of them. */
test.each(names.entries().toArray())(
  '%i: Ana does it without a network, and writes: %s; Bia does anything meanwhile',
  async (turn, first) => {
    let subjects: Subject[] = []
    await server.write(async (tx) => {
      for (const index of names.keys()) {
        subjects = [
          ...subjects,
          await makeTicket(tx, states[(turn + index) % states.length] ?? 'pending', index % 8 < 4),
        ]
      }
    })
    const { written, left } = await meet(subjects, first, (index) => names[index] ?? '')
    const [sent, there] = [await idsOf('messages'), await idsOf('tickets')]
    const failed = new Set(left.map(({ id }) => id))
    const lost = written.filter(({ id, args }) => {
      const isDeleted = !there.has(String(args['ticketId']))
      return !isDeleted && sent.has(String(args['id'])) === failed.has(id)
    })
    expect(lost).toEqual([])
  },
)

test('whose acceptance came late and who gets the ticket then writes in it, and gives it on', async () => {
  const subject = await oneTicket('pending')
  await atRest()
  server.online = false
  const accept = await ana.mutate('ticket.accept', { id: subject.ticketId })
  const early = await ana.mutate('message.send', { id: newId(), ticketId: subject.ticketId, body: 'já vou' })
  server.online = true
  await asBia(callOf('accept', subject))
  online()
  await atRest()
  expect(ana.outbox.all()).toMatchObject([{ id: accept.id, state: 'refused', code: 'ERR_TICKET_STATUS' }])
  await asBia(callOf('give to Ana', subject))
  await vi.waitFor(() => expect(ana.outbox.all()).toEqual([]))
  const late = await ana.mutate('message.send', { id: newId(), ticketId: subject.ticketId, body: 'agora sim' })
  await ana.mutate('ticket.transfer', { id: subject.ticketId, queueId: world.queueIds[1] })
  await atRest()
  expect(ana.outbox.all()).toEqual([])
  expect([...(await idsOf('messages'))]).toEqual(expect.arrayContaining([early.args['id'], late.args['id']]))
  expect((await server.rows('tickets')).find(({ id }) => id === subject.ticketId)).toMatchObject({
    status: 'pending',
    queue_id: world.queueIds[1],
  })
})

test('what was done because of a refused step is refused with it, and not shown as done', async () => {
  const subject = await oneTicket('pending')
  await atRest()
  server.online = false
  const accept = await ana.mutate('ticket.accept', { id: subject.ticketId })
  const transfer = await ana.mutate('ticket.transfer', {
    id: subject.ticketId,
    queueId: world.queueIds[1],
    note: 'veja',
  })
  server.online = true
  await asBia(callOf('accept', subject))
  online()
  await atRest()
  expect(ana.outbox.all()).toMatchObject([
    { id: accept.id, state: 'refused' },
    { id: transfer.id, state: 'refused', because: accept.id },
  ])
  expect((await server.rows('tickets')).find(({ id }) => id === subject.ticketId)).toMatchObject({
    user_id: bia.userId,
  })
})

test('what the other did too is no refusal that anybody must hear of', async () => {
  const subject = await oneTicket("Ana's")
  await atRest()
  server.online = false
  await ana.mutate('ticket.close', { id: subject.ticketId })
  server.online = true
  await asBia(callOf('give to Bia', subject), callOf('close', subject))
  online()
  await vi.waitFor(() => expect(ana.outbox.all()).toEqual([]))
  await atRest()
})

async function oneTicket(state: State): Promise<Subject> {
  const made: Subject[] = []
  await server.write(async (tx) => void made.push(await makeTicket(tx, state, false)))
  const [subject] = made
  if (!subject) throw new Error('no ticket was made')
  return subject
}
