import { createFileRoute, Outlet, useNavigate, useParams, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import * as v from 'valibot'
import { NewTicketDialog } from '../../features/tickets/new-ticket/new-ticket-dialog.tsx'
import { afterPaint } from '../../lib/after-paint.ts'
import { warmConversation } from '../../features/tickets/conversation/warm-conversation.ts'
import { TicketsPage } from '../../features/tickets/tickets-page.tsx'

/** `new`: the dialog for a new ticket is open, with this contact if it names one. `tab`: which the list shows, for addresses from outside. */
const search = v.object({
  new: v.optional(v.fallback(v.optional(v.string()), undefined)),
  tab: v.optional(v.fallback(v.optional(v.literal('pending')), undefined)),
})

export const Route = createFileRoute('/_desk/tickets')({ validateSearch: search, component: Tickets })

function Tickets() {
  const selectedId = useParams({ strict: false, select: ({ ticketId }) => ticketId })
  const { new: contactId, tab } = Route.useSearch()
  const navigate = useNavigate()
  useOpeningSoon()
  return (
    <TicketsPage selectedId={selectedId} tab={tab}>
      <Outlet />
      <NewTicketDialog
        contactId={contactId}
        onClose={() => void navigate({ to: '.', search: ({ new: _closed, ...rest }) => rest, replace: true })}
      />
    </TicketsPage>
  )
}

const nobodys = '00000000-0000-0000-0000-000000000000'

/** Whoever looks at the list opens one next: what that needs is there already. */
function useOpeningSoon() {
  const router = useRouter()
  useEffect(() => {
    // Without network, and not in the cache: opening a ticket asks again.
    const load = async () => router.loadRouteChunk(router.routesById['/_desk/tickets/$ticketId'])
    afterPaint(() => {
      load().catch(() => undefined)
      // Of a ticket that nobody has: its statements are planned.
      void warmConversation(nobodys)
    })
  }, [router])
}
