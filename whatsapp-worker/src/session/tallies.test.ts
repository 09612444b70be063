// What is counted of the traffic, on real parts: simulated phones, the real Baileys, the worker, Postgres.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { proto } from '@whiskeysockets/baileys'
import { localTime } from 'db/bot/opening-hours.ts'
import { connectionDays, sessionKeys } from 'db/connections/table.ts'
import { ack } from 'db/messages/table.ts'
import { updateSettings } from 'db/settings/mutations.ts'
import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { foldTallies } from '../housekeeping/fold-tallies.ts'
import { createLogger } from '../logger.ts'
import { Receiver } from '../inbound/receive.ts'
import { customer, shop, useDesk, type Desk } from '../test-desk.ts'
import { countOutcome } from './tallies.ts'

let desk: Desk
useDesk((opened) => {
  desk = opened
})

const soon = { interval: 50 }
type Day = typeof connectionDays.$inferSelect

const ignoredOf = ({ ignored }: Day) => Object.values(ignored).reduce((sum, n) => sum + n, 0)
const differenceOf = (day: Day) => day.delivered - day.stored - day.changed - ignoredOf(day)

async function countedDay() {
  await foldTallies(desk.db)
  const [day] = await desk.db.orm.select().from(connectionDays)
  return day
}

const untilCounted = (isThere: (day: Day) => boolean) =>
  vi.waitUntil(async () => {
    const day = await countedDay()
    return day !== undefined && isThere(day) && day
  }, soon)

const storedTexts = async () => (await desk.messages()).map(({ body }) => body)

test('every delivered message is counted with what became of it, on the company’s day', async () => {
  await desk.startWorker()
  const phone = await desk.link()
  const ana = desk.simulator.phone(customer)
  await ana.sendText(shop.number, 'Um')
  const id = await ana.sendText(shop.number, 'Dois')
  await ana.react(id, '🥖')
  await phone.sendFromPhone(customer.number, 'Do celular')
  const { EPHEMERAL_SETTING } = proto.Message.ProtocolMessage.Type
  await ana.sendContent(shop.number, { protocolMessage: { type: EPHEMERAL_SETTING, ephemeralExpiration: 86_400 } })
  desk.simulator.faults.duplicateMessages = true
  await ana.sendText(shop.number, 'Duas vezes')
  const day = await untilCounted(({ stored, ignored }) => stored === 4 && ignored['duplicate'] === 1)
  expect(await storedTexts()).toHaveLength(4)
  expect(day).toMatchObject({ stored: 4, changed: 1, companyId: desk.companyId, connectionId: desk.connectionId })
  expect(day.ignored['protocol']).toBeGreaterThanOrEqual(1)
  expect(day.day).toBe(localTime(new Date(), 'America/Sao_Paulo').date)
  expect(differenceOf(day)).toBe(0)
})

test('own messages are counted when WhatsApp answers for them, once', async () => {
  await desk.startWorker()
  await desk.link()
  desk.simulator.phone(customer)
  const ticketId = await desk.openTicketWith(customer.number)
  await desk.untilAck(await desk.answer(ticketId, 'Foi'), ack.received)
  desk.simulator.faults.nack(463)
  await desk.untilAck(await desk.answer(ticketId, 'Não foi'), ack.failed)
  expect(await untilCounted(({ refused }) => refused === 1)).toMatchObject({ sent: 1, refused: 1 })
})

test('messages of groups are ignored when the company wants none', async () => {
  await desk.startWorker()
  const changes = { checkMsgIsGroup: { from: 'disabled', to: 'enabled' } }
  await desk.run(updateSettings, { id: desk.companyId, changes })
  await desk.link()
  const ana = desk.simulator.phone(customer)
  const group = desk.simulator.group({ subject: 'Bairro', participants: [shop.number, customer.number] })
  const id = await ana.sendText(group.id, 'Alguém tem fermento?')
  const key = { id, fromMe: true, remoteJid: group.id }
  await ana.sendContent(group.id, { reactionMessage: { key, text: '🥖', senderTimestampMs: Date.now() } })
  await ana.sendText(shop.number, 'Só para vocês')
  await desk.untilMessage('Só para vocês')
  const day = await untilCounted(({ stored }) => stored === 1)
  expect(day.ignored['group']).toBe(2)
  expect(await storedTexts()).toEqual(['Só para vocês'])
  expect(differenceOf(day)).toBe(0)
})

