import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { MutationContext } from '../kit/define-mutation.ts'
import { useTestDatabase } from '../node/testing/test-file-database.ts'
import { offerQueues, testCompany, type TestCompany } from '../node/testing/test-world.ts'
import { tickets } from '../tickets/table.ts'
import { plainInbound, type InboundMessage } from './inbound.ts'
import { dropPlaceholder, placeholderContent } from './placeholder.ts'
import { receiveMessage } from './receive.ts'
import { messages } from './table.ts'
import { noEffects } from '../kit/effects.ts'
import { systemContext } from '../kit/system-context.ts'

const db = useTestDatabase()
let company: TestCompany
beforeAll(async () => {
  company = await testCompany(db)
  await offerQueues(db, company, [await company.queue('Vendas'), await company.queue('Suporte')])
})

let count = 0
const person = () => ({ lid: `90${++count}`, number: null, pushName: 'Ana', isGroup: false })
const inbound = (whatsappId: string, contact: InboundMessage['contact'], change: Partial<InboundMessage> = {}) => ({
  ...plainInbound,
  connectionId: company.connectionId,
  whatsappId,
  fromMe: false,
  contact,
  body: '',
  sentAt: new Date(),
  ...change,
})
const within = <T>(work: (tx: Parameters<typeof receiveMessage>[0], ctx: MutationContext) => Promise<T>) =>
  db.orm.transaction((tx) => work(tx, systemContext(company.id, noEffects)))
const receive = (message: InboundMessage) => within((tx, ctx) => receiveMessage(tx, message, ctx))
const rowsOf = (ticketId: string) =>
  db.orm.select().from(messages).where(eq(messages.ticketId, ticketId)).orderBy(messages.createdAt, messages.id)
const stored = async (message: InboundMessage) => {
  const received = await receive(message)
  if (received.kind !== 'stored') throw new Error('not stored')
  return received
}

test('what comes at last takes the place of the first attempt, counts once, and only then the bot answers', async () => {
  const ana = person()
  const first = await stored(inbound('A1', ana, placeholderContent))
  expect((await rowsOf(first.ticketId)).filter(({ fromMe }) => fromMe)).toEqual([])
  expect(await receive(inbound('A1', ana, placeholderContent))).toEqual({ kind: 'duplicate' })
  await stored(inbound('A2', ana, { body: 'Alô?' }))
  const filled = await stored(inbound('A1', ana, { body: 'Bom dia' }))
  expect(filled).toMatchObject({ messageId: first.messageId, ticketId: first.ticketId })
  expect(await receive(inbound('A1', ana, { body: 'Bom dia' }))).toEqual({ kind: 'duplicate' })
  const theirs = (await rowsOf(first.ticketId)).filter(({ fromMe }) => !fromMe)
  expect(theirs.map(({ body, mediaType, details }) => [body, mediaType, details])).toEqual([
    ['Bom dia', 'chat', null],
    ['Alô?', 'chat', null],
  ])
  const [ticket] = await db.orm.select().from(tickets).where(eq(tickets.id, first.ticketId))
  expect(ticket?.unreadMessages).toBe(2)
})

test('the last message of the list is what came at last', async () => {
  const { ticketId } = await stored(inbound('B1', person(), placeholderContent))
  const [before] = await db.orm.select().from(tickets).where(eq(tickets.id, ticketId))
  expect(before).toMatchObject({ lastMessage: '', lastMessageType: 'unsupported' })
})

test('what turns out to be no message leaves nothing, not even the ticket that it had opened', async () => {
  const ana = person()
  const { ticketId } = await stored(inbound('C1', ana, placeholderContent))
  const drop = (whatsappId: string) =>
    within((tx, ctx) => dropPlaceholder(tx, { connectionId: company.connectionId, whatsappId }, ctx))
  await drop('C1')
  expect(await db.orm.select().from(tickets).where(eq(tickets.id, ticketId))).toEqual([])
  const next = await stored(inbound('C2', ana, { body: 'Oi' }))
  await stored(inbound('C3', ana, placeholderContent))
  await drop('C3')
  await drop('C2')
  const [ticket] = await db.orm.select().from(tickets).where(eq(tickets.id, next.ticketId))
  expect(ticket?.unreadMessages).toBe(1)
  expect((await rowsOf(next.ticketId)).filter(({ fromMe }) => !fromMe).map(({ body }) => body)).toEqual(['Oi'])
})
