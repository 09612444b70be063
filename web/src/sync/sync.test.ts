import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { eq, sql } from 'drizzle-orm'
import { newId } from 'db/kit/new-id.ts'
import { messages } from 'db/messages/table.ts'
import { appliedMutations } from 'db/mutation-log/table.ts'
import * as v from 'valibot'
import { storedTables } from './local/local-schema.ts'
import { macrotask } from './kit/macrotask.ts'
import { changedColumns } from './queries/changes.ts'
import { createTestDevice, textRows, type TestDevice } from './test-device.ts'
import { createTestServer, type TestServer } from './test-server.ts'
import { createTestWorld, type TestWorld } from './test-world.ts'

const onlineListeners = new Set<() => void>()
beforeAll(() => {
  vi.stubGlobal('addEventListener', (name: string, listener: () => void) => {
    if (name === 'online') onlineListeners.add(listener)
  })
})

let world: TestWorld
let server: TestServer
let devices: TestDevice[]
beforeEach(async () => {
  world = createTestWorld()
  server = await createTestServer(world.actor, { chunkRows: 5 })
  await server.write((tx) => world.fill(tx))
  devices = []
})
/** The browser's event, which cuts a wait short. */
const online = () => onlineListeners.forEach((listener) => listener())

afterEach(async () => {
  for (const device of devices) device.stop()
  await server.pg.close()
})

async function startDevice(stored?: Parameters<typeof createTestDevice>[2]) {
  const made = await createTestDevice(server, world.actor, stored)
  devices.push(made)
  return made
}

/** At rest: nothing pending, and every view equals the server's table. */
async function atRest(made: TestDevice) {
  await vi.waitFor(
    async () => {
      expect(made.sync.pending()).toEqual([])
      for (const table of storedTables) {
        const columns = table.columns.map((column) => `"${column}"::text`).join(', ')
        expect(await textRows(made.pg, table.name, columns), table.name).toBe(
          JSON.stringify(await server.rows(table.name)),
        )
      }
    },
    { interval: 20 },
  )
}

test('a fresh device gets every row, in chunks, as the server has it', async () => {
  await atRest(await startDevice())
})

test('a server transaction over two tables is one local transaction', async () => {
  const made = await startDevice()
  await atRest(made)
  await vi.waitFor(() => expect(made.sync.status().phase).toBe('live'))
  made.commits.length = 0
  const [ticketId = ''] = world.ticketIds
  await server.write(async (tx) => {
    await tx.execute(sql`update tickets set unread_messages = 9 where id = ${ticketId}`)
    await tx.execute(sql`update messages set ack = 3 where ticket_id = ${ticketId}`)
  })
  await atRest(made)
  const both = made.commits.filter((changes) => changes.has('tickets') || changes.has('messages'))
  expect(both.map((changes) => [...changes.keys()].toSorted())).toEqual([['messages', 'tickets']])
})

test('what comes back as it is shown already changes nothing but the times that the server keeps', async () => {
  const made = await startDevice()
  await atRest(made)
  const [, , , ticketId = ''] = world.ticketIds
  expect(await textRows(made.pg, 'tickets', 'id, unread_messages')).toContain(
    `{"id":"${ticketId}","unread_messages":3}`,
  )
  made.commits.length = 0
  await made.mutate('ticket.markRead', { id: ticketId })
  await atRest(made)
  expect(await textRows(made.pg, 'tickets', 'id, unread_messages')).toContain(
    `{"id":"${ticketId}","unread_messages":0}`,
  )
  const ids = new Set([ticketId])
  expect(made.commits).toEqual([
    new Map([changedColumns('tickets', ['unread_messages', 'updated_at'], ids)]),
    new Map([changedColumns('tickets', ['updated_at'], ids)]),
  ])
})

test('a message shows at once, reaches the server once and leaves the outbox', async () => {
  const made = await startDevice()
  await atRest(made)
  const id = newId()
  const entry = await made.mutate('message.send', { id, ticketId: world.ticketIds[1], body: 'olá' })
  expect(await textRows(made.pg, 'messages', 'id, body')).toContain(id)
  await atRest(made)
  expect(server.pushed).toEqual([entry.id])
  expect(made.outbox.all()).toEqual([])
  expect(await textRows(made.pg, 'messages_overlay')).toBe('[]')
})

