// The messages of a conversation in the server's archive, as the message list takes them: read-only, page by page.
import { useState } from 'react'
import { toastError } from '../../../../lib/app/toast.ts'
import { useStable } from '../../../../lib/use-stable.ts'
import { readArchive, type ArchivePage } from '../archive.ts'
import { emptyOutbox } from '../../../../desk/conversation/bubble/message-outbox.ts'
import { ReadOnlyMessages } from './read-only-messages.tsx'
import type { Messages } from '../../../../desk/conversation/list/use-messages.ts'

export function ArchivedMessages({ newest }: { newest: ArchivePage }) {
  return <ReadOnlyMessages ticket={newest.ticket} messages={useArchive(newest)} />
}

const none: ReadonlySet<string> = new Set()

function useArchive(newest: ArchivePage): Messages {
  const [{ rows, cursor }, setPages] = useState<Pick<ArchivePage, 'rows' | 'cursor'>>(newest)
  const [loading, setLoading] = useState(false)
  const loadOlder = useStable(() => {
    if (cursor === null || loading) return
    setLoading(true)
    readArchive(newest.ticket.id, cursor)
      .then((older) => setPages({ rows: [...older.rows, ...rows], cursor: older.cursor }))
      .catch(toastError)
      .finally(() => setLoading(false))
  })
  return {
    rows,
    ready: true,
    outbox: emptyOutbox,
    unsaved: none,
    hasOlder: cursor !== null,
    loadOlder,
    loadAll: async () => undefined,
    loadBackTo: async () => false,
    setVisible: () => undefined,
    send: () => Promise.reject(new TypeError('an archived conversation takes no messages')),
  }
}
