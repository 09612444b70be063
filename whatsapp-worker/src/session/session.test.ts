import { expect, test, vi } from 'vitest'
import { connectionLeases } from 'db/connections/table.ts'
import { startQueue } from 'db/jobs.ts'
import { ack } from 'db/messages/table.ts'
import { closeCompany } from 'db/node/close-company.ts'
import { withEffects } from 'db/node/effects.ts'
import { openMediaStore } from 'db/node/media/media-store.ts'
import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { removeCompanies } from '../housekeeping/remove-companies.ts'
import { connectionRow } from './connection-row.ts'
import { acquireLease } from './lease.ts'
import { customer, shop, useDesk, type Desk } from '../test-desk.ts'

let desk: Desk
useDesk((opened) => {
  desk = opened
})

const keys = () =>
  desk.db.sql<{ type: string; id: string; value: Uint8Array }[]>`select type, key_id as id, value from session_keys`

const soon = { interval: 5 }
const untilCode = () =>
  vi.waitUntil(async () => {
    const { pairingCode } = await desk.connection()
    return pairingCode !== null && { pairingCode }
  }, soon)

const setLease = (seconds: number) => desk.db.sql`
  insert into connection_leases (connection_id, owner, fence, expires_at)
  values (${desk.connectionId}, 'another', 7, now() + make_interval(secs => ${seconds}))
  on conflict (connection_id) do update set owner = 'another', fence = connection_leases.fence + 1,
    expires_at = excluded.expires_at`

const lease = async () => {
  const [row] = await desk.db.orm
    .select()
    .from(connectionLeases)
    .where(eq(connectionLeases.connectionId, desk.connectionId))
  return row
}

test('session keys at rest hold nothing readable', async () => {
  await desk.startWorker()
  await desk.link()
  await desk.simulator.phone(customer).sendText(shop.number, 'segredo de padeiro')
  await desk.untilMessage('segredo de padeiro')
  const rows = await keys()
  expect(rows.length).toBeGreaterThan(800)
  const bytes = Buffer.concat(rows.map((row) => row.value))
  for (const word of ['Buffer', 'private', 'noiseKey', 'registrationId', 'currentRatchet', shop.number, 'segredo']) {
    expect(bytes.includes(word), word).toBe(false)
  }
})

test('of two workers one opens the session', async () => {
  const [first, second] = await Promise.all([desk.startWorker(), desk.startWorker()])
  await desk.link()
  const owner = (await lease())?.owner
  await desk.simulator.phone(customer).sendText(shop.number, 'Oi')
  await desk.untilMessage('Oi')
  expect(await lease()).toMatchObject({ owner, fence: 1 })
  expect(await desk.connection()).toMatchObject({ status: 'CONNECTED' })
  await Promise.all([first.stop(), second.stop()])
})

test('a worker leaves an owned connection alone and takes it over when the lease has expired', async () => {
  await setLease(600)
  await desk.startWorker()
  await desk.start()
  // It has heard of it.
  await vi.waitUntil(
    async () =>
      (await desk.db.sql`select from pgboss.job where name = ${startQueue} and state = 'completed'`).count > 0,
  )
  expect(await desk.connection()).toMatchObject({ status: 'OPENING' })
  expect(await lease()).toMatchObject({ owner: 'another', fence: 7 })
  await desk.leasesRunOut()
  await desk.untilStatus('qrcode')
  expect(await lease()).toMatchObject({ fence: 8 })
})

test('a session whose lease was taken ends, and begins anew when the lease is free again', async () => {
  await desk.startWorker()
  await desk.link()
  await setLease(4)
  await vi.waitUntil(async () => ((await lease())?.fence ?? 0) > 2)
  await desk.untilStatus('CONNECTED')
  await desk.simulator.phone(customer).sendText(shop.number, 'Oi')
  await desk.untilMessage('Oi')
  expect(await lease()).toMatchObject({ fence: 3 })
})

test('a worker that lost its lease and has not noticed, having been paused, unlinks nobody', async () => {
  await desk.startWorker()
  const phone = await desk.link()
  await setLease(0)
  // It wants to write that the line is cut, before it looks at its lease again.
  desk.simulator.faults.disconnect(shop.number)
  await vi.waitUntil(async () => (await lease())?.owner !== 'another')
  await desk.simulator.phone(customer).sendText(shop.number, 'Oi')
  await desk.untilMessage('Oi')
  expect(phone.linked).toBe(true)
  expect(await desk.connection()).toMatchObject({ status: 'CONNECTED' })
})

