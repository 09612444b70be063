// What a conversation shows: synced and waiting rows from the local database, what was written a moment ago and is not there yet,
// and what the server refused (it is no row any more, but its author must see it). Invariant: what it shows
// survives the tab's death.
import { newId } from 'db/kit/new-id.ts'
import { useMemo, useState } from 'react'
import { toastError } from '../../../lib/toast.ts'
import { enqueue, runQuery, useOutbox, type OutboxEntry } from '../../../sync/client.ts'
import { floorAround, floorBefore, messagesOf, pageSize, type Floor, type MessageRow } from '../queries.ts'
import { useKeptQuery } from '../use-kept-query.ts'
import { messageOutbox, rowIdOf, type MessageOutbox } from './message-outbox.ts'
import { sendArgsOf, writtenRow, type Outgoing } from './outgoing.ts'

export interface Messages {
  rows: readonly MessageRow[]
  ready: boolean
  outbox: MessageOutbox
  /** Ids of those that are not in the local database yet. */
  unsaved: ReadonlySet<string>
  hasOlder: boolean
  loadOlder(): void
  /** Shows everything from this message on; false when the ticket has no such message. */
  loadBackTo(id: string): Promise<boolean>
  /** Shows it at once, with a file when it is durable, which is when it resolves. @throws AppError; DOMException QuotaExceededError */
  send(message: Outgoing): Promise<void>
}

export function useMessages(ticketId: string, userId: string): Messages {
  const { saved, ...pages } = usePages(ticketId)
  const entries = useOutbox()
  const outbox = useMemo(() => messageOutbox(entries, ticketId), [entries, ticketId])
  const { refused } = outbox
  const [written, setWritten] = useState<readonly MessageRow[]>([])

  const known = useMemo(() => new Set(saved.map(({ id }) => id)), [saved])
  const fresh = written.filter(({ id }) => !known.has(id) && !refused.has(id))
  // What the database has is forgotten here, or it would come back once it is gone there.
  if (fresh.length < written.length) setWritten(fresh)

  const { rows, unsaved } = useMemo(() => {
    const lost = [...refused.values()].filter((entry) => !known.has(rowIdOf(entry))).flatMap(rowOf)
    const own = written.filter(({ id }) => !known.has(id) && !refused.has(id))
    const unsavedIds = new Set(own.map(({ id }) => id))
    if (lost.length === 0) return { rows: own.length === 0 ? saved : [...saved, ...own], unsaved: unsavedIds }
    const dated = [...saved, ...lost].toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
    // Own clock and server's clock differ: what is not saved is the newest thing here, whatever the clocks say.
    return { rows: [...dated, ...own], unsaved: unsavedIds }
  }, [saved, refused, written, known])

  const send = async (message: Outgoing) => {
    const row = writtenRow(newId(), message, userId, new Date())
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

/** The newest page, live; older pages join it at its floor. */
function usePages(ticketId: string) {
  const [floor, setFloor] = useState<Floor | null>(null)
  const [loading, setLoading] = useState(false)
  const [complete, setComplete] = useState(false)
  const { rows: saved, ready } = useKeptQuery(messagesOf(ticketId, floor))
  const oldest = saved[0]
  const hasOlder = !complete && saved.length >= pageSize

  const loadOlder = () => {
    if (!oldest || loading || !hasOlder) return
    setLoading(true)
    runQuery(floorBefore(ticketId, { sortKey: oldest.sortKey, id: oldest.id }))
      .then(([older]) => (older ? setFloor(older) : setComplete(true)))
      .catch(toastError)
      .finally(() => setLoading(false))
  }
  const loadBackTo = async (id: string) => {
    const [older] = await runQuery(floorAround(ticketId, id))
    if (older) setFloor(older)
    return older !== undefined
  }
  return { saved, ready, hasOlder, loadOlder, loadBackTo }
}

/** A refused message has no row; a refused forward never said here what it was. */
function rowOf(entry: OutboxEntry): MessageRow[] {
  if (entry.name !== 'message.send') return []
  return [writtenRow(rowIdOf(entry), entry.args as unknown as Outgoing, entry.userId, entry.at)]
}
