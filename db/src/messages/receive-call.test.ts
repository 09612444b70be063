import { eq } from 'drizzle-orm'
import { connections } from 'db/connections/table.ts'
import { newId } from 'db/kit/new-id.ts'
import { useTestDatabase } from 'db/node/testing/test-file-database.ts'
import { offerQueues, testCompany, type TestCompany } from 'db/node/testing/test-world.ts'
import { tickets } from 'db/tickets/table.ts'
import { beforeEach, expect, test } from 'vitest'
import { plainInbound } from './inbound.ts'
import { receiveCall, type InboundCall } from './receive-call.ts'
import { receiveMessage } from './receive.ts'
import { messages } from './table.ts'
import { noEffects } from '../kit/effects.ts'
import { systemContext } from '../kit/system-context.ts'

const db = useTestDatabase()
let company: TestCompany
beforeEach(async () => {
  company = await testCompany(db)
  await offerQueues(db, company, [await company.queue('Vendas')])
  const own = eq(connections.id, company.connectionId)
  await db.orm.update(connections).set({ greetingMessage: 'Olá' }).where(own)
})

let notified: string[] = []
beforeEach(() => {
  notified = []
})
const effects = { ...noEffects, notify: (id: string) => void notified.push(id) }
const context = () => systemContext(company.id, effects)
const origin = (whatsappId: string) => ({
  connectionId: company.connectionId,
  whatsappId,
  fromMe: false,
  contact: { lid: '1', number: '5511988887777', pushName: 'Ana', isGroup: false },
  participant: null,
})
const tell = (whatsappId: string, state: InboundCall['state']) => {
  const call = { ...origin(whatsappId), state, isVideo: false, isGroup: false, at: new Date() }
  return db.orm.transaction((tx) => receiveCall(tx, call, context()))
}
const write = (body: string) => {
  const inbound = { ...plainInbound, ...origin(newId()), body, sentAt: new Date() }
  return db.orm.transaction((tx) => receiveMessage(tx, inbound, context()))
}
const ofCompany = async () => ({
  tickets: await db.orm.select().from(tickets).where(eq(tickets.companyId, company.id)),
  said: await db.orm.select().from(messages).where(eq(messages.companyId, company.id)).orderBy(messages.createdAt),
})

test('a call that the owner answers on the phone opens nothing, is unread by nobody, and the bot stays silent', async () => {
  await tell('CALL', 'ringing')
  await tell('CALL', 'answered')
  // When it ends, WhatsApp says so without saying that it was answered.
  await tell('CALL', 'missed')
  expect(notified).toEqual([])
  const { tickets: found, said } = await ofCompany()
  expect(found).toMatchObject([{ status: 'closed', unreadMessages: 0, lastMessageType: 'call_log' }])
  expect(said).toMatchObject([{ mediaType: 'call_log', details: { call: { wasAnswered: true } } }])
})

test('within a conversation it is a line of it, and what was unread stays so', async () => {
  await write('oi')
  await tell('CALL', 'answered')
  const { tickets: found, said } = await ofCompany()
  expect(found).toMatchObject([{ status: 'pending', unreadMessages: 1, lastMessageType: 'call_log' }])
  expect(said.filter(({ fromMe }) => !fromMe).map(({ mediaType }) => mediaType)).toEqual(['chat', 'call_log'])
})

test('one that nobody took, or that was declined, waits for an answer', async () => {
  await tell('MISSED', 'missed')
  const [line, answer] = (await ofCompany()).said
  expect(answer).toMatchObject({ fromMe: true })
  expect(notified).toEqual([line?.id])
  await tell('DECLINED', 'rejected')
  expect((await ofCompany()).tickets).toMatchObject([{ status: 'pending', unreadMessages: 2 }])
})
