// One number, what it is, and what became of it; a button where there are tickets behind it.
import { useLingui } from '@lingui/react/macro'
import { Minus, TrendingDown, TrendingUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { trendOf } from './figures.ts'

interface FigureWordsProps {
  label: string
  value: string
  /** Below it: more to know. */
  note?: ReactNode
}

export const figureLook =
  'flex min-w-0 flex-col items-start gap-0.5 rounded-lg border border-line bg-surface px-4 py-3 text-left'

export function FigureWords({ label, value, note }: FigureWordsProps) {
  return (
    <>
      <span className="text-sm text-muted">{label}</span>
      <span className="text-xl font-semibold tabular">{value}</span>
      <span className="min-h-4 text-xs text-muted tabular">{note}</span>
    </>
  )
}

export function FigureCard({ onOpen, ...words }: FigureWordsProps & { onOpen: (() => void) | null }) {
  if (onOpen === null) {
    return (
      <div className={figureLook}>
        <FigureWords {...words} />
      </div>
    )
  }
  return (
    <button
      type="button"
      onClick={onOpen}
      className={`${figureLook} transition-colors hover:bg-hover active:bg-pressed`}
    >
      <FigureWords {...words} />
    </button>
  )
}

interface TrendProps {
  now: number | null
  before: number | null
  /** Of more is it good, bad, or neither? */
  more: 'good' | 'bad' | 'neither'
}

/** Since the period before: a direction and a number, so that the colour only repeats it. */
export function Trend({ now, before, more }: TrendProps) {
  const { t } = useLingui()
  const trend = trendOf(now, before)
  if (trend === null) return t`sem comparação`
  const Icon = trend === 0 ? Minus : trend > 0 ? TrendingUp : TrendingDown
  const isGood = trend === 0 || more === 'neither' ? null : trend > 0 === (more === 'good')
  const color = isGood === null ? '' : isGood ? 'text-good' : 'text-danger'
  const amount = `${Math.abs(trend)}%`
  const words = trend === 0 ? t`igual a antes` : trend > 0 ? t`${amount} a mais` : t`${amount} a menos`
  return (
    <span className={`flex items-center gap-1 ${color}`}>
      <Icon aria-hidden className="size-3.5 shrink-0" />
      {words}
    </span>
  )
}
