import { cn } from '../../lib/class-names.ts'
import { RowCell } from './row-cell.tsx'
import { useVisibleRows } from './use-visible-rows.ts'
import type { RowsProps } from './resource-list.tsx'

export function ResourceCards<Row extends { id: string }>(props: RowsProps<Row>) {
  const { label, rows, columns, Note, Actions, total = rows.length, onEndNear, isAlarming } = props
  const [naming, ...others] = columns
  const { list, rows: visible, above, below, measure } = useVisibleRows(rows, 104, onEndNear)
  return (
    <ul ref={list} role="list" aria-label={label} style={{ paddingTop: above, paddingBottom: below }}>
      {visible.map(({ row, index }) => (
        <li
          key={row.id}
          ref={measure}
          data-index={index}
          aria-setsize={total}
          aria-posinset={index + 1}
          className="pb-2"
        >
          <div
            className={cn(
              'rounded-lg border border-line py-1 pr-1 pl-4',
              isAlarming?.(row) ? 'bg-danger-soft' : 'bg-surface',
            )}
          >
            {/* With large letters the actions have a line of their own, and so has a value. */}
            <div className="flex flex-wrap items-start">
              <div className="min-w-0 flex-1 basis-32 py-3 text-base">
                <RowCell of={naming.Cell} row={row} />
                <RowCell of={Note} row={row} />
              </div>
              <div className="flex shrink-0 pt-1.5 touch:pt-0">
                <RowCell of={Actions} row={row} />
              </div>
            </div>
            {/* Below both: a number has the width of the card, and stays in one line. */}
            {others.length > 0 && (
              <dl className="-mt-1.5 flex flex-col gap-1 pr-3 pb-3 text-sm text-muted">
                {others.map((column) => (
                  <div key={column.label} className="flex flex-wrap gap-x-2">
                    <dt className="w-18 shrink-0 text-xs leading-4.5">{column.label}</dt>
                    <dd className="min-w-0 flex-1 basis-40">
                      <RowCell of={column.Cell} row={row} />
                    </dd>
                  </div>
                ))}
              </dl>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}