test('the row is on the screen at every moment between writing and confirmation', async () => {
  const made = await startDevice()
  await atRest(made)
  const id = newId()
  await made.mutate('message.send', { id, ticketId: world.ticketIds[1], body: 'sempre' })
  for (let confirmed = false; !confirmed; confirmed = made.sync.pending().length === 0) {
    expect(await textRows(made.pg, 'messages', 'id')).toContain(id)
    await macrotask()
  }
  expect(await textRows(made.pg, 'messages', 'id')).toContain(id)
})

test('offline work waits and arrives in order', async () => {
  const made = await startDevice()
  await atRest(made)
  server.online = false
  const ticketId = world.ticketIds[0]
  const entries = [
    await made.mutate('ticket.accept', { id: ticketId }),
    await made.mutate('message.send', { id: newId(), ticketId, body: 'um' }),
    await made.mutate('ticket.close', { id: ticketId }),
  ]
  expect(await textRows(made.pg, 'tickets', 'id, status')).toContain(`"${ticketId}","status":"closed"`)
  server.online = true
  online()
  await atRest(made)
  expect(server.pushed).toEqual(entries.map((entry) => entry.id))
})

test('what a customer says while a reading and an answer wait is unread, here and on the server', async () => {
  const made = await startDevice()
  await atRest(made)
  server.online = false
  const ticketId = world.ticketIds[1]
  const unread = `"${ticketId}","unread_messages":`
  const until = world.saidUntil.toISOString()
  await made.mutate('ticket.markRead', { id: ticketId, until })
  await made.mutate('message.send', { id: newId(), ticketId, body: 'já vejo', readUntil: until })
  expect(await textRows(made.pg, 'tickets', 'id, unread_messages')).toContain(`${unread}0`)
  await server.write(async (tx) => {
    const [said] = await tx
      .select()
      .from(messages)
      .where(eq(messages.ticketId, ticketId ?? ''))
    if (!said) throw new Error('a ticket with messages')
    await tx
      .insert(messages)
      .values({ ...said, id: newId(), whatsappId: 'LATER', createdAt: new Date(), body: 'e aí?' })
    await tx.execute(sql`update tickets set unread_messages = unread_messages + 1 where id = ${ticketId}`)
  })
  server.online = true
  online()
  await atRest(made)
  expect(await textRows(made.pg, 'tickets', 'id, unread_messages')).toContain(`${unread}1`)
})

test('a server that is lost in the middle of the first copy is told as lost, and the copy goes on with it', async () => {
  server.online = false
  const made = await startDevice()
  await vi.waitFor(() => expect(made.sync.status()).toMatchObject({ phase: 'loading', unreachable: true }))
  server.online = true
  online()
  await atRest(made)
  await vi.waitFor(() => expect(made.sync.status()).toMatchObject({ phase: 'live', unreachable: false }))
})

test('who comes back is live at once, although nothing happened meanwhile', async () => {
  const made = await startDevice()
  await atRest(made)
  await vi.waitFor(() => expect(made.sync.status().phase).toBe('live'))
  server.online = false
  await vi.waitFor(() => expect(made.sync.status().phase).toBe('reconnecting'))
  server.online = true
  online()
  await vi.waitFor(() => expect(made.sync.status().phase).toBe('live'))
  // And goes on hearing of what happens.
  await server.write(async (tx) => {
    await tx.execute(sql`update tickets set unread_messages = 7`)
  })
  await atRest(made)
})

