import type { MessageRow } from 'db/messages/queries.ts'
import type { TicketDetail } from 'db/tickets/queries.ts'
import { useEffect, useState } from 'react'
import { useActor } from '../../../lib/app/actor-context.tsx'
import { chooseFiles } from '../../../desk/files/chosen-files.ts'
import { writeReplyDraft } from '../../../lib/data/drafts.ts'
import { useStored } from '../../../lib/data/stored.ts'
import { useStable } from '../../../lib/use-stable.ts'
import { useStateOf } from '../../../lib/use-state-of.ts'
import { toastError } from '../../../lib/app/toast.ts'
import { contactName } from '../../../desk/contacts/contact-name.ts'
import { ContactNameContext } from '../../../desk/conversation/bubble/author.ts'
import { ArchivedConversation } from './archived-conversation.tsx'
import { Composer } from './composer/composer.tsx'
import { ConversationHeader } from './header/conversation-header.tsx'
import { ConversationSkeleton } from './list/conversation-skeleton.tsx'
import { ContactDrawer } from './drawer/contact-drawer.tsx'
import { DropArea } from '../../../desk/conversation/composer/drop-area.tsx'
import { MessageActions } from './bubble/message-actions.tsx'
import { TicketMessages } from './list/ticket-messages.tsx'
import { outgoingOf } from '../../../desk/conversation/composer/outgoing.ts'
import { RefusalStrip } from './refusal-strip.tsx'
import { StatusBar } from './header/status-bar.tsx'
import { useConversationKeys } from './use-conversation-keys.ts'
import { Looking } from './presence/looking.tsx'
import { useEarlier } from './list/use-earlier.ts'
import { useLinkedMessage } from '../../../desk/conversation/list/use-linked-message.ts'
import { useBesideDrawer } from './use-beside-drawer.ts'
import type { Messages } from '../../../desk/conversation/list/use-messages.ts'
import { useTicketMessages } from './list/use-ticket-messages.ts'
import { useShowMessage } from '../../../desk/conversation/list/use-show-message.ts'
import { useTicket } from './use-ticket.ts'

interface ConversationProps {
  ticketId: string
  /** To be shown first. */
  messageId: string | undefined
  /** Of its notes. */
  noteId?: string | undefined
  /** Once the note has been. */
  onNoteShown?: (() => void) | undefined
}

export function Conversation({ ticketId, messageId, noteId, onNoteShown }: ConversationProps) {
  const { ticket, archive } = useTicket(ticketId)
  const drawer = useDrawer(ticketId, noteId)
  const noteShown = useStable(() => onNoteShown?.())
  if (archive) return <ArchivedConversation key={ticketId} newest={archive} />
  if (!ticket) return <ConversationSkeleton />
  return (
    <ContactNameContext value={contactName(ticket)}>
      <div className="flex h-full">
        <section className="flex h-full min-w-0 flex-1 flex-col">
          {/* Its buttons and menus are the same in the next one, and stay. */}
          <ConversationHeader ticket={ticket} drawerOpen={drawer.open} onDrawer={drawer.setOpen} />
          <RefusalStrip ticketId={ticketId} status={ticket.status} />
          <Thread
            key={ticketId}
            ticket={ticket}
            messageId={messageId}
            toggleDrawer={() => drawer.setOpen(!drawer.open)}
          />
        </section>
        <ContactDrawer
          key={ticketId}
          ticket={ticket}
          open={drawer.open}
          noteId={noteId}
          onOpenChange={drawer.setOpen}
          onNoteShown={noteShown}
        />
      </div>
    </ContactNameContext>
  )
}

interface ThreadProps {
  ticket: TicketDetail
  messageId: string | undefined
  toggleDrawer(): void
}

/** What was said, and what is written now. */
function Thread({ ticket, messageId, toggleDrawer }: ThreadProps) {
  const { userId } = useActor()
  const messages = useTicketMessages(ticket.id, userId)
  const { shown, earlier } = useEarlier(ticket, messages)
  const { showMessage, setList } = useShowMessage(shown)
  useLinkedMessage(messageId, shown, showMessage)
  const [editing, setEditing] = useState<MessageRow | null>(null)
  const [atEnd, setAtEnd] = useState(true)
  const canReply = ticket.status === 'open'
  const reply = ({ id }: MessageRow) => {
    setEditing(null)
    writeReplyDraft(ticket.id, id)
  }
  useConversationKeys({ rows: messages.rows, reply: canReply ? reply : null, toggleDrawer })
  return (
    <DropArea onFiles={canReply ? (files) => void chooseFiles(ticket.id, files) : null}>
      <MessageActions ticket={ticket} canReply={canReply} showMessage={showMessage} onReply={reply} onEdit={setEditing}>
        <TicketMessages
          ticket={ticket}
          messages={shown}
          earlier={earlier}
          onResend={canReply ? resend(messages) : null}
          onReady={setList}
          onEnd={setAtEnd}
        />
      </MessageActions>
      <Looking ticket={ticket} messages={messages} atEnd={atEnd} />
      {canReply ? (
        <Composer ticket={ticket} messages={messages} editing={editing} onEditEnd={() => setEditing(null)} />
      ) : (
        <StatusBar ticket={ticket} />
      )}
    </DropArea>
  )
}

/** Beside the conversation it stays as it was left; over it, it is opened each time. Whoever comes for a note finds it open. */
function useDrawer(ticketId: string, noteId: string | undefined) {
  const beside = useBesideDrawer()
  const [kept, keep] = useStored<'open' | 'closed'>('contact-drawer', 'closed')
  const [over, setOver] = useStateOf(ticketId, false)
  const setOpen = useStable((open: boolean) => (beside ? keep(open ? 'open' : 'closed') : setOver(open)))
  useEffect(() => {
    if (noteId !== undefined) setOpen(true)
  }, [noteId, setOpen])
  return { open: beside ? kept === 'open' : over, setOpen }
}

const resend = (messages: Messages) => (message: MessageRow) => {
  const outgoing = outgoingOf(message)
  if (outgoing) messages.send(outgoing).catch(toastError)
}
