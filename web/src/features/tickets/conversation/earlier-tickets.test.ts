import type { EarlierTicket } from 'db/tickets/queries.ts'
import type { MessageRow } from 'db/messages/queries.ts'
import type { PGlite } from '@electric-sql/pglite'
import { newId } from 'db/kit/new-id.ts'
import { beforeAll, expect, test } from 'vitest'
import { askedQuery } from '../../../sync/queries/asked-query.ts'
import { selectRows } from '../../../sync/queries/live-queries.ts'
import { testPglite } from '../../../sync/local/test-pglite.ts'
import type { ArchivedTickets } from './archive.ts'
import { createEarlierTickets, type EarlierSource, type EarlierTickets } from './earlier-tickets.ts'

let pg: PGlite
beforeAll(async () => {
  pg = await testPglite('device')
  return () => pg.close()
})

const ids = { company: newId(), connection: newId(), queue: newId() }
const day = (n: number) => new Date(Date.UTC(2026, 0, n))

async function ticket(contactId: string, number: number, messages: number): Promise<EarlierTicket> {
  const id = newId()
  const createdAt = day(number)
  await pg.query(
    `insert into tickets_synced (id, company_id, number, status, contact_id, connection_id, is_group, chatbot, unread_messages,
       last_message, last_message_from_me, last_message_at, closed_at, archived, created_at, updated_at)
     values ($1, $2, $3, 'closed', $4, $5, false, false, 0, '', false, $6, $6, false, $6, now())`,
    [id, ids.company, number, contactId, ids.connection, createdAt],
  )
  await pg.query(
    `insert into messages_synced (id, company_id, ticket_id, contact_id, connection_id, archived, from_me, media_type, body, ack,
       is_deleted, is_forwarded, is_view_once, reactions, created_at, updated_at)
     select gen_random_uuid(), $1, $2, $3, $4, false, false, 'chat', $5 || '.' || n, 3, false, false, false, '{}',
       $6::timestamptz + n * interval '1 second', now() from generate_series(1, $7::int) n`,
    [ids.company, id, contactId, ids.connection, String(number), createdAt, messages],
  )
  return { id, number, createdAt, closedAt: createdAt }
}

const row = (ticketId: string, body: string) => ({ id: newId(), ticketId, body }) as MessageRow
const nothingArchived: ArchivedTickets = { tickets: [], cursor: null }

function sourceWith(archive: Partial<EarlierSource> = {}): EarlierSource {
  return {
    async read(query) {
      const { text, params } = askedQuery(query)
      return (await selectRows(pg, text, params)) as never
    },
    archivedTickets: async () => nothingArchived,
    archivedMessages: async () => ({ rows: [], cursor: null }),
    ...archive,
  }
}
const bodies = (earlier: EarlierTickets) => earlier.get().rows.map(({ body }) => body)

test('tickets before the open one come one after the other, in pages, without gaps', async () => {
  const contactId = newId()
  await ticket(newId(), 2, 3)
  await ticket(contactId, 1, 2)
  await ticket(contactId, 3, 130)
  await ticket(contactId, 4, 0)
  const open = await ticket(contactId, 5, 1)
  await ticket(contactId, 6, 1)
  const earlier = createEarlierTickets({ ...open, contactId }, sourceWith())
  await earlier.load()
  expect(bodies(earlier)).toEqual(Array.from({ length: 120 }, (_, i) => `3.${i + 11}`))
  expect(earlier.get()).toMatchObject({ whole: false, phase: 'more' })
  await earlier.load()
  expect([bodies(earlier)[0], bodies(earlier).length, earlier.get().whole]).toEqual(['3.1', 130, true])
  await earlier.load()
  expect(bodies(earlier).slice(0, 3)).toEqual(['1.1', '1.2', '3.1'])
  await earlier.load()
  expect(earlier.get().phase).toBe('end')
  expect([...earlier.get().tickets.values()].map(({ number }) => number)).toEqual([3, 1])
})

