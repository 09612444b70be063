import { useEffect } from 'react'
import { useActor } from '../../../lib/actor-context.tsx'
import { chooseFiles } from '../../../lib/chosen-files.ts'
import { mutate } from '../../../sync/client.ts'
import { toastError } from '../../../lib/toast.ts'
import type { TicketDetail } from '../queries.ts'
import { showConversation } from '../../../notifications/shown-conversation.ts'
import { Composer } from './composer.tsx'
import { ConversationHeader } from './conversation-header.tsx'
import { DropArea } from './drop-area.tsx'
import { MessageList } from './message-list.tsx'
import { StatusBar } from './status-bar.tsx'
import { outgoingOf, useMessages } from './use-messages.ts'
import { usePageVisible } from './use-page-visible.ts'
import { useTicket } from './use-ticket.ts'

export function Conversation({ ticketId }: { ticketId: string }) {
  const ticket = useTicket(ticketId)
  return <section className="flex h-full flex-col">{ticket && <OpenConversation ticket={ticket} />}</section>
}

function OpenConversation({ ticket }: { ticket: TicketDetail }) {
  const { userId } = useActor()
  const messages = useMessages(ticket.id, userId)
  const mine = ticket.status === 'open' && ticket.userId === userId
  useMarkRead(ticket, mine)
  useShown(ticket.id)
  const canReply = ticket.status === 'open'
  return (
    <>
      <ConversationHeader ticket={ticket} />
      <DropArea onFiles={canReply ? (files) => void chooseFiles(ticket.id, files) : null}>
        <MessageList
          ticket={ticket}
          messages={messages}
          onResend={canReply ? (message) => void messages.send(outgoingOf(message)).catch(toastError) : null}
        />
        {canReply ? <Composer ticketId={ticket.id} onSend={messages.send} /> : <StatusBar ticket={ticket} />}
      </DropArea>
    </>
  )
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
