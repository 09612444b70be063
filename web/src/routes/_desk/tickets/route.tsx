import { createFileRoute, Outlet, useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import * as v from 'valibot'
import { NewTicketDialog } from '../../../features/tickets/new-ticket/new-ticket-dialog.tsx'
import { afterPaint } from '../../../lib/after-paint.ts'
import { useLastPage } from '../../../lib/app/use-last-page.ts'
import { warmConversation } from '../../../features/tickets/conversation/warm-conversation.ts'
import { TicketsPage } from '../../../features/tickets/tickets-page.tsx'

const word = v.optional(v.fallback(v.optional(v.string()), undefined))

/**
 * `new`: the dialog for a new ticket is open, with this contact if it names one. `tab`: which the list shows, for addresses from outside.
 * `find`: what the list looks for when it opens.
 */
const search = v.object({
  new: word,
  tab: v.optional(v.fallback(v.optional(v.literal('pending')), undefined)),
  find: word,
})

export const Route = createFileRoute('/_desk/tickets')({ validateSearch: search, component: Tickets })

function Tickets() {
  const { new: contactId, tab, find } = Route.useSearch()
  const navigate = useNavigate()
  useOpeningSoon()
  useLastPage()
  return (
    <TicketsPage
      tab={tab}
      find={find}
      onFind={() => void navigate({ to: '.', search: ({ find: _taken, ...rest }) => rest, replace: true })}
    >
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
