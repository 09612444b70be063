// Which columns a table shows: chosen here, remembered by the device. The first names the row and is always there.
import { useLingui } from '@lingui/react/macro'
import { Columns3 } from 'lucide-react'
import type { Column } from '../components/resource-list/resource-list.tsx'
import { IconButton } from '../components/ui/icon-button.tsx'
import { Menu, MenuCheckbox } from '../components/ui/menu.tsx'
import { useStored } from '../lib/data/stored.ts'

export interface ColumnChoice {
  isShown(id: string | undefined): boolean
  show(id: string, shown: boolean): void
}

export function useColumnChoice(noun: string): ColumnChoice {
  const [stored, store] = useStored<string>(`columns:${noun}`, '')
  const hidden = new Set(stored.split(' ').filter((id) => id !== ''))
  return {
    isShown: (id) => id === undefined || !hidden.has(id),
    show: (id, shown) =>
      store(
        [...hidden]
          .filter((each) => each !== id)
          .concat(shown ? [] : [id])
          .join(' '),
      ),
  }
}

export function ColumnMenu<Row>({ columns, choice }: { columns: readonly Column<Row>[]; choice: ColumnChoice }) {
  const { t } = useLingui()
  const optional = columns.flatMap(({ id, label }) => (id === undefined ? [] : [{ id, label }]))
  if (optional.length === 0) return null
  return (
    <Menu
      label={t`Colunas`}
      trigger={
        <IconButton label={t`Colunas`}>
          <Columns3 aria-hidden />
        </IconButton>
      }
    >
      {optional.map(({ id, label }) => (
        <MenuCheckbox key={id} checked={choice.isShown(id)} onChange={(shown) => choice.show(id, shown)}>
          {label}
        </MenuCheckbox>
      ))}
    </Menu>
  )
}
