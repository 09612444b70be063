import { createFileRoute, Outlet, useParams } from '@tanstack/react-router'
import { TicketsPage } from '../features/tickets/tickets-page.tsx'

export const Route = createFileRoute('/_desk/tickets')({ component: Tickets })

function Tickets() {
  const selectedId = useParams({ strict: false, select: ({ ticketId }) => ticketId })
  return (
    <TicketsPage selectedId={selectedId}>
      <Outlet />
    </TicketsPage>
  )
}