test('a worker that is killed between decrypting and storing: counted once, and missing for as long as it is', async () => {
  const child = spawn(process.execPath, [new URL('../main.ts', import.meta.url).pathname], {
    env: { ...process.env, ...desk.processEnv(), LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(child, 'exit')
  await once(child.stdout, 'data')
  await desk.link()
  const ana = desk.simulator.phone(customer)
  // Stored in order: nothing of the first link is under way any more.
  await ana.sendText(shop.number, 'Antes')
  const before = await untilCounted(({ stored }) => stored === 1)
  await desk.db.sql.begin(async (sql) => {
    await sql`lock table messages in exclusive mode`
    await ana.sendText(shop.number, 'No meio')
    await vi.waitUntil(async () => (await journal()).some(({ keyId }) => keyId.includes('/')), soon)
    child.kill('SIGKILL')
    await exit
  })
  await desk.db.sql`update connection_tallies set created_at = now() - interval '2 minutes'`
  const missing = await untilCounted(({ delivered }) => delivered > before.delivered)
  expect(differenceOf(missing)).toBe(1)
  await desk.leasesRunOut()
  await desk.startWorker()
  await desk.untilMessage('No meio')
  const day = await untilCounted(({ stored }) => stored === 2)
  expect(day).toMatchObject({ stored: 2, delivered: missing.delivered })
  expect(differenceOf(day)).toBe(0)
})

const journal = () => desk.db.orm.select().from(sessionKeys).where(eq(sessionKeys.type, 'inbound'))

test('what is handed over again after its outcome was counted counts nothing', async () => {
  const { db, connectionId, companyId } = desk
  const keys = ['2026-11-21/a', '2026-11-21/b', 'c']
  const rows = keys.map((keyId) => ({ connectionId, type: 'inbound', keyId, value: new Uint8Array(1) }))
  await db.orm.insert(sessionKeys).values(rows)
  await db.sql`insert into connection_tallies (connection_id, day, counter, journal_key)
    select ${connectionId}, '2026-11-21', 'delivered', unnest(${keys.slice(0, 2)}::text[])`
  expect(await countedDay()).toBeUndefined()
  const receiver = new Receiver({
    db,
    jobs: desk.jobs,
    notifies: true,
    connectionId,
    companyId,
    graceDays: 0,
    onFile: async () => {},
    keysOf: (id) => (id === 'A' ? keys : []),
    onOutcome: (tx, outcome, of) => countOutcome(tx, outcome, { connectionId, today: '2026-11-21', keys: of }),
    onDone: () => {},
    log: createLogger('silent'),
  })
  const text = { key: { id: 'A', remoteJid: '123@lid', fromMe: false }, message: { conversation: 'um' } }
  const status = { ...text, key: { id: 'B', remoteJid: 'status@broadcast', participant: '123@lid', fromMe: false } }
  receiver.take([text, text, status], { number: '1', lid: '2' }, async () => null)
  await receiver.settled(10_000)
  const day = await countedDay()
  expect(day).toMatchObject({ delivered: 3, stored: 1, ignored: { duplicate: 1, status: 1 } })
  expect(await journal()).toEqual([])
})

test('days are kept for 90 days', async () => {
  const { companyId, connectionId } = desk
  const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
  const rows = [10, 95].map((days) => ({
    id: crypto.randomUUID(),
    companyId,
    connectionId,
    day: dayAgo(days).toISOString().slice(0, 10),
    createdAt: dayAgo(days),
    updatedAt: dayAgo(days),
  }))
  await desk.db.orm.insert(connectionDays).values(rows)
  await foldTallies(desk.db)
  expect(await desk.db.orm.select().from(connectionDays)).toMatchObject([{ day: rows[0]?.day }])
})
