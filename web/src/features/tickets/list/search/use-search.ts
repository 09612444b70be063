// A search: this device's contacts and messages at once, half a second after the last letter the server's, where the archive is.
// Invariant: results of this device never wait for the network.
import { ticketsByIds, type ListRow } from 'db/tickets/list-queries.ts'
import { searchWords } from 'db/kit/sql/search-text.ts'
import { messageHits, ticketHits } from 'db/tickets/search-queries.ts'
import { ticketNumberIn } from 'db/tickets/typed-number.ts'
import { useMemo } from 'react'
import { useDelayed } from '../../../../lib/use-delayed.ts'
import { useOnline } from '../../../../desk/server/use-online.ts'
import { runQuery } from '../../../../sync/client.ts'
import { useSyncStatus } from '../../../../sync/session-client.ts'
import { useKeptQuery } from '../../../../desk/use-kept-query.ts'
import { mergeHits, type Hit } from './merge-hits.ts'
import { searchServer } from './server-tickets.ts'
import type { Found } from '../item/ticket-item.tsx'
import { useDeleted } from '../use-deleted.ts'
import { useHitPages, type HitPages } from './use-hit-pages.ts'
import { hitsPerPage, type Cursor, type Search } from './search.ts'

const serverDelayMs = 500
/** One letter is in every message. */
const messageLetters = 2

export interface SearchResults {
  /** There is something to look for. */
  asked: boolean
  rows: readonly ListRow[]
  /** Why each row is there; the same object until its hit is another, so that rows are not drawn anew with each frame of a scroll. */
  found: ReadonlyMap<string, Found>
  /** The first local results of what is typed are on their way. */
  pending: boolean
  server: 'asking' | 'told' | 'unreachable' | 'unasked'
  more(): void
}

export function useSearch(typed: string, filters: Pick<Search, 'tagIds' | 'userIds'>): SearchResults {
  const mode = useSyncStatus((status) => status.mode)
  const phase = useSyncStatus((status) => status.phase)
  const online = useOnline()
  const search: Search = useMemo(() => ({ typed, words: searchWords(typed), ...filters }), [typed, filters])
  const key = keyOf(search)
  const local = mode === 'local'
  const letters = search.words.join('').length

  const names = useHitPages(local ? key : null, readLocal(ticketHits, search))
  const messages = useHitPages(local && letters >= messageLetters ? key : null, readLocal(messageHits, search))
  const settled = useDelayed(key, serverDelayMs)
  const asksServer = letters >= messageLetters || isChosen(search) || ticketNumberIn(typed) !== undefined
  const due = settled === key && online && asksServer
  // Without words there is nothing to be found in messages: what is on this device is all found here.
  const archivedOnly = local && phase === 'live' && search.words.length === 0
  const server = useHitPages<string>(due ? key : null, async (after, signal) => {
    const { rows, next } = await searchServer({ ...search, archivedOnly }, after, signal)
    return { next, hits: rows.map((row) => ({ ticketId: row.id, messageId: null, text: null, row })) }
  })

  const sources = [names, messages, server]
  const merged = useMemo(
    () => mergeHits(sources),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- of the sources this is what counts
    sources.flatMap(({ hits, complete }) => [hits, complete]),
  )
  const rows = useRows(merged)
  return {
    asked: key !== null,
    rows,
    found: useMemo(() => foundBy(merged, search.words), [merged, search.words]),
    pending: key !== null && (names.stale || messages.stale),
    server: asksServer ? serverState(server, online, due) : 'unasked',
    more: () => sources.find(({ complete }) => !complete)?.more(),
  }
}

const foundBy = (hits: readonly Hit[], words: readonly string[]) =>
  new Map(hits.map(({ ticketId, messageId, text }) => [ticketId, { words, messageId, text }]))

function serverState(server: HitPages, online: boolean, due: boolean): SearchResults['server'] {
  if (!online || server.failed) return 'unreachable'
  return !due || server.loading ? 'asking' : 'told'
}

const isChosen = ({ tagIds, userIds }: Search) => tagIds.length + userIds.length > 0

/** Null: nothing is asked for. */
function keyOf(search: Search): string | null {
  const { words, typed, tagIds, userIds } = search
  if (words.length === 0 && !isChosen(search)) return null
  return JSON.stringify([typed, tagIds, userIds])
}

const readLocal = (hits: typeof ticketHits, { typed, tagIds, userIds }: Search) =>
  async function read(after: Cursor | null) {
    const rows = await runQuery(hits({ typed, tagIds, userIds, after, limit: hitsPerPage }))
    const last = rows.at(-1)
    return {
      hits: rows.map(({ ticketId, messageId, text }) => ({ ticketId, messageId, text, row: null })),
      next: rows.length === hitsPerPage && last ? { sortKey: last.sortKey, id: last.id } : null,
    }
  }

/** As they are now; of what this device does not have, as the server told it. */
function useRows(hits: readonly Hit[]): readonly ListRow[] {
  const ids = hits.map(({ ticketId }) => ticketId).toSorted()
  const { rows } = useKeptQuery(ids.length === 0 ? null : ticketsByIds({ ids }))
  const deleted = useDeleted()
  return useMemo(() => {
    const known = new Map(rows.map((row) => [row.id, row]))
    const asTold = (row: ListRow | null) => (row && !deleted.has(row.id) ? row : [])
    return hits.flatMap(({ ticketId, row }) => known.get(ticketId) ?? asTold(row))
  }, [rows, hits, deleted])
}
