// What a conversation shows: synced and waiting rows from the local database, what was written a moment ago and is not there yet,
// and what the server refused (it is no row any more, but its author must see it).
import { newId } from 'db/kit/new-id.ts'
import { useMemo, useState } from 'react'
import { toastError } from '../../../lib/toast.ts'
import { mutate, runQuery, useOutbox, type OutboxEntry } from '../../../sync/client.ts'
import { floorBefore, messagesOf, pageSize, type Floor, type MessageRow } from '../queries.ts'
import { useKeptQuery } from '../use-kept-query.ts'

export interface Messages {
  rows: readonly MessageRow[]
  ready: boolean
  /** By message id. */
  refused: ReadonlyMap<string, OutboxEntry>
  /** Ids of those that are not in the local database yet. */
  unsaved: ReadonlySet<string>
  hasOlder: boolean
  loadOlder(): void
  /** Shows it at once; on failure says why and gives the text back. */
  send(body: string, giveBack: (body: string) => void): void
}

export function useMessages(ticketId: string, userId: string): Messages {
  const { saved, ready, hasOlder, loadOlder } = usePages(ticketId)
  const refused = useRefusedMessages(ticketId)
  const [written, setWritten] = useState<readonly MessageRow[]>([])

  const known = useMemo(() => new Set(saved.map(({ id }) => id)), [saved])
  const fresh = written.filter(({ id }) => !known.has(id) && !refused.has(id))
  // What the database has is forgotten here, or it would come back once it is gone there.
  if (fresh.length < written.length) setWritten(fresh)

  const { rows, unsaved } = useMemo(() => {
    const lost = [...refused.values()].filter((entry) => !known.has(idOf(entry))).map(rowOf)
    const own = written.filter(({ id }) => !known.has(id) && !refused.has(id))
    const unsavedIds = new Set(own.map(({ id }) => id))
    if (lost.length === 0) return { rows: own.length === 0 ? saved : [...saved, ...own], unsaved: unsavedIds }
    const dated = [...saved, ...lost].toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
    // Own clock and server's clock differ: what is not saved is the newest thing here, whatever the clocks say.
    return { rows: [...dated, ...own], unsaved: unsavedIds }
  }, [saved, refused, written, known])

  const send = (body: string, giveBack: (body: string) => void) => {
    const id = newId()
    setWritten((all) => [...all, writtenRow(id, body, userId, new Date())])
    mutate('message.send', { id, ticketId, body }).catch((error: unknown) => {
      setWritten((all) => all.filter((row) => row.id !== id))
      giveBack(body)
      toastError(error)
    })
  }
  return { rows, ready, refused, unsaved, hasOlder, loadOlder, send }
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
  return { saved, ready, hasOlder, loadOlder }
}

function useRefusedMessages(ticketId: string): ReadonlyMap<string, OutboxEntry> {
  const outbox = useOutbox()
  return useMemo(() => {
    const own = outbox.filter(
      ({ state, name, args }) => state === 'refused' && name === 'message.send' && args['ticketId'] === ticketId,
    )
    return new Map(own.map((entry) => [idOf(entry), entry]))
  }, [outbox, ticketId])
}

const idOf = ({ args }: OutboxEntry) => String(args['id'])

const rowOf = (entry: OutboxEntry) => writtenRow(idOf(entry), String(entry.args['body']), entry.userId, entry.at)

function writtenRow(id: string, body: string, userId: string, createdAt: Date): MessageRow {
  return {
    id,
    body,
    userId,
    createdAt,
    fromMe: true,
    userName: null,
    mediaType: 'chat',
    ack: 0,
    ackError: null,
    isDeleted: false,
    sortKey: '',
  }
}
