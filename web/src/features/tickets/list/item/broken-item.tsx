// A ticket whose row can't be shown: it opens, and can be taken and resolved, by its id and status alone.
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { canDo } from 'db/tickets/rules.ts'
import { Broken } from '../../../../components/error-boundary.tsx'
import { Button } from '../../../../components/ui/button.tsx'
import { cn } from '../../../../lib/class-names.ts'
import type { TicketItemProps } from './ticket-item.tsx'

type BrokenItemProps = Pick<TicketItemProps, 'ticket' | 'actions' | 'tabStop'> & { className: string }

export function BrokenItem({ ticket, actions, tabStop, className }: BrokenItemProps) {
  const { id, status } = ticket
  const { t } = useLingui()
  // Above the buttons, which stay.
  const place = cn(className, 'items-start pt-2')
  const words = <Broken>{t`Não foi possível mostrar este atendimento`}</Broken>
  const focus = { 'data-row': true, tabIndex: tabStop ? 0 : -1 }
  return (
    <>
      {status === 'pending' ? (
        <div className={place}>{words}</div>
      ) : (
        <Link to="/tickets/$ticketId" params={{ ticketId: id }} className={place} {...focus}>
          {words}
        </Link>
      )}
      <span className="absolute right-3 bottom-2 flex items-end gap-1">
        {canDo('close', status) && (
          <Button size="sm" onClick={() => actions.close(ticket)}>
            <Trans>Resolver</Trans>
          </Button>
        )}
        {canDo('accept', status) && (
          <Button size="sm" variant="primary" onClick={() => actions.accept(id)} {...focus}>
            <Trans>Aceitar</Trans>
          </Button>
        )}
        {canDo('reopen', status) && (
          <Button size="sm" onClick={() => actions.reopen(id)}>
            <Trans>Reabrir</Trans>
          </Button>
        )}
      </span>
    </>
  )
}
