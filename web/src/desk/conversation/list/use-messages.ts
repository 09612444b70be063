// What a conversation shows: synced and waiting rows from the local database, what was written a moment ago and is not there yet,
// and what the server refused (it is no row any more, but its author must see it). Invariant: what it shows
// survives the tab's death.
import type { MessageRow } from 'db/messages/queries.ts'
import { newId } from 'db/kit/new-id.ts'
import { useMemo, useState, useSyncExternalStore } from 'react'
import { toastError } from '../../../lib/app/toast.ts'
import { knownResult, runQuery, useOutbox, watchQuery } from '../../../sync/client.ts'
import { createMessagePages } from './message-pages.ts'
import { messageOutbox, rowIdOf, type MessageOutbox } from '../bubble/message-outbox.ts'
import type { Outgoing } from '../composer/outgoing.ts'
import type { Conversation } from './source.ts'

export interface Messages<Message extends Outgoing = Outgoing> {
  rows: readonly MessageRow[]
  ready: boolean
  outbox: MessageOutbox
  /** Ids of those that are not in the local database yet. */
  unsaved: ReadonlySet<string>
  hasOlder: boolean
  loadOlder(): void
  /** Shows all of it. */
  loadAll(): Promise<void>
  /** Shows everything from this message on; false when there is no such message here. */
  loadBackTo(id: string): Promise<boolean>
  /** Rows on the screen, counted from the oldest. */
  setVisible(first: number, last: number): void
  /** Shows it at once, with a file when it is durable, which is when it resolves. @throws AppError; DOMException QuotaExceededError */
  send(message: Message): Promise<void>
}

/** `conversation`: the same value as long as it is the same one. */
export function useMessages<Message extends Outgoing>(conversation: Conversation<Message>): Messages<Message> {
  const { saved, newest, ...pages } = usePages(conversation)
  // What is quiet is no message's: a mark of reading comes with each that is read.
  const entries = useOutbox((all) => all.filter(({ quiet }) => !quiet))
  const outbox = useMemo(() => messageOutbox(entries, conversation), [entries, conversation])
  const { refused } = outbox
  const [written, setWritten] = useState<readonly MessageRow[]>([])

  const known = useMemo(() => new Set(newest.map(({ id }) => id)), [newest])
  const fresh = written.filter(({ id }) => !known.has(id) && !refused.has(id))
  // What the database has is forgotten here, or it would come back once it is gone there.
  if (fresh.length < written.length) setWritten(fresh)

  const { rows, unsaved } = useMemo(() => {
    const lost = [...refused.values()]
      .filter((entry) => !known.has(rowIdOf(entry)))
      .flatMap((entry) => conversation.said(entry) ?? [])
    const own = written.filter(({ id }) => !known.has(id) && !refused.has(id))
    const unsavedIds = new Set(own.map(({ id }) => id))
    if (lost.length === 0) return { rows: own.length === 0 ? saved : [...saved, ...own], unsaved: unsavedIds }
    const dated = [...saved, ...lost].toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
    // Own clock and server's clock differ: what is not saved is the newest thing here, whatever the clocks say.
    return { rows: [...dated, ...own], unsaved: unsavedIds }
  }, [saved, refused, written, known, conversation])

  const send = async (message: Message) => {
    const row = conversation.written(newId(), message, new Date())
    const { file, quotedMessageId } = message
    const quoted = rows.find(({ id }) => id === quotedMessageId) ?? null
    const files = file ? [{ ...file.media, blob: file.blob }] : []
    const show = () => setWritten((all) => [...all, { ...row, quoted }])
    const kept = conversation.send(row.id, message, files)
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

function usePages({ pages: queries }: Pick<Conversation, 'pages'>) {
  const pages = useMemo(
    () => createMessagePages(queries, { known: knownResult, watch: watchQuery, read: runQuery }),
    [queries],
  )
  const { rows: saved, ...state } = useSyncExternalStore(pages.subscribe, pages.get)
  const loadOlder = () => void pages.loadOlder().catch(toastError)
  const { loadAll, loadBackTo, setVisible } = pages
  return { saved, ...state, loadOlder, loadAll, loadBackTo, setVisible }
}
