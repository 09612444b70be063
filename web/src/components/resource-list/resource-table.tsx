import { useLingui } from '@lingui/react/macro'
import { cn } from '../../lib/class-names.ts'
import type { RowsProps } from './resource-list.tsx'

export function ResourceTable<Row extends { id: string }>({ label, rows, columns, Note, Actions }: RowsProps<Row>) {
  const { t } = useLingui()
  const [naming, ...others] = columns
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-surface">
      <table aria-label={label} className="w-full table-fixed text-left text-base">
        <thead>
          <tr className="border-b border-line text-xs text-muted">
            {columns.map((column) => (
              <th key={column.label} scope="col" className={cn('h-9 px-4 font-medium', column.width)}>
                {column.label}
              </th>
            ))}
            <th scope="col" className="w-32 touch:w-40">
              <span className="sr-only">{t`Ações`}</span>
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((row) => (
            <tr key={row.id} className="align-top hover:bg-hover">
              <th scope="row" className="px-4 py-3 font-normal">
                <naming.Cell row={row} />
                <Note row={row} />
              </th>
              {others.map((column) => (
                <td key={column.label} className="px-4 py-3 text-muted">
                  <column.Cell row={row} />
                </td>
              ))}
              <td className="py-1.5 pr-2">
                <div className="flex justify-end">
                  <Actions row={row} />
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
