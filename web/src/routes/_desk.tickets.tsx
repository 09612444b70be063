import { createFileRoute, Outlet, useParams } from '@tanstack/react-router'
import * as v from 'valibot'
import { TicketsPage } from '../features/tickets/tickets-page.tsx'

/** `new`: the contact with whom a ticket is to be opened. */
const search = v.object({ new: v.optional(v.fallback(v.optional(v.pipe(v.string(), v.uuid())), undefined)) })

export const Route = createFileRoute('/_desk/tickets')({ validateSearch: search, component: Tickets })

function Tickets() {
  const selectedId = useParams({ strict: false, select: ({ ticketId }) => ticketId })
  return (
    <TicketsPage selectedId={selectedId}>
      <Outlet />
    </TicketsPage>
  )
}
