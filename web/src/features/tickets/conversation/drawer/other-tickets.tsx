import { otherTicketsOf, type TicketDetail } from 'db/tickets/queries.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { QueueMark } from '../../../../components/queue-mark.tsx'
import { formatDate } from '../../../../lib/text/date-time.ts'
import { useQuery } from '../../../../sync/client.ts'

/** The customer's other tickets that are on this device, newest first. */
export function OtherTickets({ ticket }: { ticket: TicketDetail }) {
  const { t } = useLingui()
  const { rows, ready } = useQuery(otherTicketsOf({ contactId: ticket.contactId, ticketId: ticket.id }))
  const words = { pending: t`Aguardando`, open: t`Aberto`, closed: t`Resolvido` }
  if (ready && rows.length === 0) {
    return (
      <p className="text-sm text-muted">
        <Trans>Nenhum outro atendimento neste dispositivo.</Trans>
      </p>
    )
  }
  return (
    <ul className="grid gap-1">
      {rows.map(({ id, number, status, createdAt, queueName, queueColor }) => (
        <li key={id}>
          <Link
            to="/tickets/$ticketId"
            params={{ ticketId: id }}
            className="flex min-h-9 items-center gap-2 rounded-md px-2 text-sm hover:bg-hover touch:min-h-11"
          >
            <QueueMark color={queueColor} />
            <span className="min-w-0 flex-1 truncate">{queueName ?? t`Sem fila`}</span>
            <span className="text-xs text-muted tabular">
              {[number !== null && t`nº ${number}`, words[status], formatDate(createdAt)].filter(Boolean).join(' · ')}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
