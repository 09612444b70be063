import type { ListRow } from 'db/tickets/list-queries.ts'
import { useLingui } from '@lingui/react/macro'
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
  const { t } = useLingui()
  const group = t`Lista de atendimentos`
  const on = (verb: TicketVerb, run: (row: ListRow) => void) => (row && canDo(verb, row.status) ? () => run(row) : null)
  useShortcut('j', () => move(1), t`Próximo atendimento`, group, true)
  useShortcut('k', () => move(-1), t`Atendimento anterior`, group, true)
  useShortcut(
    'a',
    on('accept', ({ id }) => actions.accept(id)),
    t`Aceitar`,
    group,
  )
  useShortcut('e', on('close', actions.close), t`Resolver`, group)
  useShortcut(
    'r',
    on('reopen', ({ id }) => actions.reopen(id)),
    t`Reabrir`,
    group,
  )
}
