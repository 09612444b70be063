import type { RowsProps } from './resource-list.tsx'

export function ResourceCards<Row extends { id: string }>({ label, rows, columns, Note, Actions }: RowsProps<Row>) {
  const [naming, ...others] = columns
  return (
    <ul role="list" aria-label={label} className="flex flex-col gap-2">
      {rows.map((row) => (
        <li key={row.id} className="flex items-start rounded-lg border border-line bg-surface py-1 pr-1 pl-4">
          <div className="min-w-0 flex-1 py-3 text-base">
            <naming.Cell row={row} />
            <Note row={row} />
            <dl className="mt-1.5 flex flex-col gap-1 text-sm text-muted">
              {others.map((column) => (
                <div key={column.label} className="flex gap-2">
                  <dt className="w-16 shrink-0 text-xs leading-4.5">{column.label}</dt>
                  <dd className="min-w-0 flex-1">
                    <column.Cell row={row} />
                  </dd>
                </div>
              ))}
            </dl>
          </div>
          <div className="flex shrink-0 pt-1.5 touch:pt-0">
            <Actions row={row} />
          </div>
        </li>
      ))}
    </ul>
  )
}
