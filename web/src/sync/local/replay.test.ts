import type { PGlite } from '@electric-sql/pglite'
import * as fc from 'fast-check'
import { drizzle } from 'drizzle-orm/pglite'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { AppError } from 'db/kit/errors.ts'
import { runMutation } from 'db/kit/define-mutation.ts'
import { noEffects } from 'db/kit/effects.ts'
import { newId } from 'db/kit/new-id.ts'
import { mutations } from 'db/mutations.ts'
import { syncedName } from 'db/kit/sql/local-names.ts'
import { storedTables } from './local-schema.ts'
import { createLocalCopy } from './local-copy.ts'
import type { OutboxEntry } from '../outbox/outbox.ts'
import { replay } from './replay.ts'
import { testEntry, textRows } from '../test-device.ts'
import { testPglite } from './test-pglite.ts'
import { createTestWorld } from '../test-world.ts'

const world = createTestWorld()
let plain: PGlite
let device: PGlite
beforeAll(async () => {
  plain = await testPglite('server')
  device = await testPglite('device')
})
afterAll(async () => {
  await plain.close()
  await device.close()
})
beforeEach(async () => {
  for (const { name } of storedTables) await plain.exec(`delete from ${name}`)
  await drizzle({ client: plain }).transaction((tx) => world.fill(tx))
  await copySynced()
})

/** What is in the plain tables is what has synced. */
async function copySynced() {
  for (const { name } of storedTables) {
    const rows = await plain.query(`select * from ${name}`)
    await device.exec(`delete from ${syncedName(name)}`)
    await device.query(
      `insert into ${syncedName(name)} select * from json_populate_recordset(null::${syncedName(name)}, $1::json)`,
      [JSON.stringify(rows.rows)],
    )
  }
}

/** The meaning of replay: the mutations on ordinary tables, each in a transaction that its refusal rolls back. */
async function runOnPlain(entries: readonly OutboxEntry[]) {
  for (const { name, args, at } of entries) {
    const mutation = mutations.get(name)
    if (!mutation) throw new Error(name)
    const run = drizzle({ client: plain }).transaction((tx) =>
      runMutation(tx, mutation, args, { actor: world.actor, now: at, side: 'client', effects: noEffects }),
    )
    await run.catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error
    })
  }
}

const rowsOf = async (pg: PGlite) => {
  const all = await Promise.all(storedTables.map(async ({ name }) => [name, await textRows(pg, name)]))
  return Object.fromEntries(all) as Record<string, string>
}

const pick = (ids: readonly string[]) => fc.constantFrom(...ids)
const ticketId = pick(world.ticketIds)
const call = fc.oneof(
  fc.record({
    name: fc.constantFrom(
      'ticket.accept',
      'ticket.return',
      'ticket.close',
      'ticket.reopen',
      'ticket.markRead',
      'ticket.delete',
    ),
    args: fc.record({ id: ticketId }),
  }),
  fc.record({
    name: fc.constant('ticket.transfer'),
    args: fc.record({ id: ticketId, queueId: pick(world.queueIds) }),
  }),
  fc.record({
    name: fc.constant('message.send'),
    args: fc.record({ id: fc.constant(null).map(newId), ticketId, body: fc.constantFrom('oi', 'até logo', '"\\') }),
  }),
  fc.record({
    name: fc.constant('ticket.create'),
    args: fc.record({
      id: fc.constant(null).map(newId),
      contactId: pick(world.contactIds),
      connectionId: fc.constant(world.connectionId),
      queueId: pick(world.queueIds),
    }),
  }),
  fc.record({
    name: fc.constant('connection.create'),
    args: fc.record({ id: fc.constant(null).map(newId), name: fc.constantFrom('Loja', 'Filial', 'Matriz') }),
  }),
)

test('view = replay(synced, pending), whole and one by one', async () => {
  await fc.assert(
    fc
      .asyncProperty(fc.array(call, { maxLength: 15 }), async (calls) => {
        const entries = calls.map(({ name, args }) => testEntry(world.actor, name, args))
        await device.transaction((tx) => replay(tx, entries, world.actor))
        const whole = await rowsOf(device)
        await runOnPlain(entries)
        expect(whole).toEqual(await rowsOf(plain))

        const copy = await createLocalCopy(silent(device), [])
        for (const entry of entries) await copy.run(entry, async () => entry)
        expect(await rowsOf(device)).toEqual(whole)

        await createLocalCopy(silent(device), entries)
        expect(await rowsOf(device)).toEqual(whole)
      })
      .beforeEach(async () => {
        for (const { name } of storedTables) await plain.exec(`delete from ${name}`)
        await drizzle({ client: plain }).transaction((tx) => world.fill(tx))
        await copySynced()
      }),
    { numRuns: 25 },
  )
})

test('a mutation that fails half-way leaves nothing and stops no other', async () => {
  const [, open = ''] = world.ticketIds
  const id = newId()
  const send = (body: string) => testEntry(world.actor, 'message.send', { id, ticketId: open, body })
  // The same id twice: the second insert breaks the key after the first has written.
  const entries = [send('um'), send('dois'), testEntry(world.actor, 'ticket.close', { id: open })]
  const silenced = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const runs = await device.transaction((tx) => replay(tx, entries, world.actor))
  silenced.mockRestore()
  expect([...runs.values()].map((run) => run.ran)).toEqual([true, false, true])
  expect(await textRows(device, 'messages', 'id, body')).toContain(`"${id}","body":"um"`)
})

test('a mutation whose row has synced already changes nothing', async () => {
  const [, open = ''] = world.ticketIds
  const { rows } = await device.query<{ id: string }>('select id from messages_synced where ticket_id = $1', [open])
  await device.transaction((tx) => replay(tx, [], world.actor))
  const before = await rowsOf(device)
  const silenced = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const again = testEntry(world.actor, 'message.send', { id: rows[0]?.id, ticketId: open, body: 'de novo' })
  const runs = await device.transaction((tx) => replay(tx, [again], world.actor))
  silenced.mockRestore()
  expect(runs.get(again.id)?.ran).toBe(false)
  expect(await rowsOf(device)).toEqual(before)
})

function silent(pg: PGlite) {
  const none = async () => undefined
  return { pg, logTable: '', actor: () => world.actor, onCommit: () => undefined, onConfirmed: none, onMoot: none }
}
