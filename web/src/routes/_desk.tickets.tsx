import { createFileRoute, Outlet, useNavigate, useParams } from '@tanstack/react-router'
import * as v from 'valibot'
import { NewTicketDialog } from '../features/tickets/new-ticket/new-ticket-dialog.tsx'
import { TicketsPage } from '../features/tickets/tickets-page.tsx'

/** `new`: the dialog for a new ticket is open, with this contact if it names one. */
const search = v.object({ new: v.optional(v.fallback(v.optional(v.string()), undefined)) })

export const Route = createFileRoute('/_desk/tickets')({ validateSearch: search, component: Tickets })

function Tickets() {
  const selectedId = useParams({ strict: false, select: ({ ticketId }) => ticketId })
  const { new: contactId } = Route.useSearch()
  const navigate = useNavigate()
  return (
    <TicketsPage selectedId={selectedId}>
      <Outlet />
      <NewTicketDialog
        contactId={contactId}
        onClose={() => void navigate({ to: '.', search: ({ new: _closed, ...rest }) => rest, replace: true })}
      />
    </TicketsPage>
  )
}
