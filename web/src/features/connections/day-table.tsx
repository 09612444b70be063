// Figures by the day, the latest first.
import { useLingui } from '@lingui/react/macro'

interface DayTableProps<Day> {
  days: readonly Day[]
  columns: readonly { label: string; of(day: Day): number | string }[]
}

export function DayTable<Day extends { day: string }>({ days, columns }: DayTableProps<Day>) {
  const { t } = useLingui()
  return (
    // Reached by keyboard: on a phone it is wider than the screen.
    <div role="region" aria-label={t`Por dia`} tabIndex={0} className="overflow-x-auto">
      <table className="w-full text-right text-sm tabular">
        <thead>
          <tr className="border-b border-line text-xs text-muted">
            <th scope="col" className="h-8 pr-3 text-left font-medium">{t`Dia`}</th>
            {columns.map(({ label }) => (
              <th key={label} scope="col" className="h-8 px-2 font-medium">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {days.map((day) => (
            <tr key={day.day}>
              <th scope="row" className="h-8 pr-3 text-left font-normal">
                {day.day.split('-').slice(1).toReversed().join('/')}
              </th>
              {columns.map(({ label, of }) => (
                <td key={label} className="h-8 px-2">
                  {of(day)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