test('a session that could not begin takes no jobs: what is written later is sent at once', async () => {
  const worker = await desk.startWorker()
  await desk.link()
  await worker.stop()
  const fence = (await lease())?.fence ?? 0
  // The last thing that a session asks for.
  await desk.alter('alter table connections rename column pairing_number to away')
  await desk.startWorker()
  await vi.waitUntil(async () => ((await lease())?.fence ?? 0) > fence + 3)
  await desk.alter('alter table connections rename column away to pairing_number')
  await desk.untilStatus('CONNECTED')
  desk.simulator.phone(customer)
  const ticketId = await desk.openTicketWith(customer.number)
  for (let n = 1; n <= 10; n++) await desk.untilAck(await desk.answer(ticketId, `Resposta ${n}`), ack.received)
})

test('disconnecting tells WhatsApp and wipes the keys; starting again shows a QR', async () => {
  await desk.startWorker()
  const phone = await desk.link()
  await desk.disconnect()
  await vi.waitUntil(async () => (await keys()).length === 0)
  await vi.waitUntil(() => !phone.linked)
  expect(await desk.connection()).toMatchObject({ status: 'DISCONNECTED', statusReason: 'disconnected', qrcode: null })
  await desk.start()
  await desk.untilStatus('qrcode')
})

test('a session that ends after the connection was started again does not take the start back', async () => {
  const own = await acquireLease(desk.db.sql, desk.connectionId, { name: 'a worker', keyId: 'a key' })
  if (!own) throw new Error('nobody else has it')
  const ended = {
    status: 'DISCONNECTED',
    reason: 'disconnected',
    qrcode: null,
    pairingCode: null,
    qrCount: 0,
    retries: 0,
    retryAt: null,
  } as const
  await desk.disconnect()
  expect(await connectionRow(desk.db.sql, own).write(ended)).toBe(true)
  await desk.start()
  expect(await connectionRow(desk.db.sql, own).write(ended)).toBe(false)
  expect((await desk.connection()).status).toBe('OPENING')
})

test('a disconnect while no worker runs is carried out by the next one', async () => {
  const worker = await desk.startWorker()
  const phone = await desk.link()
  await worker.stop()
  await desk.disconnect()
  await desk.startWorker()
  await vi.waitUntil(async () => !phone.linked && (await keys()).length === 0)
  expect(await desk.connection()).toMatchObject({ status: 'DISCONNECTED', statusReason: 'disconnected' })
})

test('the phone of a company that is deleted is unlinked, and then nothing of it is left', async () => {
  await desk.startWorker()
  const phone = await desk.link()
  await desk.simulator.phone(customer).sendText(shop.number, 'Oi')
  await desk.untilMessage('Oi')
  await desk.db.orm.transaction((tx) =>
    withEffects(tx, { jobs: desk.jobs, notifies: false }, (effects) =>
      closeCompany(tx, effects, desk.companyId, new Date()),
    ),
  )
  await vi.waitUntil(async () => !phone.linked && (await keys()).length === 0)
  const media = await openMediaStore(desk.env().media)
  const parts = { db: desk.db, jobs: desk.jobs, media, log: pino({ level: 'silent' }) }
  const left = () => desk.db.sql`select id from companies where id = ${desk.companyId}`
  // The lease goes when the session has ended.
  await vi.waitUntil(async () => {
    await removeCompanies(parts, new Date())
    return (await left()).length === 0
  })
  expect(await desk.db.sql`select id from messages`).toHaveLength(0)
})

test('unlinked on the phone: keys wiped, disconnected', async () => {
  await desk.startWorker()
  const phone = await desk.link()
  await phone.unlink()
  expect(await desk.untilStatus('DISCONNECTED')).toMatchObject({ statusReason: 'logged_out' })
  await vi.waitUntil(async () => (await keys()).length === 0)
})

test('banned: disconnected, and the keys stay', async () => {
  const worker = await desk.startWorker()
  await desk.link()
  await worker.stop()
  desk.simulator.faults.failLogin(403)
  await desk.startWorker()
  expect(await desk.untilStatus('DISCONNECTED')).toMatchObject({ statusReason: 'banned' })
  expect((await keys()).length).toBeGreaterThan(800)
})

test('replaced: it waits instead of fighting', async () => {
  await desk.startWorker()
  await desk.link()
  desk.simulator.faults.replace(shop.number)
  expect(await desk.untilStatus('TIMEOUT')).toMatchObject({ statusReason: 'replaced' })
})

