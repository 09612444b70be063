import type { ListRow } from 'db/tickets/list-queries.ts'
import { canDo, type TicketVerb } from 'db/tickets/rules.ts'
import { useShortcut } from '../../../lib/app/use-shortcut.ts'
import type { TicketActions } from '../ticket-actions.ts'

interface RowKeys {
  /** Which has the focus. */
  row: ListRow | undefined
  actions: TicketActions
  move(by: number): void
}

/** The keyboard of the list: from anywhere to its rows, and what can be done to the one with the focus. */
export function useRowKeys({ row, actions, move }: RowKeys) {
  const on = (verb: TicketVerb, run: (row: ListRow) => void) => (row && canDo(verb, row.status) ? () => run(row) : null)
  useShortcut('nextRow', () => move(1))
  useShortcut('previousRow', () => move(-1))
  useShortcut(
    'acceptRow',
    on('accept', ({ id }) => actions.accept(id)),
  )
  useShortcut('closeRow', on('close', actions.close))
  useShortcut(
    'reopenRow',
    on('reopen', ({ id }) => actions.reopen(id)),
  )
}
