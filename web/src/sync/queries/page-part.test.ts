import type { PGlite } from '@electric-sql/pglite'
import * as fc from 'fast-check'
import { newId } from 'db/kit/new-id.ts'
import { queries } from 'db/queries.ts'
import { headOf, windowOf, type ListFilter } from 'db/tickets/list-queries.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testPglite } from '../local/test-pglite.ts'
import type { ResultRow } from '../tabs/protocol.ts'
import { askedQuery, type AskedQuery } from './asked-query.ts'
import { changedColumns, rowsOf } from './changes.ts'
import { createLiveQueries, selectRows } from './live-queries.ts'
import { changedRows, pageIn, withPart } from './page-part.ts'

const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
/** By id: its place, or null where it is not on the list. */
type Table = Readonly<Record<string, number | null>>
const tables = fc.record(Object.fromEntries(ids.map((id) => [id, fc.option(fc.nat(4))])))
const shown = (table: Table, limit: number | null, only: readonly string[] = ids): ResultRow[] =>
  Object.entries(table)
    .flatMap(([id, at]) => (at === null || !only.includes(id) ? [] : [{ id, at }]))
    .toSorted((one, other) => other.at - one.at || (one.id < other.id ? 1 : -1))
    .slice(0, limit ?? ids.length)

describe('a page of which some rows changed', () => {
  const limits = fc.option(fc.integer({ min: 1, max: 9 }))

  test('is what asking for all of it gives, or is asked for whole', () => {
    fc.assert(
      fc.property(tables, tables, fc.subarray(ids), limits, (before, news, changed, limit) => {
        const now = { ...before, ...Object.fromEntries(changed.map((id) => [id, news[id] ?? null])) }
        const renewed = withPart(shown(before, limit), shown(now, limit, changed), new Set(changed), limit)
        if (renewed) expect(renewed).toEqual(shown(now, limit))
      }),
      { numRuns: 2000 },
    )
  })
  test('is made of them: one that moves up, one that comes, one that goes from a page with room', () => {
    const page = shown({ a: 3, b: 2, c: 1 }, 3)
    const names = (rows: readonly ResultRow[] | undefined) => rows?.map(({ id }) => id)
    const one = (id: string, at: number) => [{ id, at }]
    expect(names(withPart(page, one('c', 9), new Set(['c']), 3))).toEqual(['c', 'a', 'b'])
    expect(names(withPart(page, one('d', 9), new Set(['d']), 3))).toEqual(['d', 'a', 'b'])
    expect(names(withPart(page, [], new Set(['b']), 4))).toEqual(['a', 'c'])
  })
  test('is asked for whole where a row from below may have moved up', () => {
    const page = shown({ a: 3, b: 2, c: 1 }, 3)
    expect(withPart(page, [], new Set(['b']), 3)).toBeUndefined()
    expect(withPart(page, [{ id: 'b', at: 0 }], new Set(['b']), 3)).toBeUndefined()
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
    const read = ({ text, params }: AskedQuery) => selectRows(pg, text, params)
    let whole = 0
    let rows: readonly ResultRow[] = []
    const live = createLiveQueries(
      (asked) => {
        if (asked.text === query.text) whole++
        return read(asked)
      },
      undefined,
      pageIn,
    )
    live.add('it', { query, onRows: (news) => (rows = news), onError: (error) => expect.fail(String(error)) })
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
      expect(rows).toEqual(await read(query))
    }
    expect(whole, 'some are asked for whole').toBeLessThan(30)
  })

  test('whoever is a page has the columns that place its rows', () => {
    const pages = [...queries.values()].filter(({ page }) => page)
    expect(pages.map(({ name }) => name)).toEqual(['ticket.head', 'ticket.window'])
    for (const { row } of pages) expect(Object.keys(row)).toEqual(expect.arrayContaining(['id', 'at']))
  })
})
