// What a conversation shows above its first message: the contact's tickets before it, once the reader goes there.
import type { TicketDetail } from 'db/tickets/queries.ts'
import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { toastError } from '../../../../lib/app/toast.ts'
import { useOnline } from '../../../../desk/server/use-online.ts'
import { useStable } from '../../../../lib/use-stable.ts'
import { runQuery } from '../../../../sync/client.ts'
import { readArchive, readArchivedTickets } from '../archive.ts'
import { createEarlierTickets, type EarlierState } from '../earlier-tickets.ts'
import type { Messages } from '../../../../desk/conversation/list/use-messages.ts'

export interface Earlier extends EarlierState {
  /** The first message of the open ticket is shown: what is before it comes next. */
  due: boolean
  load(): void
  /** The reader has come to the top. */
  reach(): void
}

/** The messages with those of earlier tickets before them. */
export function useEarlier(ticket: TicketDetail, messages: Messages): { shown: Messages; earlier: Earlier } {
  const { id, contactId } = ticket
  const createdAt = ticket.createdAt.getTime()
  const store = useMemo(() => {
    const source = { read: runQuery, archivedTickets: readArchivedTickets, archivedMessages: readArchive }
    return createEarlierTickets({ id, contactId, createdAt: new Date(createdAt) }, source)
  }, [id, contactId, createdAt])
  const state = useSyncExternalStore(store.subscribe, store.get)
  const count = state.rows.length
  const rows = useMemo(
    () => (state.rows.length === 0 ? messages.rows : [...state.rows, ...messages.rows]),
    [state.rows, messages.rows],
  )
  const { setVisible: setVisibleHere } = messages
  const setVisible = useCallback(
    (first: number, last: number) => setVisibleHere(first - count, last - count),
    [setVisibleHere, count],
  )
  const due = messages.ready && !messages.hasOlder
  const load = () => void store.load().catch(toastError)
  const reach = () => (due && (state.phase === 'more' || state.phase === 'unknown') ? load() : undefined)
  useEffect(() => {
    if (due) void store.peek().catch(toastError)
  }, [due, store])
  useAgainOnline(state.phase === 'offline', load)
  const loadBackTo = async (messageId: string) => {
    if (await messages.loadBackTo(messageId)) return true
    if (!(await store.has(messageId))) return false
    // What is shown has no gaps.
    await messages.loadAll()
    return store.loadBackTo(messageId)
  }
  return { shown: { ...messages, rows, setVisible, loadBackTo }, earlier: { ...state, due, load, reach } }
}

/** What was missing for want of a network comes when it is back. */
function useAgainOnline(missing: boolean, load: () => void) {
  const online = useOnline()
  const before = useRef(online)
  const again = useStable(load)
  useEffect(() => {
    const returned = online && !before.current
    before.current = online
    if (returned && missing) again()
  }, [online, missing, again])
}
