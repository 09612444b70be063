import type { TicketDetail } from 'db/tickets/queries.ts'
import { useLingui } from '@lingui/react/macro'
import { canDo, type TicketVerb } from 'db/tickets/rules.ts'
import { useShortcut } from '../../../lib/app/use-shortcut.ts'
import type { TicketActions } from '../ticket-actions.ts'

interface TicketKeys {
  ticket: TicketDetail
  actions: TicketActions
  openTransfer(): void
  openTags(): void
  /** Null: not in the company's plan. */
  schedule: (() => void) | null
}

/** What can be done to the open ticket, by the letters that do it to a row of the list; the palette has them too. */
export function useTicketKeys({ ticket, actions, openTransfer, openTags, schedule }: TicketKeys) {
  const { t } = useLingui()
  const { id, status } = ticket
  const group = t`Conversa`
  const on = (verb: TicketVerb, run: () => void) => (canDo(verb, status) ? run : null)
  useShortcut(
    'a',
    on('accept', () => actions.accept(id)),
    t`Aceitar`,
    group,
  )
  useShortcut(
    'e',
    on('close', () => actions.close(ticket)),
    t`Resolver`,
    group,
  )
  useShortcut(
    'r',
    on('reopen', () => actions.reopen(id)),
    t`Reabrir`,
    group,
  )
  useShortcut(
    'd',
    on('return', () => actions.giveBack(ticket)),
    t`Devolver`,
    group,
  )
  useShortcut('t', on('transfer', openTransfer), t`Transferir`, group)
  useShortcut('l', openTags, t`Etiquetas`, group)
  useShortcut('g', schedule, t`Agendar mensagem`, group)
}
