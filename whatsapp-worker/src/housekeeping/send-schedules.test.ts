// Scheduled messages on the real path: row, timer, message, job, the real Baileys, the customer's phone. The timer's clock is the test's.
import { eq } from 'drizzle-orm'
import { newId } from 'db/kit/new-id.ts'
import { contacts } from 'db/contacts/table.ts'
import { ack } from 'db/messages/table.ts'
import { leaseDue } from 'db/schedules/sending.ts'
import { schedules, type Schedule } from 'db/schedules/table.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLogger } from '../logger.ts'
import { customer, openDesk, type Desk } from '../test-desk.ts'
import { sendSchedules } from './send-schedules.ts'

let desk: Desk
let contactId: string
beforeEach(async () => {
  desk = await openDesk()
  await desk.startWorker()
  await desk.link()
  desk.simulator.phone(customer)
  contactId = await contactOf(customer.number)
})
afterEach(() => desk.close())

/** In an hour: the worker's own timer finds nothing due. */
const due = new Date(Date.now() + 3_600_000)
const after = (minutes: number) => new Date(due.getTime() + minutes * 60_000)
const log = createLogger('silent')
const run = (now: Date, jobs = desk.jobs) =>
  sendSchedules({ db: desk.db, jobs, log, graceDays: 0, notifies: true }, () => now)

async function contactOf(number: string) {
  const id = newId()
  const times = { createdAt: new Date(), updatedAt: new Date() }
  const own = { id, companyId: desk.companyId, name: 'Ana Souza', number, lid: null, email: '', isGroup: false }
  await desk.db.orm.insert(contacts).values({ ...own, ...times })
  return id
}

async function schedule(change: Partial<Schedule> = {}) {
  const id = newId()
  const times = { sendAt: due, createdAt: new Date(), updatedAt: new Date() }
  const own = { id, companyId: desk.companyId, userId: null, contactId, status: 'PENDENTE' } as const
  await desk.db.orm.insert(schedules).values({ ...own, body: 'Olá, {{firstName}}', ...times, ...change })
  return id
}

const row = async (id: string) => (await desk.db.orm.select().from(schedules).where(eq(schedules.id, id)))[0]
const shown = () =>
  desk.simulator
    .phone(customer)
    .chats()
    .flatMap((chat) => chat.messages)
    .map(({ kind, text }) => ({ kind, text }))
const untilArrived = async (id: string) => desk.untilAck((await row(id))?.messageId ?? '', ack.received)

test('at its time it arrives, once, and says that it was sent', async () => {
  const id = await schedule()
  expect(await run(after(-1))).toEqual({ sent: 0, failed: 0 })
  expect(await run(after(0))).toEqual({ sent: 1, failed: 0 })
  expect(await run(after(1))).toEqual({ sent: 0, failed: 0 })
  await untilArrived(id)
  expect(await row(id)).toMatchObject({ status: 'ENVIADA', sentAt: due })
  expect(shown()).toEqual([{ kind: 'text', text: 'Olá, Ana' }])
})

test('a picture arrives with its caption', async () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const mediaHash = await desk.storeFile(png, 'image/png')
  const id = await schedule({ mediaHash, mediaName: 'bolo.png', mediaMime: 'image/png', mediaSize: png.length })
  await run(due)
  await untilArrived(id)
  expect(shown()).toEqual([{ kind: 'image', text: 'Olá, Ana' }])
})

test('two workers, one that died with it leased, and one that died sending: the customer gets it once', async () => {
  const ids = [await schedule(), await schedule({ sendAt: after(1) }), await schedule({ sendAt: after(2) })]
  const dying = { ...desk.jobs, sendToConnection: () => Promise.reject(new Error('killed')) }
  expect(await run(after(2), dying)).toEqual({ sent: 0, failed: 3 })
  expect(await desk.messages()).toEqual([])
  expect(await run(after(3))).toEqual({ sent: 0, failed: 0 })
  await run(after(5), dying)
  await desk.db.orm.transaction((tx) => leaseDue(tx, { now: after(8), graceDays: 0 }, 1))
  await Promise.all([run(after(8)), run(after(8))])
  await Promise.all([run(after(11)), run(after(11))])
  for (const id of ids) await untilArrived(id)
  expect(await desk.messages()).toHaveLength(3)
  expect(shown()).toHaveLength(3)
})

test('while the connection is down it waits as every message does', async () => {
  await desk.stopWorkers()
  const id = await schedule()
  await run(due)
  expect(await row(id)).toMatchObject({ status: 'AGENDADA', sentAt: due })
  expect(shown()).toEqual([])
  await desk.startWorker()
  await untilArrived(id)
  expect(await row(id)).toMatchObject({ status: 'ENVIADA', sentAt: due })
  expect(shown()).toHaveLength(1)
})

test('what WhatsApp does not take is an error, with its reason', async () => {
  contactId = await contactOf('5511900000099')
  const id = await schedule()
  await run(due)
  await vi.waitUntil(async () => (await row(id))?.status === 'ERRO', { interval: 5 })
  expect(await row(id)).toMatchObject({ error: 'not_on_whatsapp', sentAt: due })
})

test('the worker looks each minute by itself', async () => {
  const known = await desk.jobs.boss.getSchedules('schedule.send')
  expect(known).toMatchObject([{ cron: '* * * * *' }])
  const id = await schedule({ sendAt: new Date() })
  await desk.jobs.boss.send('schedule.send', {})
  await vi.waitUntil(async () => (await row(id))?.status === 'ENVIADA', { interval: 5 })
  await untilArrived(id)
})
