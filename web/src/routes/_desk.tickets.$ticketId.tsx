import { createFileRoute } from '@tanstack/react-router'
import { Conversation } from '../features/tickets/conversation/conversation.tsx'

export const Route = createFileRoute('/_desk/tickets/$ticketId')({ component: Ticket })

function Ticket() {
  const { ticketId } = Route.useParams()
  return <Conversation key={ticketId} ticketId={ticketId} />
}