test('an overdue company’s device says so, keeps what it has and what waits, and is current by itself once it is paid', async () => {
  const { since, send, pay } = overdueServer()
  const before = await startDevice()
  await atRest(before)
  before.stop()
  const made = await createTestDevice({ send }, world.actor, before)
  devices.push(made)

  await vi.waitFor(() => expect(made.sync.status()).toMatchObject({ phase: 'reconnecting', overdue: { since } }))
  const id = newId()
  const entry = await made.mutate('message.send', { id, ticketId: world.ticketIds[1], body: 'espera' })
  await vi.waitFor(() => expect(made.sync.status().pushRefused).toBe('ERR_SUBSCRIPTION_EXPIRED'))
  expect(made.outbox.all()).toMatchObject([{ id: entry.id, state: 'waiting' }])
  expect(await textRows(made.pg, 'messages', 'id')).toContain(id)

  pay()
  const paid = { phase: 'live', overdue: null, pushRefused: null }
  await vi.waitFor(() => expect(made.sync.status()).toMatchObject(paid))
  await atRest(made)
  expect(server.pushed).toEqual([entry.id])
})

test('a device that has nothing yet of an overdue company has everything by itself once it is paid', async () => {
  const { since, send, held, pay } = overdueServer()
  const made = await createTestDevice({ send }, world.actor)
  devices.push(made)
  await vi.waitFor(() => expect(made.sync.status()).toMatchObject({ phase: 'loading', overdue: { since } }))
  await vi.waitFor(() => expect(held.size).toBe(1))
  pay()
  await vi.waitFor(() => expect(made.sync.status()).toMatchObject({ phase: 'live', overdue: null }))
  await atRest(made)
})

/** Who waits for changes is held back until the payment, like the sync-server does it. */
function overdueServer() {
  const held = new Set<() => void>()
  const since = '2026-11-01T00:00:00.000Z'
  let paid = false
  const refusal = () =>
    Response.json({ error: 'ERR_SUBSCRIPTION_EXPIRED', details: { dueDate: since } }, { status: 402 })
  const send: TestServer['send'] = async (path, init) => {
    const body: unknown = path.endsWith('/shapes/changes') && JSON.parse(String(init.body))
    if (!paid && v.is(v.object({ wait: v.literal(true) }), body)) await new Promise<void>((goOn) => held.add(goOn))
    return paid ? server.send(path, init) : refusal()
  }
  const pay = () => {
    paid = true
    for (const goOn of held) goOn()
    held.clear()
  }
  return { since, send, held, pay }
}

test('a refused mutation leaves the view and stays in the outbox with its code', async () => {
  const made = await startDevice()
  await atRest(made)
  const ticketId = world.ticketIds[0] ?? ''
  server.online = false
  const entry = await made.mutate('ticket.accept', { id: ticketId })
  await server.write(async (tx) => {
    await tx.execute(sql`update tickets set status = 'open', user_id = ${newId()} where id = ${ticketId}`)
  })
  server.online = true
  online()
  await atRest(made)
  expect(made.outbox.all().find(({ id }) => id === entry.id)).toMatchObject({
    state: 'refused',
    code: 'ERR_TICKET_STATUS',
  })
})

test('a refused entry that a late copy of its push got through after all leaves the outbox, and lets go what it held', async () => {
  const made = await startDevice()
  await atRest(made)
  const [contactId, connectionId] = [newId(), world.connectionId]
  const create = await made.mutate('ticket.create', { id: newId(), contactId, connectionId })
  const held = await made.mutate('ticketTag.add', { ticketId: create.args['id'], tagId: newId() })
  await vi.waitFor(() => expect(made.outbox.all()[0]?.state).toBe('refused'))
  await server.write(async (tx) => {
    const { companyId, userId } = world.actor
    const row = { id: create.id, companyId, userId, name: create.name, appliedAt: new Date() }
    await tx.insert(appliedMutations).values(row)
  })
  await atRest(made)
  expect(made.outbox.all().map(({ id }) => id)).toEqual([held.id])
  expect(server.pushed).toEqual([create.id, held.id])
})

