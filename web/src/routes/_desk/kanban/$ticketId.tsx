import { createFileRoute } from '@tanstack/react-router'
import { Conversation } from '../../../features/tickets/conversation/conversation.tsx'
import { loadConversation } from '../../../features/tickets/conversation/load-conversation.ts'
import { ListViewProvider } from '../../../features/tickets/list-view.tsx'
import { besideBoard, TicketFrameContext } from '../../../features/tickets/ticket-frame.ts'

export const Route = createFileRoute('/_desk/kanban/$ticketId')({
  loader: loadConversation,
  component: Beside,
})

/** The conversation of a card. */
function Beside() {
  const { ticketId } = Route.useParams()
  return (
    <TicketFrameContext value={besideBoard}>
      <ListViewProvider>
        <Conversation ticketId={ticketId} messageId={undefined} />
      </ListViewProvider>
    </TicketFrameContext>
  )
}
