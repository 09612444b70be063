// The real worker is killed with -9 while it tells an endpoint: each thing is told at least once, with the same id every time, nothing of a ticket
// before what happened to it earlier, and nothing is left behind.
import { connections } from 'db/connections/table.ts'
import { newId } from 'db/kit/new-id.ts'
import { startChild, type Child } from 'db/node/child.ts'
import { newWebhookSecret, webhookSecretName } from 'db/node/integrations/webhook-secret.ts'
import { ringOf } from 'db/node/keys/settings.ts'
import { useNamedTestDatabase } from 'db/node/testing/test-file-database.ts'
import { startTestReceivers, type ReceivedWebhook } from 'db/node/testing/test-receivers.ts'
import { testCompany } from 'db/node/testing/test-world.ts'
import { webhookEndpoints } from 'db/webhooks/table.ts'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'

const soon = { interval: 5 }
const { db, url } = useNamedTestDatabase()
const secret = randomBytes(32)

const startWorker = (folder: string): Child =>
  startChild(fileURLToPath(new URL('../main.ts', import.meta.url)), [], {
    DATABASE_URL: url,
    SESSION_KEYS_SECRET: secret.toString('base64'),
    MEDIA_DIR: folder,
    // Nobody is there, and no connection of the test asks.
    WHATSAPP_URL: 'ws://127.0.0.1:1',
    OUTGOING_ALLOW_LOOPBACK: '1',
    LOG_LEVEL: 'silent',
  })

test('at least once, in the order of each ticket, nothing lost', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'balcao-webhooks-'))
  const receivers = await startTestReceivers()
  let worker: Child | undefined
  onTestFinished(async () => {
    await worker?.kill('SIGKILL')
    receivers.stop()
    await rm(folder, { recursive: true, force: true })
  })
  const company = await testCompany(db)
  await db.sql`update companies set features = '["useIntegrations"]' where id = ${company.id}`
  await db.orm.update(connections).set({ status: 'DISCONNECTED' })
  const receiver = receivers.add()
  const [id, now] = [newId(), new Date()]
  const endpoint = { id, companyId: company.id, name: 'CRM', url: receiver.url, events: ['message.received' as const] }
  await db.orm.insert(webhookEndpoints).values({ ...endpoint, active: true, createdAt: now, updatedAt: now })
  const place = { companyId: company.id, name: webhookSecretName(id) }
  const keys = ringOf({ SESSION_KEYS_SECRET: secret, SESSION_KEYS_FORMER: [] })
  receiver.secret = await newWebhookSecret(db.orm, keys, place, null, now)

  const ticketIds = await Promise.all(Array.from({ length: 3 }, () => company.ticket()))
  for (let n = 0; n < 8; n++) for (const ticketId of ticketIds) await company.message(ticketId, { body: String(n) })
  // In the middle of several requests: the receiver has taken what the worker will never write down.
  for (const killedAt of [3, 12]) {
    receiver.answer = () => {
      if (receiver.received.length >= killedAt) worker?.process.kill('SIGKILL')
      return 200
    }
    // It tells from the moment it listens on, which is before it says that it is ready.
    worker = startWorker(folder)
    expect(await worker.exited, worker.tail()).toBe('SIGKILL')
    const [left] = await db.sql`select count(*)::int as n from webhook_deliveries where leased_until > now()`
    expect(left?.['n']).toBeGreaterThan(0)
    // As if the time had passed after which a worker is believed dead.
    await db.sql`update webhook_deliveries set leased_until = now() where leased_until is not null`
  }
  receiver.answer = 200
  worker = startWorker(folder)
  await vi.waitUntil(async () => {
    const [waiting] = await db.sql`select count(*)::int as n from webhook_deliveries where status <> 'delivered'`
    return waiting?.['n'] === 0
  }, soon)

  const told = Map.groupBy(receiver.received, ({ data }) => (data['ticket'] as { id: string }).id)
  const bodyOf = ({ data }: ReceivedWebhook) => Number((data['message'] as { body: string }).body)
  for (const ticketId of ticketIds) {
    const heard = told.get(ticketId) ?? []
    const bodies = heard.map(bodyOf)
    expect(bodies).toEqual(bodies.toSorted((a, b) => a - b))
    expect([...new Set(bodies)]).toEqual(Array.from({ length: 8 }, (_, n) => n))
    expect(new Set(heard.map((each) => each.id)).size).toBe(8)
  }
  expect(receiver.received.length).toBeGreaterThan(24)
})
