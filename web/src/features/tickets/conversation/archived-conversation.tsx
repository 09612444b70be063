// A conversation from the server's archive: read-only, with when it was fetched.
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { formatDateTime } from '../../../lib/date-time.ts'
import { toastError } from '../../../lib/toast.ts'
import { useStable } from '../../../lib/use-stable.ts'
import { contactName } from '../contact-name.ts'
import { readArchive, type ArchivePage } from './archive.ts'
import { ContactNameContext } from './author.ts'
import { BackLink } from './back-link.tsx'
import { MessageActions } from './message-actions.tsx'
import { MessageList } from './message-list.tsx'
import { messageOutbox } from './message-outbox.ts'
import { useEarlier } from './use-earlier.ts'
import type { Messages } from './use-messages.ts'
import { useShowMessage } from './use-show-message.ts'

const nothing = () => undefined

export function ArchivedConversation({ newest }: { newest: ArchivePage }) {
  const { ticket } = newest
  const messages = useArchive(newest)
  const { shown, earlier } = useEarlier(ticket, messages)
  const { showMessage, setList } = useShowMessage(shown)
  return (
    <ContactNameContext value={contactName(ticket)}>
      <section className="flex h-full flex-col">
        <Header newest={newest} />
        <MessageActions ticket={ticket} canReply={false} showMessage={showMessage} onReply={nothing} onEdit={nothing}>
          <MessageList ticket={ticket} messages={shown} earlier={earlier} onResend={null} onReady={setList} />
        </MessageActions>
      </section>
    </ContactNameContext>
  )
}

function Header({ newest: { ticket, fetchedAt } }: { newest: ArchivePage }) {
  const when = formatDateTime(fetchedAt)
  return (
    <header className="safe-top shrink-0 border-b border-line bg-surface">
      <div className="flex h-14 items-center gap-3 px-2 sm:px-4">
        <BackLink />
        <div className="min-w-0 flex-1">
          <h2 className="truncate text-base font-semibold">{contactName(ticket)}</h2>
          <p className="truncate text-xs text-muted tabular">
            <Trans>Arquivado, somente leitura · buscado do servidor em {when}</Trans>
          </p>
        </div>
      </div>
    </header>
  )
}

const empty = messageOutbox([], '')
const none: ReadonlySet<string> = new Set()

/** Pages of the archive as the message list takes them. */
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
