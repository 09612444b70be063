import { useLingui } from '@lingui/react/macro'
import { cn } from '../../lib/class-names.ts'
import { RowCell } from './row-cell.tsx'
import { useVisibleRows } from './use-visible-rows.ts'
import type { RowsProps } from './resource-list.tsx'

export function ResourceTable<Row extends { id: string }>(props: RowsProps<Row>) {
  const { label, rows, columns, Note, Actions, total = rows.length, onEndNear, isAlarming, manyActions } = props
  const { t } = useLingui()
  const [naming, ...others] = columns
  const { list, rows: visible, above, below, measure } = useVisibleRows(rows, 57, onEndNear)
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-surface">
      <table aria-label={label} aria-rowcount={total + 1} className="w-full table-fixed text-left text-base">
        <thead>
          <tr aria-rowindex={1} className="border-b border-line text-xs text-muted">
            {columns.map((column) => (
              <th key={column.label} scope="col" className={cn('h-9 px-4 font-medium', column.width)}>
                {column.label}
              </th>
            ))}
            <th scope="col" className={manyActions ? 'w-52 touch:w-64' : 'w-32 touch:w-40'}>
              <span className="sr-only">{t`Ações`}</span>
            </th>
          </tr>
        </thead>
        <tbody ref={list} className="divide-y divide-line">
          <Gap height={above} />
          {visible.map(({ row, index }) => (
            <tr
              key={row.id}
              ref={measure}
              data-index={index}
              aria-rowindex={index + 2}
              className={cn('align-top', isAlarming?.(row) ? 'bg-danger-soft' : 'hover:bg-hover')}
            >
              <th scope="row" className="px-4 py-3 font-normal">
                <RowCell of={naming.Cell} row={row} />
                <RowCell of={Note} row={row} />
              </th>
              {others.map((column) => (
                <td key={column.label} className="px-4 py-3 text-muted">
                  <RowCell of={column.Cell} row={row} />
                </td>
              ))}
              <td className="py-1.5 pr-2">
                <div className="flex justify-end">
                  <RowCell of={Actions} row={row} />
                </div>
              </td>
            </tr>
          ))}
          <Gap height={below} />
        </tbody>
      </table>
    </div>
  )
}

/** In place of rows that are out of sight. */
function Gap({ height }: { height: number }) {
  if (height === 0) return null
  return <tr aria-hidden style={{ height }} />
}