test('then those of the archive; without network it goes on where it stopped', async () => {
  const contactId = newId()
  const local = await ticket(contactId, 8, 1)
  const open = await ticket(contactId, 9, 1)
  const archived = [7, 6, 10].map((number) => ({ id: newId(), number, createdAt: day(number), closedAt: day(number) }))
  let online = false
  const source = sourceWith({
    async archivedTickets(_, cursor) {
      if (!online) throw new TypeError('no network')
      return cursor === null
        ? { tickets: archived.slice(0, 1), cursor: 'two' }
        : { tickets: archived.slice(1), cursor: null }
    },
    async archivedMessages(ticketId, cursor) {
      const number = archived.find(({ id }) => id === ticketId)?.number
      if (number !== 7) return { rows: [row(ticketId, `${number}.1`)], cursor: null }
      return cursor === null
        ? { rows: [row(ticketId, '7.2')], cursor: 'c' }
        : { rows: [row(ticketId, '7.1')], cursor: null }
    },
  })
  const earlier = createEarlierTickets({ ...open, contactId }, source)
  await earlier.load()
  await earlier.load()
  expect([bodies(earlier), earlier.get().phase]).toEqual([['8.1'], 'offline'])
  online = true
  for (let i = 0; i < 3; i++) await earlier.load()
  expect(bodies(earlier)).toEqual(['6.1', '7.1', '7.2', '8.1'])
  await earlier.load()
  expect(earlier.get().phase).toBe('end')
  expect(earlier.get().tickets.has(local.id)).toBe(true)
})

test('a message far back is led to, one of another contact is not', async () => {
  const contactId = newId()
  const first = await ticket(contactId, 1, 1)
  await ticket(contactId, 2, 1)
  const open = await ticket(contactId, 3, 1)
  const stranger = await ticket(newId(), 1, 1)
  const idIn = async (ticketId: string) =>
    (await pg.query<{ id: string }>('select id from messages_synced where ticket_id = $1', [ticketId])).rows[0]?.id ??
    ''
  const earlier = createEarlierTickets({ ...open, contactId }, sourceWith())
  expect(await earlier.loadBackTo(await idIn(stranger.id))).toBe(false)
  expect(bodies(earlier)).toEqual([])
  expect(await earlier.has(await idIn(stranger.id))).toBe(false)
  expect(await earlier.has(await idIn(open.id))).toBe(false)
  expect(await earlier.has(await idIn(first.id))).toBe(true)
  // Also while a page is on its way.
  const [, found] = await Promise.all([earlier.load(), earlier.loadBackTo(await idIn(first.id))])
  expect(found).toBe(true)
  expect(bodies(earlier)).toEqual(['1.1', '2.1'])
})

test('whether there are any is found out before they are offered: here, in the archive, or nobody can say', async () => {
  const phaseOf = async (open: Parameters<typeof createEarlierTickets>[0], source: EarlierSource) => {
    const earlier = createEarlierTickets(open, source)
    expect(earlier.get().phase).toBe('unknown')
    await earlier.peek()
    return [earlier.get().phase, earlier] as const
  }
  const contactId = newId()
  const first = await ticket(contactId, 1, 1)
  const second = await ticket(contactId, 2, 1)
  expect((await phaseOf({ ...first, contactId }, sourceWith()))[0]).toBe('end')
  expect((await phaseOf({ ...second, contactId }, sourceWith()))[0]).toBe('more')
  const old = { id: newId(), number: 0, createdAt: day(0), closedAt: day(0) }
  let asked = 0
  const archive = sourceWith({
    archivedTickets: async () => {
      asked++
      return { tickets: [old], cursor: null }
    },
    archivedMessages: async () => ({ rows: [row(old.id, 'velha')], cursor: null }),
  })
  const [phase, earlier] = await phaseOf({ ...first, contactId }, archive)
  expect(phase).toBe('more')
  await earlier.load()
  expect([bodies(earlier), asked]).toEqual([['velha'], 1])
  const unreachable = sourceWith({ archivedTickets: () => Promise.reject(new TypeError('Failed to fetch')) })
  expect((await phaseOf({ ...first, contactId }, unreachable))[0]).toBe('more')
})
