// The rows of a resource: a table where there is room, cards on a phone, a search when there are many.
import { foldText } from 'db/kit/sql/search-text.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { SearchX } from 'lucide-react'
import { useState } from 'react'
import { useAsCards } from './use-as-cards.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { SearchInput } from '../ui/inputs/search-input.tsx'
import { ResourceCards } from './resource-cards.tsx'
import { ResourceTable } from './resource-table.tsx'
import type { RowPart } from './row-cell.tsx'

/** Fewer rows are seen at a glance. */
const searchFrom = 10

export interface Column<Row> {
  label: string
  /** Can be hidden, under this name of the choice that the device remembers. */
  id?: string
  Cell: RowPart<Row>
  /** Its width in the table; what has none shares the rest. */
  width?: string
}

export interface RowsProps<Row> {
  /** What these rows are. */
  label: string
  rows: readonly Row[]
  /** The first names the row. */
  columns: readonly [Column<Row>, ...Column<Row>[]]
  /** Below the name: what the server said to the last change, if it refused it. */
  Note: RowPart<Row>
  /** At the row's end. */
  Actions: RowPart<Row>
  /** They are more than three. */
  manyActions?: boolean
  /** How many there are beyond these; else these are all. */
  total?: number
  /** The end is in sight. */
  onEndNear?: () => void
  /** Stands out in red; its words say why. */
  isAlarming?: (row: Row) => boolean
}

interface ResourceListProps<Row> extends RowsProps<Row> {
  searchLabel: string
  /** What the search looks at. */
  searchText(row: Row): string
}

export function ResourceList<Row extends { id: string }>(props: ResourceListProps<Row>) {
  const { rows, searchLabel, searchText } = props
  const { t } = useLingui()
  const asCards = useAsCards(props.columns.length)
  const [term, setTerm] = useState('')
  const folded = foldText(term)
  const found = folded === '' ? rows : rows.filter((row) => foldText(searchText(row)).includes(folded))
  const Rows = asCards ? ResourceCards : ResourceTable
  return (
    <div className="flex flex-col gap-3">
      {(rows.length >= searchFrom || term !== '') && (
        <div className="rounded-md bg-surface sm:max-w-72">
          <SearchInput label={searchLabel} placeholder={searchLabel} value={term} onChange={setTerm} />
        </div>
      )}
      {found.length > 0 && <Rows {...props} rows={found} />}
      {found.length === 0 && (
        <EmptyState icon={SearchX} title={t`Nada encontrado`}>
          <Trans>Nenhum item com “{term}”.</Trans>
        </EmptyState>
      )}
    </div>
  )
}
