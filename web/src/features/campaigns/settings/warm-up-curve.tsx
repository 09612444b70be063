// The fourteen days of a new number: a bar each, to be lowered by typing, never raised above the curve.
import { useLingui } from '@lingui/react/macro'
import { fullWarmUp } from 'db/campaigns/pace.ts'
import { inputVariants } from '../../../components/ui/inputs/input.tsx'
import { cn } from '../../../lib/class-names.ts'

interface WarmUpCurveProps {
  days: readonly number[]
  onChange(days: number[]): void
}

export function WarmUpCurve({ days, onChange }: WarmUpCurveProps) {
  const { t } = useLingui()
  const highest = Math.max(...fullWarmUp)
  const lower = (day: number, typed: string) => {
    const count = Math.min(Number(typed.replaceAll(/\D/g, '')), fullWarmUp[day] ?? 0)
    onChange(days.map((each, place) => (place === day ? count : each)))
  }
  return (
    <div role="group" aria-label={t`Mensagens por dia de um número novo`}>
      <ol className="grid grid-cols-7 items-end gap-x-1 gap-y-3 sm:grid-cols-14">
        {days.map((count, day) => {
          const number = day + 1
          return (
            <li key={number} className="flex min-w-0 flex-col items-center gap-1">
              <span
                aria-hidden
                className="w-6 rounded-t-sm bg-accent-soft"
                style={{ height: `${4 + (60 * count) / highest}px` }}
              />
              <input
                aria-label={t`Dia ${number}`}
                inputMode="numeric"
                value={count}
                onChange={({ target }) => lower(day, target.value)}
                className={cn(inputVariants(), 'h-8 w-full px-0.5 text-center text-sm tabular touch:h-11')}
              />
              <span aria-hidden className="text-xs text-muted tabular">
                {number}
              </span>
            </li>
          )
        })}
      </ol>
    </div>
  )
}
