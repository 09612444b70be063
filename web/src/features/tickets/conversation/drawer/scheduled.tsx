// What was written for the contact and is sent later, and the way to write another.
import type { TicketDetail } from 'db/tickets/queries.ts'
import { scheduledFor } from 'db/schedules/queries.ts'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { CalendarClock } from 'lucide-react'
import { buttonVariants } from '../../../../components/ui/button.tsx'
import { formatDateTime } from '../../../../lib/text/date-time.ts'
import { useQuery } from '../../../../sync/client.ts'

export function Scheduled({ ticket: { id: ticketId, contactId } }: { ticket: TicketDetail }) {
  const { rows } = useQuery(scheduledFor({ contactId }))
  return (
    <>
      <ul role="list" className="grid gap-1">
        {rows.map(({ id, body, sendAt }) => (
          <li key={id} className="min-w-0">
            <Link
              to="/schedules/$id"
              params={{ id }}
              className="flex min-h-9 flex-col justify-center rounded-md px-2 py-1 text-sm hover:bg-hover touch:min-h-11"
            >
              <span className="text-xs text-muted tabular">{formatDateTime(sendAt)}</span>
              <span className="truncate">{body}</span>
            </Link>
          </li>
        ))}
      </ul>
      <Link
        to="/tickets/$ticketId/schedule"
        params={{ ticketId }}
        search={{ contactId }}
        className={buttonVariants({ className: 'mt-2 w-full' })}
      >
        <CalendarClock aria-hidden />
        <Trans>Agendar mensagem</Trans>
      </Link>
    </>
  )
}
