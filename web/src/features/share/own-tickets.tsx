import { ticketsNamed } from 'db/tickets/queries.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { MessagesSquare } from 'lucide-react'
import { Button } from '../../components/ui/button.tsx'
import { EmptyState } from '../../components/ui/empty-state.tsx'
import { useActor } from '../../lib/app/actor-context.tsx'
import { useToday } from '../../lib/use-now.ts'
import { TicketOption } from '../../desk/tickets/ticket-option.tsx'
import { useKeptQuery } from '../../desk/use-kept-query.ts'

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
  const { rows, ready } = useKeptQuery(ticketsNamed({ tab: 'mine', userId, term, limit }))
  if (ready && rows.length === 0) return <None searched={term !== ''} />
  return (
    <ul
      role="list"
      aria-label={t`Seus atendimentos abertos`}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain"
    >
      {rows.map((ticket) => (
        <li key={ticket.id}>
          <TicketOption ticket={ticket} today={today} onPick={() => onPick(ticket.id)} />
        </li>
      ))}
    </ul>
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