test('a tab that asks late, when its entry was refused or discarded, changes nothing', async () => {
  const made = await startDevice()
  await atRest(made)
  const [one, other] = [
    await made.mutate('ticket.transfer', { id: world.ticketIds[1], queueId: newId() }),
    await made.mutate('ticket.transfer', { id: world.ticketIds[4], queueId: newId() }),
  ]
  await vi.waitFor(() => expect(made.outbox.all().map(({ state }) => state)).toEqual(['refused', 'refused']))
  await made.outbox.remove([other.seq])
  for (const entry of [one, other]) await made.sync.run(entry)
  expect(made.sync.pending()).toEqual([])
  expect(server.pushed).toEqual([one.id, other.id])
})

describe('must-refetch', () => {
  test('old rows stay visible, gone rows go when the new snapshot is complete', async () => {
    const made = await startDevice()
    await atRest(made)
    server.online = false
    const [gone = ''] = world.ticketIds
    server.rotate('tickets')
    await server.write(async (tx) => {
      await tx.execute(sql`delete from tickets where id = ${gone}`)
    })
    expect(await textRows(made.pg, 'tickets', 'id')).toContain(gone)
    server.online = true
    online()
    await atRest(made)
    expect(await textRows(made.pg, 'tickets', 'id')).not.toContain(gone)
    expect(await textRows(made.pg, 'shape_seen', 'id')).toBe('[]')
  })

  test('of the log, an entry is confirmed by its position', async () => {
    const made = await startDevice()
    await atRest(made)
    server.rotate('applied_mutations')
    await made.mutate('ticket.accept', { id: world.ticketIds[0] })
    await vi.waitFor(() => expect(made.sync.pending()[0]?.state ?? 'applied').toBe('applied'))
    // Every table has to tell that it is past the commit.
    for (const table of storedTables) server.rotate(table.name)
    await atRest(made)
    expect(made.outbox.all()).toEqual([])
  })
})

test('a restart goes on from the stored offset, with what was waiting', async () => {
  const first = await startDevice()
  await atRest(first)
  server.online = false
  const entry = await first.mutate('ticket.accept', { id: world.ticketIds[0] })
  first.stop()
  await server.write(async (tx) => {
    await tx.execute(sql`update tickets set last_message = 'enquanto isso' where id = ${world.ticketIds[2]}`)
  })
  server.online = true
  online()
  const asked = vi.spyOn(server, 'send')
  const second = await startDevice({ pg: first.pg, outbox: first.outbox })
  await atRest(second)
  expect(server.pushed).toEqual([entry.id])
  expect(asked.mock.calls.map(([path]) => path).filter((path) => /offset=-1|\/first$/.test(path))).toEqual([])
})

test('an answer that cannot be applied is asked for again and not skipped', async () => {
  const made = await startDevice()
  await atRest(made)
  const ticketId = world.ticketIds[2] ?? ''
  await made.pg.exec(`alter table tickets_synced add constraint broken check (last_message <> 'quebra')`)
  const silenced = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await server.write(async (tx) => {
    await tx.execute(sql`update tickets set last_message = 'quebra' where id = ${ticketId}`)
  })
  await vi.waitFor(() => expect(silenced).toHaveBeenCalled())
  await made.pg.exec('alter table tickets_synced drop constraint broken')
  await atRest(made)
  silenced.mockRestore()
})

test('a refused entry that may have made its row holds back what names the row, and nothing else', async () => {
  const made = await startDevice()
  await atRest(made)
  server.online = false
  const [contactId = '', free = ''] = [world.contactIds[0], world.ticketIds[3]]
  const create = await made.mutate('ticket.create', { id: newId(), contactId, connectionId: world.connectionId })
  const ticketId = create.args['id']
  const held = await made.mutate('message.send', { id: newId(), ticketId, body: 'depois de aberto' })
  await made.mutate('ticket.accept', { id: free })
  server.online = true
  online()
  await vi.waitFor(() => expect(made.sync.pending().map(({ id }) => id)).toEqual([held.id]))
  expect(made.outbox.all()).toMatchObject([
    { id: create.id, state: 'refused' },
    { id: held.id, state: 'waiting' },
  ])

  await made.outbox.remove([create.seq])
  await vi.waitFor(() => expect(made.outbox.all()).toMatchObject([{ id: held.id, state: 'refused' }]))
})
