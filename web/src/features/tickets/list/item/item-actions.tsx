import type { ListRow } from 'db/tickets/list-queries.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { canDo } from 'db/tickets/rules.ts'
import { Button } from '../../../../components/ui/button.tsx'
import { contactName } from '../../../../desk/contacts/contact-name.ts'
import type { TicketActions } from '../../ticket-actions.ts'
import { SpyButton } from './spy-button.tsx'
import { useItemWords } from './use-item-words.ts'

interface ItemActionsProps {
  ticket: ListRow
  today: Date
  tabStop: boolean
  actions: TicketActions
}

/**
 * Accepting is how a waiting ticket opens, and looking into it how an admin reads it, so on touch both are always there; the others come
 * with the pointer or focus, and on touch by swiping or to who hears the screen.
 */
export function ItemActions({ ticket, today, tabStop, actions }: ItemActionsProps) {
  const { t } = useLingui()
  const { id, status } = ticket
  const name = contactName(ticket)
  const words = useItemWords(ticket, today)
  const pointed = 'hidden group-focus-within:inline-flex group-hover:inline-flex touch:inline-flex!'
  const onDemand = `${pointed} touch:sr-only!`
  return (
    <span className="absolute right-3 bottom-2 flex items-end gap-1">
      <SpyButton ticketId={id} name={name} className={status === 'pending' ? pointed : onDemand} />
      {canDo('close', status) && (
        <Button
          size="sm"
          aria-label={t`Resolver o atendimento de ${name}`}
          className={onDemand}
          onClick={() => actions.close(ticket)}
        >
          <Trans>Resolver</Trans>
        </Button>
      )}
      {canDo('accept', status) && (
        <Button
          size="sm"
          variant="primary"
          data-row
          tabIndex={tabStop ? 0 : -1}
          aria-label={t`Aceitar o atendimento de ${name}`}
          aria-description={words}
          onClick={() => actions.accept(id)}
        >
          <Trans>Aceitar</Trans>
        </Button>
      )}
      {canDo('reopen', status) && (
        <Button
          size="sm"
          aria-label={t`Reabrir o atendimento de ${name}`}
          className={onDemand}
          onClick={() => actions.reopen(id)}
        >
          <Trans>Reabrir</Trans>
        </Button>
      )}
    </span>
  )
}
