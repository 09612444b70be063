import { useEffect, useState } from 'react'
import { useActor } from '../../../lib/actor-context.tsx'
import { chooseFiles } from '../../../lib/chosen-files.ts'
import { writeReplyDraft } from '../../../lib/stored.ts'
import { mutate } from '../../../sync/client.ts'
import { toastError } from '../../../lib/toast.ts'
import { contactName } from '../contact-name.ts'
import type { MessageRow, TicketDetail } from '../queries.ts'
import { showConversation } from '../../../notifications/shown-conversation.ts'
import { ContactNameContext } from './author.ts'
import { Composer } from './composer.tsx'
import { ConversationHeader } from './conversation-header.tsx'
import { DropArea } from './drop-area.tsx'
import { MessageActions } from './message-actions.tsx'
import { MessageList } from './message-list.tsx'
import { outgoingOf } from './outgoing.ts'
import { StatusBar } from './status-bar.tsx'
import { useMessages, type Messages } from './use-messages.ts'
import { usePageVisible } from './use-page-visible.ts'
import { useShowMessage } from './use-show-message.ts'
import { useTicket } from './use-ticket.ts'

export function Conversation({ ticketId }: { ticketId: string }) {
  const ticket = useTicket(ticketId)
  return <section className="flex h-full flex-col">{ticket && <OpenConversation ticket={ticket} />}</section>
}

function OpenConversation({ ticket }: { ticket: TicketDetail }) {
  const { userId } = useActor()
  const messages = useMessages(ticket.id, userId)
  const { showMessage, setList } = useShowMessage(messages)
  const [editing, setEditing] = useState<MessageRow | null>(null)
  useMarkRead(ticket, ticket.status === 'open' && ticket.userId === userId)
  useShown(ticket.id)
  const canReply = ticket.status === 'open'
  const reply = ({ id }: MessageRow) => {
    setEditing(null)
    writeReplyDraft(ticket.id, id)
  }
  return (
    <ContactNameContext value={contactName(ticket)}>
      <ConversationHeader ticket={ticket} />
      <DropArea onFiles={canReply ? (files) => void chooseFiles(ticket.id, files) : null}>
        <MessageActions
          ticket={ticket}
          canReply={canReply}
          showMessage={showMessage}
          onReply={reply}
          onEdit={setEditing}
        >
          <MessageList
            ticket={ticket}
            messages={messages}
            onResend={canReply ? resend(messages) : null}
            onReady={setList}
          />
        </MessageActions>
        {canReply ? (
          <Composer ticketId={ticket.id} messages={messages} editing={editing} onEditEnd={() => setEditing(null)} />
        ) : (
          <StatusBar ticket={ticket} />
        )}
      </DropArea>
    </ContactNameContext>
  )
}

const resend = (messages: Messages) => (message: MessageRow) => {
  const outgoing = outgoingOf(message)
  if (outgoing) messages.send(outgoing).catch(toastError)
}

/** Only who answers reads: a look at a colleague's conversation tells the customer nothing. */
function useMarkRead({ id, unreadMessages }: TicketDetail, mine: boolean) {
  const due = usePageVisible() && mine && unreadMessages > 0
  useEffect(() => {
    if (due) mutate('ticket.markRead', { id }).catch(toastError)
  }, [due, id])
}

/** What is on the screen needs no notification. */
function useShown(ticketId: string) {
  const visible = usePageVisible()
  useEffect(() => (visible ? showConversation(ticketId) : undefined), [visible, ticketId])
}
