import type { TicketDetail } from 'db/tickets/queries.ts'
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
  const { id, status } = ticket
  const on = (verb: TicketVerb, run: () => void) => (canDo(verb, status) ? run : null)
  useShortcut(
    'acceptTicket',
    on('accept', () => actions.accept(id)),
  )
  useShortcut(
    'closeTicket',
    on('close', () => actions.close(ticket)),
  )
  useShortcut(
    'reopenTicket',
    on('reopen', () => actions.reopen(id)),
  )
  useShortcut(
    'returnTicket',
    on('return', () => actions.giveBack(ticket)),
  )
  useShortcut('transferTicket', on('transfer', openTransfer))
  useShortcut('tagTicket', openTags)
  useShortcut('schedule', schedule)
}
