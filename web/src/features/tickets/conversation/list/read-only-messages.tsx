// A conversation to look at: nothing is sent from here.
import type { TicketDetail } from 'db/tickets/queries.ts'
import { contactName } from '../../../../desk/contact-name.ts'
import { ContactNameContext } from '../../../../desk/conversation/bubble/author.ts'
import { MessageActions } from '../bubble/message-actions.tsx'
import { TicketMessages } from './ticket-messages.tsx'
import { useEarlier } from './use-earlier.ts'
import type { Messages } from '../../../../desk/conversation/list/use-messages.ts'
import { useShowMessage } from '../../../../desk/conversation/list/use-show-message.ts'

const nothing = () => undefined

export function ReadOnlyMessages({ ticket, messages }: { ticket: TicketDetail; messages: Messages }) {
  const { shown, earlier } = useEarlier(ticket, messages)
  const { showMessage, setList } = useShowMessage(shown)
  return (
    <ContactNameContext value={contactName(ticket)}>
      <MessageActions ticket={ticket} canReply={false} showMessage={showMessage} onReply={nothing} onEdit={nothing}>
        <TicketMessages
          ticket={ticket}
          messages={shown}
          earlier={earlier}
          onResend={null}
          onReady={setList}
          onEnd={null}
        />
      </MessageActions>
    </ContactNameContext>
  )
}
