// What a conversation shows: synced and waiting rows from the local database, what was written a moment ago and is not there yet,
// and what the server refused (it is no row any more, but its author must see it). Invariant: what it shows
// survives the tab's death.
import type { MessageRow } from 'db/messages/queries.ts'
import { newId } from 'db/kit/new-id.ts'
import { useMemo, useState, useSyncExternalStore } from 'react'
import { toastError } from '../../../../lib/app/toast.ts'
import { enqueue, knownResult, runQuery, useOutbox, watchQuery, type OutboxEntry } from '../../../../sync/client.ts'
import { createMessagePages } from './message-pages.ts'
import { messageOutbox, rowIdOf, type MessageOutbox } from '../bubble/message-outbox.ts'
import { sendArgsOf, writtenRow, type Outgoing } from '../composer/outgoing.ts'

export interface Messages {
  rows: readonly MessageRow[]
  ready: boolean
  outbox: MessageOutbox
  /** Ids of those that are not in the local database yet. */
  unsaved: ReadonlySet<string>
  hasOlder: boolean
  loadOlder(): void
  /** Shows all of the ticket. */
  loadAll(): Promise<void>
  /** Shows everything from this message on; false when the ticket has no such message. */
  loadBackTo(id: string): Promise<boolean>
  /** Rows on the screen, counted from the oldest. */
  setVisible(first: number, last: number): void
  /** Shows it at once, with a file when it is durable, which is when it resolves. @throws AppError; DOMException QuotaExceededError */
  send(message: Outgoing): Promise<void>
}

export function useMessages(ticketId: string, userId: string): Messages {
  const { saved, newest, ...pages } = usePages(ticketId)
  const entries = useOutbox()
  const outbox = useMemo(() => messageOutbox(entries, ticketId), [entries, ticketId])
  const { refused } = outbox
  const [written, setWritten] = useState<readonly MessageRow[]>([])

  const known = useMemo(() => new Set(newest.map(({ id }) => id)), [newest])
  const fresh = written.filter(({ id }) => !known.has(id) && !refused.has(id))
  // What the database has is forgotten here, or it would come back once it is gone there.
  if (fresh.length < written.length) setWritten(fresh)

  const { rows, unsaved } = useMemo(() => {
    const lost = [...refused.values()]
      .filter((entry) => !known.has(rowIdOf(entry)))
      .flatMap((entry) => rowOf(entry, ticketId))
    const own = written.filter(({ id }) => !known.has(id) && !refused.has(id))
    const unsavedIds = new Set(own.map(({ id }) => id))
    if (lost.length === 0) return { rows: own.length === 0 ? saved : [...saved, ...own], unsaved: unsavedIds }
    const dated = [...saved, ...lost].toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
    // Own clock and server's clock differ: what is not saved is the newest thing here, whatever the clocks say.
    return { rows: [...dated, ...own], unsaved: unsavedIds }
  }, [saved, refused, written, known, ticketId])

  const send = async (message: Outgoing) => {
    const row = writtenRow({ id: newId(), ticketId }, message, userId, new Date())
    const { file, quotedMessageId } = message
    const quoted = rows.find(({ id }) => id === quotedMessageId) ?? null
    const files = file ? [{ ...file.media, blob: file.blob }] : []
    const show = () => setWritten((all) => [...all, { ...row, quoted }])
    const kept = enqueue('message.send', sendArgsOf(row.id, ticketId, message), files)
    if (!file) show()
    try {
      await kept
    } catch (error) {
      setWritten((all) => all.filter(({ id }) => id !== row.id))
      throw error
    }
    if (file) show()
  }
  return { rows, outbox, unsaved, ...pages, send }
}

function usePages(ticketId: string) {
  const pages = useMemo(
    () => createMessagePages(ticketId, { known: knownResult, watch: watchQuery, read: runQuery }),
    [ticketId],
  )
  const { rows: saved, ...state } = useSyncExternalStore(pages.subscribe, pages.get)
  const loadOlder = () => void pages.loadOlder().catch(toastError)
  const { loadAll, loadBackTo, setVisible } = pages
  return { saved, ...state, loadOlder, loadAll, loadBackTo, setVisible }
}

/** A refused message has no row; a refused forward never said here what it was. */
function rowOf(entry: OutboxEntry, ticketId: string): MessageRow[] {
  if (entry.name !== 'message.send') return []
  return [writtenRow({ id: rowIdOf(entry), ticketId }, entry.args as unknown as Outgoing, entry.userId, entry.at)]
}