test('a pairing code that is typed on the phone links the connection', async () => {
  await desk.startWorker()
  const phone = desk.simulator.phone(shop)
  await desk.start(shop.number)
  const { pairingCode } = await untilCode()
  expect(pairingCode).toMatch(/^[0-9A-Z]{8}$/)
  await expect(phone.enterPairingCode('AAAAAAAA')).rejects.toThrow('wrong pairing code')
  await phone.enterPairingCode(pairingCode)
  expect(await desk.untilStatus('CONNECTED')).toMatchObject({
    number: shop.number,
    qrcode: null,
    pairingCode: null,
    pairingNumber: null,
    qrCount: 0,
  })
  await desk.simulator.phone(customer).sendText(shop.number, 'Oi')
  await desk.untilMessage('Oi')
})

test('a code may be asked for while the QR is shown, and the QR still links', async () => {
  await desk.startWorker()
  const phone = desk.simulator.phone(shop)
  await desk.start()
  const { pairingCode: none } = await desk.untilStatus('qrcode')
  expect(none).toBeNull()
  await desk.start('5511900000009')
  const wrong = await untilCode()
  await desk.start(shop.number)
  const { qrcode } = await vi.waitUntil(async () => {
    const row = await desk.connection()
    return row.pairingCode !== null && row.pairingCode !== wrong.pairingCode && row
  })
  await phone.scanQr(qrcode ?? '')
  expect(await desk.untilStatus('CONNECTED')).toMatchObject({ number: shop.number })
})

test('a code that nobody typed leaves nothing behind: the next attempt shows a QR', async () => {
  const worker = await desk.startWorker()
  const phone = desk.simulator.phone(shop)
  await desk.start(shop.number)
  await untilCode()
  desk.simulator.faults.dropPairing()
  await desk.untilStatus('TIMEOUT')
  const again = await untilCode()
  await worker.stop()
  await desk.startWorker()
  const { pairingCode } = await vi.waitUntil(async () => {
    const row = await desk.connection()
    return row.pairingCode !== null && row.pairingCode !== again.pairingCode && row
  }, soon)
  await phone.enterPairingCode(pairingCode ?? '')
  await desk.untilStatus('CONNECTED')
})

test('a new QR gives up the old link first, whether its session runs or not', async () => {
  const worker = await desk.startWorker()
  const phone = await desk.link()
  await desk.relink()
  const first = await desk.untilStatus('qrcode')
  expect(first.relink).toBe(false)
  expect(phone.linked).toBe(false)
  await phone.scanQr(first.qrcode ?? '')
  await desk.untilStatus('CONNECTED')

  await worker.stop()
  await desk.relink()
  await desk.startWorker()
  const second = await desk.untilStatus('qrcode')
  expect(phone.linked).toBe(false)
  await phone.scanQr(second.qrcode ?? '')
  await desk.untilStatus('CONNECTED')
})

test('a new QR wished while it is being disconnected is shown in the end, however they meet', async () => {
  await desk.startWorker()
  const phone = desk.simulator.phone(shop)
  await desk.start()
  for (const _ of [1, 2, 3]) {
    const { qrcode } = await desk.untilStatus('qrcode')
    await phone.scanQr(qrcode ?? '')
    await desk.untilStatus('CONNECTED')
    await desk.disconnect()
    await desk.relink()
  }
  expect(await desk.untilStatus('qrcode')).toMatchObject({ relink: false })
  expect(phone.linked).toBe(false)
})

test('a new QR in the middle of linking is another QR', async () => {
  await desk.startWorker()
  await desk.start()
  const { qrcode } = await desk.untilStatus('qrcode')
  await desk.relink()
  const fresh = await vi.waitUntil(async () => {
    const row = await desk.connection()
    return row.status === 'qrcode' && row.qrcode !== qrcode && row
  }, soon)
  await desk.simulator.phone(shop).scanQr(fresh.qrcode ?? '')
  await desk.untilStatus('CONNECTED')
})

test('deleting a connection unlinks it and wipes its keys', async () => {
  await desk.startWorker()
  const phone = await desk.link()
  await desk.delete()
  await vi.waitUntil(async () => !phone.linked && (await keys()).length === 0, soon)
  expect(await desk.connection()).toMatchObject({ status: 'DISCONNECTED', deletedAt: expect.any(Date) })
})

test('a connection that is down says when it will be tried again', async () => {
  await desk.startWorker()
  await desk.link()
  desk.simulator.faults.streamError(shop.number, 503)
  const row = await desk.untilStatus('TIMEOUT')
  expect(row).toMatchObject({ statusReason: 'unavailable', retries: 1, retryAt: expect.any(Date) })
  expect(await desk.untilStatus('CONNECTED')).toMatchObject({ retryAt: null, retries: 0 })
})
