import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { calendarDaysBetween, formatDate } from '../../../lib/text/date-time.ts'
import { useToday } from '../../../lib/use-now.ts'

export function DayPill({ at }: { at: number }) {
  const { t } = useLingui()
  const date = new Date(at)
  const days = calendarDaysBetween(date, useToday())
  const words = days === 0 ? t`Hoje` : days === 1 ? t`Ontem` : formatDate(date)
  return (
    <div className="my-2 flex justify-center">
      <span className="rounded-full bg-pressed px-3 py-0.5 text-xs text-muted tabular">{words}</span>
    </div>
  )
}

export function Separator({ children }: { children: ReactNode }) {
  return (
    <div className="my-2 flex items-center gap-3 text-xs text-muted tabular">
      <span aria-hidden className="h-px flex-1 bg-line" />
      <span className="text-center">{children}</span>
      <span aria-hidden className="h-px flex-1 bg-line" />
    </div>
  )
}
