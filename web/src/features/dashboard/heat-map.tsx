// When customers call: a field for each hour of each weekday, the more the darker, with its number in it. A table, as people who don't see it read it.
import { useLingui } from '@lingui/react/macro'
import type { Dashboard } from './answers.ts'
import type { Shown } from './behind.tsx'
import { heatOf, hoursOf } from './figures.ts'
import { weekdayNames } from './weekdays.ts'

const looks = [
  'text-muted',
  'bg-accent/15 text-ink',
  'bg-accent/30 text-ink',
  'bg-accent/50 text-ink',
  'bg-accent text-on-accent',
] as const

export function HeatMap({ data, onShow }: { data: Dashboard; onShow(shown: Shown): void }) {
  const { t, i18n } = useLingui()
  const most = Math.max(...data.weekdays.flat())
  const days = weekdayNames(i18n.locale)
  const hours = hoursOf(data.weekdays)
  return (
    <div className="overflow-x-auto px-4 pb-4" role="region" aria-label={t`Quando os clientes chamam`} tabIndex={0}>
      <table className="w-full min-w-xl table-fixed border-separate border-spacing-0.5 text-center text-2xs tabular">
        <thead>
          <tr className="text-muted">
            <th scope="col" className="sticky left-0 w-10 bg-surface text-left font-normal">
              <span className="sr-only">{t`Dia da semana`}</span>
            </th>
            {hours.map((hour) => (
              <th key={hour} scope="col" className="h-5 font-normal">
                {hour}
                <span className="sr-only"> h</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.weekdays.map((counts, at) => (
            <tr key={days[at]?.long}>
              <th scope="row" className="sticky left-0 bg-surface text-left text-xs font-normal text-muted">
                <span aria-hidden>{days[at]?.short}</span>
                <span className="sr-only">{days[at]?.long}</span>
              </th>
              {hours.map((hour) => (
                <td key={hour} className={`h-7 rounded-sm p-0 ${looks[heatOf(counts[hour] ?? 0, most)]}`}>
                  <Field
                    count={counts[hour] ?? 0}
                    label={`${days[at]?.long}, ${hour} h: ${counts[hour] ?? 0}`}
                    onOpen={() =>
                      onShow({
                        title: `${days[at]?.long}, ${hour} h`,
                        figure: 'opened',
                        inPeriod: true,
                        weekday: at + 1,
                        hour,
                      })
                    }
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Field({ count, label, onOpen }: { count: number; label: string; onOpen(): void }) {
  if (count === 0) return <span aria-label="0">·</span>
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onOpen}
      className="size-full rounded-sm hover:ring-1 hover:ring-ink"
    >
      {count}
    </button>
  )
}
