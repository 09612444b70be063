import { createFileRoute, Outlet, useNavigate, useParams, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import * as v from 'valibot'
import { NewTicketDialog } from '../features/tickets/new-ticket/new-ticket-dialog.tsx'
import { afterPaint } from '../lib/after-paint.ts'
import { TicketsPage } from '../features/tickets/tickets-page.tsx'

/** `new`: the dialog for a new ticket is open, with this contact if it names one. */
const search = v.object({ new: v.optional(v.fallback(v.optional(v.string()), undefined)) })

export const Route = createFileRoute('/_desk/tickets')({ validateSearch: search, component: Tickets })

function Tickets() {
  const selectedId = useParams({ strict: false, select: ({ ticketId }) => ticketId })
  const { new: contactId } = Route.useSearch()
  const navigate = useNavigate()
  useConversationCode()
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

/** Whoever looks at the list opens one next. */
function useConversationCode() {
  const router = useRouter()
  useEffect(() => {
    // Without network, and not in the cache: opening a ticket asks again.
    const load = async () => router.loadRouteChunk(router.routesById['/_desk/tickets/$ticketId'])
    afterPaint(() => void load().catch(() => undefined))
  }, [router])
}
