import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { MessagesSquare } from 'lucide-react'
import { QueueMark } from '../../components/queue-mark.tsx'
import { Avatar } from '../../components/ui/avatar.tsx'
import { Button } from '../../components/ui/button.tsx'
import { EmptyState } from '../../components/ui/empty-state.tsx'
import { useActor } from '../../lib/actor-context.tsx'
import { formatWhen } from '../../lib/date-time.ts'
import { plainText } from '../../lib/message-markup.ts'
import { useToday } from '../../lib/use-now.ts'
import { contactName } from '../tickets/contact-name.ts'
import { ownTickets, type TicketRow } from '../tickets/queries.ts'
import { useKeptQuery } from '../tickets/use-kept-query.ts'

/** Who has more open than this searches. */
const limit = 100

interface OwnTicketsProps {
  term: string
  onPick(ticketId: string): void
}

export function OwnTickets({ term, onPick }: OwnTicketsProps) {
  const { t } = useLingui()
  const { userId } = useActor()
  const today = useToday()
  const { rows, ready } = useKeptQuery(ownTickets(userId, term, limit))
  if (ready && rows.length === 0) return <None searched={term !== ''} />
  return (
    <ul
      role="list"
      aria-label={t`Seus atendimentos abertos`}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain"
    >
      {rows.map((ticket) => (
        <li key={ticket.id}>
          <Ticket ticket={ticket} today={today} onPick={() => onPick(ticket.id)} />
        </li>
      ))}
    </ul>
  )
}

function Ticket({ ticket, today, onPick }: { ticket: TicketRow; today: Date; onPick: () => void }) {
  const name = contactName(ticket)
  return (
    <button
      type="button"
      onClick={onPick}
      className="flex h-16 w-full items-center gap-3 px-4 text-left text-sm outline-offset-[-2px] hover:bg-hover"
    >
      <Avatar name={name} size="lg" />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <span className="min-w-0 flex-1 truncate font-medium">{name}</span>
          <time dateTime={ticket.lastMessageAt.toISOString()} className="shrink-0 text-xs text-muted tabular">
            {formatWhen(ticket.lastMessageAt, today)}
          </time>
        </span>
        <span className="flex items-center gap-1.5 text-muted">
          {ticket.queueName !== null && <QueueMark color={ticket.queueColor} />}
          <span className="truncate">{plainText(ticket.lastMessage)}</span>
        </span>
      </span>
    </button>
  )
}

function None({ searched }: { searched: boolean }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  if (searched) return <EmptyState icon={MessagesSquare} title={t`Nenhum atendimento com esse nome ou número`} />
  return (
    <EmptyState
      icon={MessagesSquare}
      title={t`Nenhum atendimento seu está aberto`}
      action={
        <Button onClick={() => void navigate({ to: '/tickets' })}>
          <Trans>Ver atendimentos</Trans>
        </Button>
      }
    >
      <Trans>Aceite um atendimento: o que você compartilhou espera aqui.</Trans>
    </EmptyState>
  )
}
