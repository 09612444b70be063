// Single faults, the real Baileys against the simulator. docs/whatsapp-faults.md says which test shows which.
import { mkdtemp, rm } from 'node:fs/promises'
import { chmod } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { isPlaceholder } from 'db/messages/placeholder.ts'
import { ack } from 'db/messages/table.ts'
import { fixedPorts } from 'db/node/fixed-ports.ts'
import { PostgresProcess } from 'db/node/postgres/postgres-process.ts'
import { setUpDatabase } from 'db/node/set-up-database.ts'
import { alterAs } from 'db/node/testing/test-database.ts'
import { customer, openDesk, shop, useDesk, type Desk } from './test-desk.ts'

const soon = { interval: 20 }
/** Without the journal, which lives as long as a message is under way. */
const keyCount = async (desk: Desk) => (await desk.db.sql`select from session_keys where type <> 'inbound'`).count
const bodies = async (desk: Desk) => (await desk.messages()).map(({ body }) => body)
const unreadable = async (desk: Desk) => (await desk.messages()).filter(isPlaceholder).length
const shownTo = (desk: Desk, number: string) =>
  desk.simulator
    .phone({ number, name: '' })
    .chats()
    .flatMap((chat) => chat.messages)
    .filter(({ fromMe }) => !fromMe)
    .map(({ text }) => text)

describe('with a linked connection', () => {
  let desk: Desk
  useDesk((opened) => {
    desk = opened
  })

  async function link() {
    const worker = await desk.startWorker()
    await desk.link()
    return worker
  }

  /** The conversation with the customer, begun by us. */
  async function conversation() {
    await link()
    const ana = desk.simulator.phone(customer)
    return { ana, ticketId: await desk.openTicketWith(customer.number) }
  }

  /** Every status that the row shows from now on. */
  async function statusesUntil(last: string, cause: () => void) {
    await desk.alter(`
      create table shown (n bigint generated always as identity, status text, reason text, at timestamptz);
      create function show() returns trigger language plpgsql as
        $$ begin insert into shown (status, reason, at) values (new.status, new.status_reason, new.retry_at); return null; end $$;
      create trigger show after update of status on connections for each row execute function show()`)
    cause()
    const rows = () => desk.db.sql<{ status: string; reason: string | null; at: Date | null }[]>`
      select status, reason, at from shown order by n`
    await vi.waitUntil(async () => (await rows()).at(-1)?.status === last, soon)
    return rows()
  }

  const failures: [string, (desk: Desk) => void, [string, string | null][]][] = [
    [
      '515, asked to restart, at once',
      ({ simulator }) => simulator.faults.streamError(shop.number, 515),
      [['OPENING', null]],
    ],
    ['428, the line was cut', ({ simulator }) => simulator.faults.disconnect(shop.number), [['TIMEOUT', 'timeout']]],
    [
      '503, WhatsApp is busy',
      ({ simulator }) => simulator.faults.streamError(shop.number, 503),
      [['TIMEOUT', 'unavailable']],
    ],
    [
      '500, whatever else',
      ({ simulator }) => simulator.faults.streamError(shop.number, 500),
      [['TIMEOUT', 'unavailable']],
    ],
  ]
  test.each(failures)('%s: the row says so, the keys stay, it comes back', async (_name, fail, between) => {
    await link()
    const keys = await keyCount(desk)
    const rows = await statusesUntil('CONNECTED', () => fail(desk))
    expect(rows.slice(0, -1).map(({ status, reason }) => [status, reason])).toEqual(between)
    for (const { status, at } of rows) expect(at !== null).toBe(status === 'TIMEOUT')
    expect(await keyCount(desk)).toBeGreaterThanOrEqual(keys)
    await desk.simulator.phone(customer).sendText(shop.number, 'Tem alguém?')
    await desk.untilMessage('Tem alguém?')
  })

  test('refused at login with 405: the version is outdated, the keys stay', async () => {
    const worker = await link()
    await worker.stop()
    desk.simulator.faults.failLogin(405)
    await desk.startWorker()
    const row = await desk.untilStatus('TIMEOUT')
    expect(row).toMatchObject({ statusReason: 'outdated', retryAt: expect.any(Date) })
    expect(await keyCount(desk)).toBeGreaterThan(800)
  })

  test('nobody answers where WhatsApp should be: unreachable, not unlinked', async () => {
    const worker = await link()
    await worker.stop()
    await desk.simulator.stop()
    await desk.startWorker()
    expect(await desk.untilStatus('TIMEOUT')).toMatchObject({ statusReason: 'unreachable', retries: 1 })
    expect(await keyCount(desk)).toBeGreaterThan(800)
  })

  test('receipts that come twice, late and in the wrong order only ever raise the ticks', async () => {
    const { ana, ticketId } = await conversation()
    ana.autoRead = true
    Object.assign(desk.simulator.faults, { duplicateReceipts: true, swapReceipts: true, receiptDelayMs: 30 })
    await desk.alter(`
      create table raised (n bigint generated always as identity, message_id uuid, ack int);
      create function note() returns trigger language plpgsql as
        $$ begin insert into raised (message_id, ack) values (new.id, new.ack); return null; end $$;
      create trigger note after update of ack on messages for each row execute function note()`)
    const ids = []
    for (let n = 0; n < 10; n++) ids.push(await desk.answer(ticketId, `resposta ${n}`))
    for (const id of ids) await desk.untilAck(id, ack.read)
    for (const id of ids) {
      const steps = await desk.db.sql<{ ack: number }[]>`select ack from raised where message_id = ${id} order by n`
      const levels = steps.map((step) => step.ack)
      expect(levels).toEqual([...new Set(levels)].toSorted((a, b) => a - b))
    }
  })

  test('what arrives damaged is asked for again, both ways, and is there once', async () => {
    const { ana, ticketId } = await conversation()
    desk.simulator.faults.corruptNextToPhone()
    await desk.untilAck(await desk.answer(ticketId, 'Bom dia!'), ack.received)
    // Twice: the second request brings along keys of its own.
    desk.simulator.faults.corruptNextToPhone()
    desk.simulator.faults.corruptNextToPhone()
    await desk.untilAck(await desk.answer(ticketId, 'Pois não?'), ack.received)
    desk.simulator.faults.corruptNext()
    await ana.sendText(shop.number, 'Oi')
    await desk.untilMessage('Oi')
    desk.simulator.faults.corruptNext()
    desk.simulator.faults.corruptNext()
    await ana.sendText(shop.number, 'Tem pão?')
    await desk.untilMessage('Tem pão?')
    expect(shownTo(desk, customer.number)).toEqual(['Bom dia!', 'Pois não?'])
    expect((await bodies(desk)).toSorted()).toEqual(['Bom dia!', 'Oi', 'Pois não?', 'Tem pão?'])
    expect(await desk.tickets()).toMatchObject([{ unreadMessages: 2 }])
  })

  test('what stays damaged is not lost from sight: its place is kept until it can be read', async () => {
    const { ana } = await conversation()
    for (let n = 0; n < 8; n++) desk.simulator.faults.corruptNext()
    await ana.sendText(shop.number, 'Segredo')
    await vi.waitUntil(async () => (await unreadable(desk)) === 1, soon)
    await ana.sendText(shop.number, 'Alô?')
    await desk.untilMessage('Alô?')
    expect(await desk.tickets()).toHaveLength(1)
  })

  test('without an ack in time it is looked at again under its own id: what got lost arrives, what arrived is there once', async () => {
    desk.ackTimeoutMs = 1_000
    const { ana, ticketId } = await conversation()
    desk.simulator.faults.muteServer = true
    const lost = await desk.answer(ticketId, 'Perdida')
    await desk.untilAck(lost, ack.pending)
    desk.simulator.faults.muteServer = false
    await desk.untilAck(lost, ack.received)
    Object.assign(desk.simulator.faults, { ackDelayMs: 600_000, dropReceipts: true })
    const arrived = await desk.answer(ticketId, 'Chegou')
    await vi.waitUntil(() => ana.receivedLog.filter(({ text }) => text === 'Chegou').length >= 2, soon)
    expect(new Set(ana.receivedLog.map(({ id }) => id)).size).toBe(2)
    Object.assign(desk.simulator.faults, { ackDelayMs: 0, dropReceipts: false })
    await desk.untilAck(arrived, ack.received)
    expect(shownTo(desk, customer.number)).toEqual(['Perdida', 'Chegou'])
  })

  test('a refusal keeps its code and is not sent again, not even by the next worker; the next message is', async () => {
    desk.ackTimeoutMs = 1_000
    const { ticketId } = await conversation()
    desk.simulator.faults.nack(463)
    const refused = await desk.answer(ticketId, 'Promoção!')
    expect(await desk.untilAck(refused, ack.failed)).toMatchObject({ ackError: '463', sentAt: null })
    await desk.untilAck(await desk.answer(ticketId, 'Bom dia'), ack.received)
    await desk.stopWorkers()
    await desk.startWorker()
    await desk.untilAck(await desk.answer(ticketId, 'Até logo'), ack.received)
    expect(shownTo(desk, customer.number)).toEqual(['Bom dia', 'Até logo'])
    expect(await desk.untilAck(refused, ack.failed)).toMatchObject({ ackError: '463' })
  })
})

