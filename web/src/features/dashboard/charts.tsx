// The two charts, each with its numbers as a table that can be opened. What draws them (Recharts) is large: it comes when a chart is on the screen, into a place of
// its size.
import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense, type ReactNode } from 'react'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import type { Dashboard } from './answers.ts'
import type { Shown } from './behind.tsx'
import { dayWords, shortDay } from './figures.ts'
import { FiguresTable, type FiguresTableProps } from './figures-table.tsx'

const DrawnHours = lazy(async () => ({ default: (await import('./drawn-charts.tsx')).DrawnHours }))
const DrawnDays = lazy(async () => ({ default: (await import('./drawn-charts.tsx')).DrawnDays }))

interface ChartProps {
  data: Dashboard
  onShow(shown: Shown): void
}

export function HoursChart({ data, onShow }: ChartProps) {
  const { t } = useLingui()
  const hours = data.todayByHour.map((opened, hour) => ({ hour, name: `${hour} h`, opened }))
  const title = (name: string) => t`Hoje, ${name}`
  const show = ({ hour, name }: { hour: number; name: string }) =>
    onShow({ title: title(name), figure: 'opened', day: data.today, hour })
  return (
    <Chart
      label={t`Atendimentos de hoje por hora`}
      heads={[t`Hora`, t`Abertos`]}
      rows={hours.map((hour) => ({
        key: hour.name,
        head: hour.name,
        cells: [cell(hour.opened, title(hour.name), () => show(hour))],
      }))}
    >
      <DrawnHours hours={hours} names={{ opened: t`Abertos` }} onOpen={show} />
    </Chart>
  )
}

export function DaysChart({ data, onShow }: ChartProps) {
  const { t } = useLingui()
  const days = data.days.map(({ day, opened, supportFinished }) => ({
    day,
    name: shortDay(day),
    opened,
    finished: supportFinished,
  }))
  const names = { opened: t`Abertos`, finished: t`Finalizados` }
  const titles = {
    opened: (date: string) => t`Abertos em ${date}`,
    finished: (date: string) => t`Finalizados em ${date}`,
  }
  const show = (day: string, figure: 'opened' | 'finished') =>
    onShow({ title: titles[figure](dayWords(day)), figure, day })
  return (
    <Chart
      label={t`Abertos e finalizados por dia`}
      heads={[t`Dia`, names.opened, names.finished]}
      rows={days.map(({ day, ...of }) => ({
        key: day,
        head: dayWords(day),
        cells: (['opened', 'finished'] as const).map((figure) =>
          cell(of[figure], titles[figure](dayWords(day)), () => show(day, figure)),
        ),
      }))}
    >
      <DrawnDays days={days} names={names} onOpen={({ day }) => show(day, 'opened')} />
    </Chart>
  )
}

interface FrameProps {
  label: string
  heads: readonly string[]
  rows: FiguresTableProps['rows']
  children: ReactNode
}

function Chart({ label, heads, rows, children }: FrameProps) {
  return (
    <>
      <div aria-hidden className="h-56 min-w-0 px-2 text-2xs">
        <Suspense fallback={<Skeleton className="mx-2 h-full rounded-md" />}>{children}</Suspense>
      </div>
      <details className="mt-auto">
        <summary className="cursor-pointer px-4 py-2 text-xs text-muted hover:text-ink touch:min-h-11 touch:py-3.5">
          <Trans>Ver como tabela</Trans>
        </summary>
        <FiguresTable label={label} heads={heads} rows={rows} />
      </details>
    </>
  )
}

const cell = (count: number, label: string, onOpen: () => void) => ({
  text: count.toLocaleString(),
  label: `${label}: ${count}`,
  onOpen: count === 0 ? null : onOpen,
})
