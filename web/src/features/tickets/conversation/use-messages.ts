// What a conversation shows: synced and waiting rows from the local database, what was written a moment ago and is not there yet,
// and what the server refused (it is no row any more, but its author must see it). Invariant: what it shows
// survives the tab's death.
import { newId } from 'db/kit/new-id.ts'
import { mediaTypeOf } from 'db/media/media-type.ts'
import { useMemo, useState } from 'react'
import type { ChosenFile, MessageMedia } from '../../../lib/chosen-files.ts'
import { toastError } from '../../../lib/toast.ts'
import { enqueue, runQuery, useOutbox, type OutboxEntry } from '../../../sync/client.ts'
import { floorBefore, messagesOf, pageSize, type Floor, type MessageRow } from '../queries.ts'
import { useKeptQuery } from '../use-kept-query.ts'

export interface Outgoing {
  /** Of a file: its caption. */
  body: string
  /** Chosen here; or of an earlier message, so that the server has it. */
  file?: ChosenFile
  media?: MessageMedia
}

export interface Messages {
  rows: readonly MessageRow[]
  ready: boolean
  /** By message id. */
  refused: ReadonlyMap<string, OutboxEntry>
  /** Ids of those that are not in the local database yet. */
  unsaved: ReadonlySet<string>
  hasOlder: boolean
  loadOlder(): void
  /** Shows it at once, with a file when it is durable, which is when it resolves. @throws AppError; DOMException QuotaExceededError */
  send(message: Outgoing): Promise<void>
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

  const send = async (message: Outgoing) => {
    const row = writtenRow(newId(), message, userId, new Date())
    const { body, file, media = file?.media } = message
    const files = file ? [{ ...file.media, blob: file.blob }] : []
    const show = () => setWritten((all) => [...all, row])
    const kept = enqueue('message.send', { id: row.id, ticketId, body, ...(media && { media }) }, files)
    if (!file) show()
    try {
      await kept
    } catch (error) {
      setWritten((all) => all.filter(({ id }) => id !== row.id))
      throw error
    }
    if (file) show()
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

function rowOf(entry: OutboxEntry): MessageRow {
  const { body, media } = entry.args as { body: string; media?: MessageMedia }
  return writtenRow(idOf(entry), { body, ...(media && { media }) }, entry.userId, entry.at)
}

function writtenRow(id: string, message: Outgoing, userId: string, createdAt: Date): MessageRow {
  const media = message.media ?? message.file?.media
  return {
    id,
    body: message.body,
    userId,
    createdAt,
    fromMe: true,
    userName: null,
    mediaType: media ? mediaTypeOf(media.mime) : 'chat',
    mediaHash: media?.hash ?? null,
    mediaMime: media?.mime ?? null,
    mediaName: media?.name ?? null,
    mediaSize: media?.size ?? null,
    mediaWidth: media?.width ?? null,
    mediaHeight: media?.height ?? null,
    ack: 0,
    ackError: null,
    isDeleted: false,
    sortKey: '',
  }
}

/** What a message said, to say it again. */
export function outgoingOf(row: MessageRow): Outgoing {
  const { body, mediaHash: hash, mediaMime: mime, mediaName, mediaSize: size, mediaWidth, mediaHeight } = row
  if (hash === null || mime === null || size === null) return { body }
  const name = mediaName ?? hash.slice(0, 8)
  return { body, media: { hash, mime, name, size, width: mediaWidth, height: mediaHeight } }
}
