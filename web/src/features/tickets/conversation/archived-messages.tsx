// The messages of a conversation in the server's archive, as the message list takes them: read-only, page by page.
import { useState } from 'react'
import { toastError } from '../../../lib/toast.ts'
import { useStable } from '../../../lib/use-stable.ts'
import { contactName } from '../contact-name.ts'
import { readArchive, type ArchivePage } from './archive.ts'
import { ContactNameContext } from './author.ts'
import { MessageActions } from './message-actions.tsx'
import { MessageList } from './message-list.tsx'
import { messageOutbox } from './message-outbox.ts'
import { useEarlier } from './use-earlier.ts'
import type { Messages } from './use-messages.ts'
import { useShowMessage } from './use-show-message.ts'

const nothing = () => undefined

export function ArchivedMessages({ newest }: { newest: ArchivePage }) {
  const { ticket } = newest
  const { shown, earlier } = useEarlier(ticket, useArchive(newest))
  const { showMessage, setList } = useShowMessage(shown)
  return (
    <ContactNameContext value={contactName(ticket)}>
      <MessageActions ticket={ticket} canReply={false} showMessage={showMessage} onReply={nothing} onEdit={nothing}>
        <MessageList ticket={ticket} messages={shown} earlier={earlier} onResend={null} onReady={setList} />
      </MessageActions>
    </ContactNameContext>
  )
}

const empty = messageOutbox([], '')
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
    outbox: empty,
    unsaved: none,
    hasOlder: cursor !== null,
    loadOlder,
    loadAll: async () => undefined,
    loadBackTo: async () => false,
    setVisible: nothing,
    send: () => Promise.reject(new TypeError('an archived conversation takes no messages')),
  }
}
