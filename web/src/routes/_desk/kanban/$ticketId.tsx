import { createFileRoute } from '@tanstack/react-router'
import { Conversation } from '../../../features/tickets/conversation/conversation.tsx'
import { ListViewProvider } from '../../../features/tickets/list-view.tsx'
import { besideBoard, TicketFrameContext } from '../../../features/tickets/ticket-frame.ts'

export const Route = createFileRoute('/_desk/kanban/$ticketId')({
  loader: async ({ params }) => {
    // With the desk, and not with what a first visit loads.
    const { warmConversation } = await import('../../../features/tickets/conversation/warm-conversation.ts')
    await warmConversation(params.ticketId)
  },
  component: Beside,
})

/** The conversation of a card. */
function Beside() {
  const { ticketId } = Route.useParams()
  return (
    <TicketFrameContext value={besideBoard}>
      <ListViewProvider>
        <Conversation key={ticketId} ticketId={ticketId} messageId={undefined} />
      </ListViewProvider>
    </TicketFrameContext>
  )
}
