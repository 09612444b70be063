import type { MessageRow } from 'db/messages/queries.ts'
import type { TicketDetail } from 'db/tickets/queries.ts'
import { useEffect, useState } from 'react'
import { useActor } from '../../../lib/actor-context.tsx'
import { chooseFiles } from '../../../lib/chosen-files.ts'
import { useStored, writeReplyDraft } from '../../../lib/stored.ts'
import { useStable } from '../../../lib/use-stable.ts'
import { useMedia, wide } from '../../../lib/use-media.ts'
import { mutate } from '../../../sync/client.ts'
import { toastError } from '../../../lib/toast.ts'
import { contactName } from '../contact-name.ts'
import { showConversation } from '../../../notifications/shown-conversation.ts'
import { ContactNameContext } from './author.ts'
import { ArchivedConversation } from './archived-conversation.tsx'
import { Composer } from './composer.tsx'
import { ConversationHeader } from './conversation-header.tsx'
import { ConversationSkeleton } from './conversation-skeleton.tsx'
import { ContactDrawer } from './drawer/contact-drawer.tsx'
import { DropArea } from './drop-area.tsx'
import { MessageActions } from './message-actions.tsx'
import { MessageList } from './message-list.tsx'
import { outgoingOf } from './outgoing.ts'
import { StatusBar } from './status-bar.tsx'
import { useConversationKeys } from './use-conversation-keys.ts'
import { useEarlier } from './use-earlier.ts'
import { useLinkedMessage } from './use-linked-message.ts'
import { useMessages, type Messages } from './use-messages.ts'
import { useTellViewing } from './use-viewers.ts'
import { usePageVisible } from './use-page-visible.ts'
import { useShowMessage } from './use-show-message.ts'
import { useTicket } from './use-ticket.ts'

interface ConversationProps {
  ticketId: string
  /** To be shown first. */
  messageId: string | undefined
}

export function Conversation({ ticketId, messageId }: ConversationProps) {
  const { ticket, archive } = useTicket(ticketId)
  if (archive) return <ArchivedConversation newest={archive} />
  return ticket ? <OpenConversation ticket={ticket} messageId={messageId} /> : <ConversationSkeleton />
}

function OpenConversation({ ticket, messageId }: { ticket: TicketDetail } & Pick<ConversationProps, 'messageId'>) {
  const { userId } = useActor()
  const messages = useMessages(ticket.id, userId)
  const { shown, earlier } = useEarlier(ticket, messages)
  const { showMessage, setList } = useShowMessage(shown)
  useLinkedMessage(messageId, shown, showMessage)
  const drawer = useDrawer()
  const [editing, setEditing] = useState<MessageRow | null>(null)
  useMarkRead(ticket, ticket.status === 'open' && ticket.userId === userId)
  useShown(ticket.id)
  useTellViewing(ticket.id)
  const canReply = ticket.status === 'open'
  const reply = ({ id }: MessageRow) => {
    setEditing(null)
    writeReplyDraft(ticket.id, id)
  }
  useConversationKeys({
    rows: messages.rows,
    reply: canReply ? reply : null,
    toggleDrawer: () => drawer.setOpen(!drawer.open),
  })
  return (
    <ContactNameContext value={contactName(ticket)}>
      <div className="flex h-full">
        <section className="flex h-full min-w-0 flex-1 flex-col">
          <ConversationHeader ticket={ticket} drawerOpen={drawer.open} onDrawer={drawer.setOpen} />
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
                messages={shown}
                earlier={earlier}
                onResend={canReply ? resend(messages) : null}
                onReady={setList}
              />
            </MessageActions>
            {canReply ? (
              <Composer ticket={ticket} messages={messages} editing={editing} onEditEnd={() => setEditing(null)} />
            ) : (
              <StatusBar ticket={ticket} />
            )}
          </DropArea>
        </section>
        <ContactDrawer ticket={ticket} open={drawer.open} onOpenChange={drawer.setOpen} />
      </div>
    </ContactNameContext>
  )
}

/** Beside the conversation it stays as it was left; over it, it is opened each time. */
function useDrawer() {
  const beside = useMedia(wide)
  const [kept, keep] = useStored<'open' | 'closed'>('contact-drawer', 'closed')
  const [over, setOver] = useState(false)
  return {
    open: beside ? kept === 'open' : over,
    setOpen: useStable((open: boolean) => (beside ? keep(open ? 'open' : 'closed') : setOver(open))),
  }
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
