import type { PGlite } from '@electric-sql/pglite'
import * as fc from 'fast-check'
import { newId } from 'db/kit/new-id.ts'
import { messagesOf } from 'db/messages/queries.ts'
import { queries } from 'db/queries.ts'
import { headOf, windowOf, type ListFilter } from 'db/tickets/list-queries.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testPglite } from '../local/test-pglite.ts'
import type { ResultRow } from '../tabs/protocol.ts'
import { askedQuery, type AskedQuery } from './asked-query.ts'
import { changedColumns, rowsOf } from './changes.ts'
import { createLiveQueries, selectRows } from './live-queries.ts'
import { changedRows, pageIn, withPart, type PageOrder } from './page-part.ts'

const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
/** By id: its place, or null where it is not on the list; and the row of which it shows the place too, as an answer shows what it quotes. */
type Table = Readonly<Record<string, { at: number | null; quotes: string | null }>>
const tables = fc.record(
  Object.fromEntries(
    ids.map((id) => [id, fc.record({ at: fc.option(fc.nat(4)), quotes: fc.option(fc.constantFrom(...ids)) })]),
  ),
)
const order = (limit: number | null, first: PageOrder['first'] = 'greatest'): PageOrder => ({
  limit,
  place: ({ at }) => at,
  first,
  other: ({ quotes }) => quotes,
})
const shown = (table: Table, { limit, first }: PageOrder, only: readonly string[] = ids): ResultRow[] => {
  const page = Object.entries(table)
    .flatMap(([id, { at, quotes }]) =>
      at === null || !only.includes(id) ? [] : [{ id, at, quotes, quoted: quotes && (table[quotes]?.at ?? null) }],
    )
    .toSorted((one, other) => other.at - one.at || (one.id < other.id ? 1 : -1))
    .slice(0, limit ?? ids.length)
  return first === 'greatest' ? page : page.toReversed()
}
const placed = (places: Record<string, number>): Table =>
  Object.fromEntries(Object.entries(places).map(([id, at]) => [id, { at, quotes: null }]))

describe('a page of which some rows changed', () => {
  const orders = fc
    .tuple(fc.option(fc.integer({ min: 1, max: 9 })), fc.constantFrom('greatest' as const, 'least' as const))
    .map(([limit, first]) => order(limit, first))

  test('is what asking for all of it gives, or is asked for whole', () => {
    let made = 0
    fc.assert(
      fc.property(tables, tables, fc.subarray(ids), orders, (before, news, changed, by) => {
        const changes = changed.flatMap((id) => (news[id] ? [[id, news[id]] as const] : []))
        const now = { ...before, ...Object.fromEntries(changes) }
        const renewed = withPart(shown(before, by), shown(now, by, changed), new Set(changed), by)
        if (!renewed) return
        made++
        expect(renewed).toEqual(shown(now, by))
      }),
      { numRuns: 4000, seed: 11 },
    )
    expect(made).toBeGreaterThan(400)
  })
  test('is made of them: one that moves up, one that comes, one that goes from a page with room', () => {
    const page = shown(placed({ a: 3, b: 2, c: 1 }), order(3))
    const names = (rows: readonly ResultRow[] | undefined) => rows?.map(({ id }) => id)
    const one = (id: string, at: number) => [{ id, at }]
    expect(names(withPart(page, one('c', 9), new Set(['c']), order(3)))).toEqual(['c', 'a', 'b'])
    expect(names(withPart(page, one('d', 9), new Set(['d']), order(3)))).toEqual(['d', 'a', 'b'])
    expect(names(withPart(page, [], new Set(['b']), order(4)))).toEqual(['a', 'c'])
    const newestLast = order(3, 'least')
    expect(names(withPart(page.toReversed(), one('d', 9), new Set(['d']), newestLast))).toEqual(['b', 'a', 'd'])
  })
  test('is asked for whole where a row from below may have moved up', () => {
    const page = shown(placed({ a: 3, b: 2, c: 1 }), order(3))
    expect(withPart(page, [], new Set(['b']), order(3))).toBeUndefined()
    expect(withPart(page, [{ id: 'b', at: 0 }], new Set(['b']), order(3))).toBeUndefined()
  })
  test('is asked for whole where a row shows something of one that changed', () => {
    const page = [{ id: 'a', at: 3, quotes: 'd' }]
    expect(withPart(page, [{ id: 'd', at: 4 }], new Set(['d']), order(3))).toBeUndefined()
    expect(withPart(page, [{ id: 'a', at: 3, quotes: 'd' }], new Set(['a', 'd']), order(3))).toHaveLength(1)
  })
  test('is asked for whole when more changed than rows of its table, or nobody knows which', () => {
    const page = pageIn(askedQuery(headOf({ tab: 'open', userId: newId(), queueIds: null, limit: 9 })))
    if (!page) return expect.fail('the head of the list is a page')
    expect(changedRows(page, rowsOf(['tickets'], new Set(['a'])))).toEqual(new Set(['a']))
    expect(changedRows(page, rowsOf(['tickets']))).toBeUndefined()
    expect(changedRows(page, rowsOf(['tickets', 'tags'], new Set(['a'])))).toBeUndefined()
    expect(changedRows(page, rowsOf(['tickets'], new Set(Array.from({ length: 50 }, newId))))).toBeUndefined()
  })
})

