import type { PGlite } from '@electric-sql/pglite'
import { newId } from 'db/kit/new-id.ts'
import { beforeAll, expect, test, vi } from 'vitest'
import { askedQuery } from '../../../sync/queries/asked-query.ts'
import { rowsOf } from '../../../sync/queries/changes.ts'
import { createLiveQueries, selectRows } from '../../../sync/queries/live-queries.ts'
import { testPglite } from '../../../sync/local/test-pglite.ts'
import { floorBefore, floorsBackTo, messagesOf } from 'db/messages/queries.ts'
import { olderPageSize, pageSize, type ConversationPages } from './source.ts'
import { createMessagePages, type MessageSource } from './message-pages.ts'

let pg: PGlite
let source: MessageSource
let live: ReturnType<typeof createLiveQueries>
beforeAll(async () => {
  pg = await testPglite('device')
  live = createLiveQueries(({ text, params }) => selectRows(pg, text, params))
  let key = 0
  source = {
    known: () => undefined,
    watch(query, onRows) {
      const own = String(++key)
      // Rows of a query are what its author says they are.
      live.add(own, {
        query: askedQuery(query),
        onRows: (rows) => onRows(rows as never),
        onError: (error) => expect.fail(String(error)),
      })
      return () => live.remove((each) => each === own)
    },
    async read(query) {
      const { text, params } = askedQuery(query)
      return (await selectRows(pg, text, params)) as never
    },
  }
  return () => pg.close()
})

const pagesOf = (ticketId: string): ConversationPages => ({
  between: (floor, ceiling) => messagesOf({ ticketId, floor, ceiling, limit: floor ? null : pageSize }),
  floorBefore: (ceiling) => floorBefore({ ticketId, ceiling, pageSize: olderPageSize }),
  floorsBackTo: (ceiling, messageId) => floorsBackTo({ ticketId, ceiling, messageId, pageSize: olderPageSize }),
})

const ids = { company: newId(), contact: newId(), connection: newId() }

/** Named by their number from the oldest. */
async function ticketWith(count: number) {
  const ticketId = newId()
  await insert(ticketId, 0, count)
  return ticketId
}

async function insert(ticketId: string, from: number, count: number) {
  await pg.query(
    `insert into messages_synced (id, company_id, ticket_id, contact_id, connection_id, archived, from_me, media_type, body, ack,
       is_deleted, is_forwarded, is_view_once, reactions, created_at, updated_at)
     select gen_random_uuid(), $1, $2, $3, $4, false, false, 'chat', 'm' || n, 3, false, false, false, '{}',
       timestamptz '2026-01-01' + n * interval '1 second', now()
     from generate_series($5::int, $5::int + $6::int - 1) n`,
    [ids.company, ticketId, ids.contact, ids.connection, from, count],
  )
  live.changed(rowsOf(['messages']))
}

async function open(ticketId: string) {
  const pages = createMessagePages(pagesOf(ticketId), source)
  const end = pages.subscribe(() => undefined)
  await expect.poll(() => pages.get().ready).toBe(true)
  const shown = () => pages.get().rows.map(({ body }) => body)
  return { pages, end, shown }
}
const bodies = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => `m${from + index}`)

test('older pages join without gap until there are none', async () => {
  const { pages, end, shown } = await open(await ticketWith(300))
  expect(shown()).toEqual(bodies(260, 299))
  await pages.loadOlder()
  expect(shown()).toEqual(bodies(140, 299))
  await pages.loadOlder()
  await pages.loadOlder()
  expect(shown()).toEqual(bodies(0, 299))
  await pages.loadOlder()
  expect(pages.get().hasOlder).toBe(false)
  end()
})

test('rows that have come already are there at once, and are not told again', async () => {
  const ticketId = await ticketWith(60)
  const first = await open(ticketId)
  const { rows } = first.pages.get()
  first.end()
  const told = vi.fn()
  const pages = createMessagePages(pagesOf(ticketId), {
    ...source,
    known: () => rows as never,
    watch(_query, onRows) {
      onRows(rows as never)
      return () => undefined
    },
  })
  expect(pages.get()).toEqual({ rows, newest: rows, ready: true, hasOlder: true })
  pages.subscribe(told)()
  expect(told).not.toHaveBeenCalled()
})

test('messages that come join the newest page, which loses none to it', async () => {
  const ticketId = await ticketWith(200)
  const { pages, end, shown } = await open(ticketId)
  await pages.loadOlder()
  await insert(ticketId, 200, 50)
  await expect.poll(() => pages.get().rows.length).toBe(210)
  expect(shown()).toEqual(bodies(40, 249))
  end()
})

test('a message far back comes with everything between', async () => {
  const ticketId = await ticketWith(1000)
  const { pages, end, shown } = await open(ticketId)
  const wanted = await pg.query<{ id: string }>(`select id from messages where ticket_id = $1 and body = 'm300'`, [
    ticketId,
  ])
  expect(await pages.loadBackTo(wanted.rows[0]?.id ?? '')).toBe(true)
  expect(shown()).toEqual(bodies(240, 999))
  expect(await pages.loadBackTo(newId())).toBe(false)
  end()
})

test('a message is led to while another page is on its way, also when that page brings it; all of a ticket can be had', async () => {
  const ticketId = await ticketWith(600)
  const { pages, end, shown } = await open(ticketId)
  const idOf = async (body: string) =>
    (await pg.query<{ id: string }>('select id from messages where ticket_id = $1 and body = $2', [ticketId, body]))
      .rows[0]?.id ?? ''
  const [near, far] = [await idOf('m500'), await idOf('m200')]
  const found = await Promise.all([pages.loadOlder(), pages.loadBackTo(near), pages.loadBackTo(far)])
  expect(found.slice(1)).toEqual([true, true])
  expect(shown()[0]).toBe('m200')
  expect(new Set(shown()).size).toBe(shown().length)
  await pages.loadAll()
  expect(shown()).toEqual(bodies(0, 599))
  end()
})

test('what is on the screen follows its rows, what is far from it does not', async () => {
  const ticketId = await ticketWith(300)
  const { pages, end, shown } = await open(ticketId)
  await pages.loadOlder()
  pages.setVisible(0, 30)
  await pg.query(`update messages_synced set body = 'changed' where ticket_id = $1 and body = 'm150'`, [ticketId])
  live.changed(rowsOf(['messages']))
  await expect.poll(() => shown()[10]).toBe('changed')
  end()
})
