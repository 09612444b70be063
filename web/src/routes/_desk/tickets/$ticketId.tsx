import { createFileRoute, Outlet } from '@tanstack/react-router'
import * as v from 'valibot'
import { idParam } from '../../../lib/app/id-param.ts'
import { Conversation } from '../../../features/tickets/conversation/conversation.tsx'
import { warmConversation } from '../../../features/tickets/conversation/warm-conversation.ts'

/** `message`: to be shown when the conversation opens. */
const search = v.object({ message: idParam })

export const Route = createFileRoute('/_desk/tickets/$ticketId')({
  validateSearch: search,
  loader: ({ params }) => warmConversation(params.ticketId),
  component: Ticket,
})

function Ticket() {
  const { ticketId } = Route.useParams()
  const { message } = Route.useSearch()
  return (
    <>
      <Conversation key={ticketId} ticketId={ticketId} messageId={message} />
      <Outlet />
    </>
  )
}
