import { createFileRoute, Outlet } from '@tanstack/react-router'
import * as v from 'valibot'
import { idParam } from '../../../lib/app/id-param.ts'
import { Conversation } from '../../../features/tickets/conversation/conversation.tsx'
import { loadConversation } from '../../../features/tickets/conversation/load-conversation.ts'

/** `message`, `note`: to be shown when the conversation opens. */
const search = v.object({ message: idParam, note: idParam })

export const Route = createFileRoute('/_desk/tickets/$ticketId')({
  validateSearch: search,
  loader: loadConversation,
  component: Ticket,
})

function Ticket() {
  const { ticketId } = Route.useParams()
  const { message, note } = Route.useSearch()
  const navigate = Route.useNavigate()
  // Asked for again, it is shown again.
  const forgetNote = () => void navigate({ search: ({ note: _note, ...rest }) => rest, replace: true })
  return (
    <>
      <Conversation ticketId={ticketId} messageId={message} noteId={note} onNoteShown={forgetNote} />
      <Outlet />
    </>
  )
}