test('Postgres is restarted in the middle of the traffic: everything is stored and sent once, in order', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'balcao-restart-'))
  await chmod(folder, 0o755)
  const [port = 0] = await fixedPorts(1)
  const postgres = new PostgresProcess(folder, port, { database: 'desk', flags: ['fsync=off'] })
  await postgres.start()
  const { app, owner } = await setUpDatabase(postgres.url)
  const desk = await openDesk({ url: app, alter: alterAs(owner), drop: () => postgres.stop('SIGINT') })
  try {
    await desk.startWorker()
    await desk.link()
    const ana = desk.simulator.phone(customer)
    await ana.sendText(shop.number, 'mensagem 0')
    const { ticketId } = await desk.untilMessage('mensagem 0')
    await desk.accept(ticketId)
    const answers = Array.from({ length: 10 }, (_, n) => `resposta ${n}`)
    for (const body of answers) await desk.answer(ticketId, body)
    const texts = Array.from({ length: 30 }, (_, n) => `mensagem ${n}`)
    for (const text of texts.slice(1, 15)) void ana.sendText(shop.number, text)
    await postgres.stop('SIGKILL')
    // Not waited for before Postgres is back: phone and worker are one process here, where a step of the worker's that waits for Postgres
    // keeps its turn with the address that they both write to (session/signal-turns.ts).
    const meanwhile = texts.slice(15).map((text) => ana.sendText(shop.number, text))
    await postgres.start()
    await Promise.all(meanwhile)
    const rows = async (fromMe: boolean) =>
      (await desk.messages().catch(() => [])).filter((row) => row.fromMe === fromMe)
    await vi.waitUntil(
      async () => (await rows(true)).filter((row) => row.ack >= ack.sent).length === answers.length,
      soon,
    )
    await vi.waitUntil(async () => (await rows(false)).length >= texts.length, soon)
    expect((await rows(false)).map(({ body }) => body)).toEqual(texts)
    await vi.waitFor(() => expect(shownTo(desk, customer.number)).toEqual(answers), soon)
    expect(await desk.tickets()).toHaveLength(1)
  } finally {
    await desk.close()
    await rm(folder, { recursive: true, force: true })
  }
})
