// What is written, edited or recorded in a ticket. Invariant: nothing leaves the composer before it is durable, or it comes back.
import type { MessageRow } from 'db/messages/queries.ts'
import type { TicketDetail } from 'db/tickets/queries.ts'
import { useReplyDraft, writeReplyDraft } from '../../../../lib/data/drafts.ts'
import { EditForm } from './edit-form.tsx'
import type { Outgoing } from '../../../../desk/conversation/composer/outgoing.ts'
import type { Messages } from '../../../../desk/conversation/list/use-messages.ts'
import { WriteForm } from './write-form.tsx'

interface ComposerProps {
  ticket: TicketDetail
  messages: Messages
  /** An own message that is being changed. */
  editing: MessageRow | null
  onEditEnd(): void
}

export function Composer({ ticket, messages, editing, onEditEnd }: ComposerProps) {
  const ticketId = ticket.id
  const [replyId, setReplyId] = useReplyDraft(ticketId)
  /** The answered message goes with the first thing that is sent. */
  const send = async (message: Outgoing) => {
    if (replyId === null) return messages.send(message)
    setReplyId(null)
    try {
      await messages.send({ ...message, quotedMessageId: replyId })
    } catch (error) {
      writeReplyDraft(ticketId, replyId)
      throw error
    }
  }
  if (editing) return <EditForm key={editing.id} message={editing} onEnd={onEditEnd} />
  return (
    <WriteForm
      ticket={ticket}
      messages={messages}
      replyId={replyId}
      onReplyEnd={() => setReplyId(null)}
      onSend={send}
    />
  )
}
