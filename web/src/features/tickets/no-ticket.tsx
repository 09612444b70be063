// Beside the list while no conversation is open: who waits, by queue, and who has waited longest, one click away.
import { waitingByQueue, type WaitingQueue } from 'db/tickets/list-queries.ts'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Clock, MessagesSquare } from 'lucide-react'
import { ItemBoundary } from '../../components/error-boundary.tsx'
import { QueueMark } from '../../components/queue-mark.tsx'
import { Button } from '../../components/ui/button.tsx'
import { EmptyState } from '../../components/ui/empty-state.tsx'
import { contactName } from '../../desk/contacts/contact-name.ts'
import { useKeptQuery } from '../../desk/use-kept-query.ts'
import { shortWait, waitSince } from '../../desk/tickets/wait.ts'
import { cn } from '../../lib/class-names.ts'
import { useNow } from '../../lib/use-now.ts'
import { FirstSteps } from './first-steps.tsx'
import { useListView } from './list-view.tsx'
import { useTicketActions } from './ticket-actions.ts'

export function NoTicket() {
  return <FirstSteps otherwise={<Resting />} />
}

function Resting() {
  const { t } = useLingui()
  const { rows } = useKeptQuery(waitingByQueue())
  if (rows.length > 0) return <WhoWaits queues={rows} />
  return (
    <EmptyState icon={MessagesSquare} title={t`Nenhuma conversa aberta`}>
      <Trans>Escolha um atendimento na lista ou aceite um que está aguardando.</Trans>
    </EmptyState>
  )
}

function WhoWaits({ queues }: { queues: readonly WaitingQueue[] }) {
  const { t } = useLingui()
  const { showPending } = useListView()
  const total = queues.reduce((sum, { waiting }) => sum + waiting, 0)
  return (
    <section
      aria-label={t`Quem espera`}
      data-settles
      className="mx-auto flex h-full max-w-lg flex-col justify-center gap-3 overflow-y-auto p-6"
    >
      <header className="flex items-center justify-between gap-3">
        <h2 className="text-base font-semibold">
          {plural(total, { one: '# cliente espera', other: '# clientes esperam' })}
        </h2>
        <Button size="sm" variant="quiet" onClick={showPending}>
          <Trans>Ver na lista</Trans>
        </Button>
      </header>
      <ul role="list" className="divide-y divide-line rounded-lg border border-line bg-surface">
        {queues.map((queue) => (
          <li key={queue.queueId ?? ''} className="flex min-h-14 items-center gap-3 px-4 py-2">
            <ItemBoundary of={queue}>
              <Queue queue={queue} />
            </ItemBoundary>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Queue({ queue }: { queue: WaitingQueue }) {
  const { t } = useLingui()
  const actions = useTicketActions()
  const { queueName, queueColor, waiting, ticketId, waitingSince } = queue
  const wait = waitSince(waitingSince, useNow())
  const name = contactName(queue)
  return (
    <>
      <QueueMark color={queueColor} />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <span className="min-w-0 truncate font-medium">{queueName ?? t`Sem fila`}</span>
          <span className="shrink-0 text-xs text-muted tabular">
            {plural(waiting, { one: '# aguardando', other: '# aguardando' })}
          </span>
        </span>
        <span dir="auto" className="block truncate text-left text-sm text-muted">
          {name}
        </span>
      </span>
      <span
        className={cn(
          'flex shrink-0 items-center gap-1 text-xs tabular',
          wait.isLong ? 'font-medium text-warning' : 'text-muted',
        )}
      >
        <Clock aria-hidden className="size-3" />
        <span className="sr-only">{t`Maior espera:`}</span>
        {shortWait(wait)}
      </span>
      <Button
        size="sm"
        aria-label={t`Aceitar quem espera há mais tempo: ${name}`}
        onClick={() => actions.accept(ticketId)}
      >
        <Trans>Aceitar</Trans>
      </Button>
    </>
  )
}
