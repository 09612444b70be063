import type { TicketDetail } from 'db/tickets/queries.ts'
import { Trans } from '@lingui/react/macro'
import { refusalReason, refusalsOf } from '../../../../desk/tickets/refusals.ts'
import { cn } from '../../../../lib/class-names.ts'
import { useOutbox } from '../../../../sync/client.ts'
import { Button } from '../../../../components/ui/button.tsx'
import { useSyncStatus } from '../../../../sync/session-client.ts'
import { useTicketActions } from '../../ticket-actions.ts'

/** In the place of the input while nothing can be sent: says why, and offers the way on. */
export function StatusBar({ ticket }: { ticket: TicketDetail }) {
  const actions = useTicketActions()
  const pending = ticket.status === 'pending'
  const verb = pending ? 'ticket.accept' : 'ticket.reopen'
  const refused = useOutbox((entries) => refusalsOf(entries, ticket.id).find(({ name }) => name === verb))
  const live = useSyncStatus(({ phase }) => phase === 'live')
  const isGone = !pending && !refused && live && ticket.connectionStatus === null
  return (
    <div className="safe-bottom shrink-0 border-t border-line bg-surface">
      <div className="flex min-h-14 items-center justify-between gap-3 px-4 py-2">
        <p className={cn('text-sm', refused ? 'text-danger' : 'text-muted')}>
          {refused ? (
            refusalReason(refused)
          ) : pending ? (
            <Trans>Este atendimento está aguardando.</Trans>
          ) : (
            <Trans>Este atendimento foi resolvido.</Trans>
          )}
          {isGone && (
            <>
              {' '}
              <Trans>A conexão dele foi excluída: ao reabrir, você escolhe outra.</Trans>
            </>
          )}
        </p>
        {pending ? (
          <Button variant="primary" onClick={() => actions.accept(ticket.id)}>
            <Trans>Aceitar</Trans>
          </Button>
        ) : (
          <Button variant="primary" onClick={() => actions.reopen(ticket.id)}>
            <Trans>Reabrir</Trans>
          </Button>
        )}
      </div>
    </div>
  )
}
