import type { ListRow } from 'db/tickets/list-queries.ts'
import { useLingui } from '@lingui/react/macro'
import { canDo } from 'db/tickets/rules.ts'
import { useShortcut } from '../../../lib/use-shortcut.ts'
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
  const on = (verb: 'accept' | 'close' | 'reopen') =>
    row && canDo(verb, row.status) ? () => actions[verb](row.id) : null
  useShortcut('j', () => move(1), t`Próximo atendimento`, group)
  useShortcut('k', () => move(-1), t`Atendimento anterior`, group)
  useShortcut('a', on('accept'), t`Aceitar`, group)
  useShortcut('e', on('close'), t`Resolver`, group)
  useShortcut('r', on('reopen'), t`Reabrir`, group)
}