describe('on a device', () => {
  let pg: PGlite
  beforeAll(async () => {
    pg = await testPglite('device')
  })
  afterAll(() => pg.close())

  /** As the leader watches it; `whole`: how often all of it was asked for. */
  function watchPage(query: AskedQuery) {
    let whole = 0
    let rows: readonly ResultRow[] = []
    const ask = ({ text, params }: AskedQuery) => selectRows(pg, text, params)
    const live = createLiveQueries(
      (asked) => {
        if (asked.text === query.text) whole++
        return ask(asked)
      },
      undefined,
      pageIn,
    )
    live.add('it', { query, onRows: (news) => (rows = news), onError: (error) => expect.fail(String(error)) })
    return { live, read: () => ask(query), rows: () => rows, whole: () => whole }
  }

  const [companyId, userId] = [newId(), newId()]
  const ticketIds = Array.from({ length: 30 }, newId).toSorted()
  const insert = (id: string, place: number) =>
    pg.query(
      `insert into tickets_synced (id, company_id, user_id, contact_id, connection_id, status, number, unread_messages, last_message, last_message_from_me,
         last_message_at, is_group, chatbot, archived, created_at, updated_at)
       values ($1, $2, $3, $2, $2, 'open', 1, 0, '', false, timestamptz '2026-01-01' + $4 * interval '1 microsecond', false, false, false, now(), now())`,
      [id, companyId, userId, place],
    )

  test.each<[string, (list: ListFilter) => AskedQuery]>([
    ['head', (list) => askedQuery(headOf({ ...list, limit: 8 }))],
    [
      'window',
      (list) =>
        askedQuery(
          windowOf({ ...list, from: { at: 4e15, id: newId() }, to: { at: 1.767225600000012e15, id: newId() } }),
        ),
    ],
  ])('a %s of the list, row by row, is what it is when asked for whole', async (_, queryOf) => {
    await pg.exec('delete from tickets_synced')
    for (const [place, id] of ticketIds.entries()) await insert(id, place % 25)
    const query = queryOf({ tab: 'open', userId, queueIds: null })
    const { read, rows, live, whole } = watchPage(query)
    await live.told()
    const random = fc.sample(fc.tuple(fc.constantFrom(...ticketIds), fc.nat(40), fc.nat(9)), { numRuns: 60, seed: 7 })
    for (const [id, place, what] of random) {
      if (what === 0) await pg.query('delete from tickets_synced where id = $1', [id])
      else if (what === 1) await pg.query(`update tickets_synced set status = 'closed' where id = $1`, [id])
      else {
        await pg.query('delete from tickets_synced where id = $1', [id])
        await insert(id, place)
      }
      live.changed(
        what === 1
          ? new Map([changedColumns('tickets', ['status'], new Set([id]))])
          : rowsOf(['tickets'], new Set([id])),
      )
      await live.told()
      expect(rows()).toEqual(await read())
    }
    expect(whole(), 'some are asked for whole').toBeLessThan(30)
  })

  const [ticketId, contactId] = [newId(), newId()]
  const messageIds = Array.from({ length: 30 }, newId)
  const at = (place: number) => new Date(Date.UTC(2026, 10, 1) + place * 333)
  const say = (id: string, place: number, quotes: string | null) =>
    pg.query(
      `insert into messages_synced (id, company_id, ticket_id, contact_id, connection_id, from_me, body, media_type, ack, quoted_message_id, is_deleted,
         is_forwarded, is_view_once, reactions, created_at, updated_at)
       values ($1, $2, $3, $4, $2, false, $5, 'chat', 1, $6, false, false, false, '{}', $7, now())`,
      [id, companyId, ticketId, contactId, `mensagem ${place}`, quotes, at(place)],
    )

  test.each([
    ['newest', { floor: null, ceiling: null, limit: 8 }],
    ['page from a place on', { floor: { sortKey: at(9).toISOString(), id: newId() }, ceiling: null, limit: null }],
    ['page between', { floor: null, ceiling: { sortKey: at(20).toISOString(), id: newId() }, limit: 5 }],
  ])('the %s of a conversation, row by row, is what it is when asked for whole', async (_, cut) => {
    await pg.exec('delete from messages_synced')
    for (const [place, id] of messageIds.slice(0, 20).entries()) await say(id, place, messageIds[place - 2] ?? null)
    const { read, rows, live, whole } = watchPage(askedQuery(messagesOf({ ticketId, ...cut })))
    const anyOf = fc.constantFrom(...messageIds)
    const random = fc.sample(fc.tuple(anyOf, fc.nat(30), fc.nat(9), fc.option(anyOf, { freq: 2 })), {
      numRuns: 60,
      seed: 7,
    })
    for (const [id, place, what, quotes] of random) {
      await pg.query('delete from messages_synced where id = $1', [id])
      if (what > 0) await say(id, place, quotes)
      live.changed(rowsOf(['messages'], new Set([id])))
      await live.told()
      expect(rows()).toEqual(await read())
    }
    expect(whole(), 'some are asked for whole').toBeLessThan(55)
  })

  test('who is a page says where each of its rows stands', () => {
    const pages = [...queries.values()].filter(({ page }) => page)
    expect(pages.map(({ name }) => name).toSorted()).toEqual([
      'chatMessage.ofChat',
      'message.ofTicket',
      'ticket.head',
      'ticket.window',
    ])
  })
})
