import { Trans, useLingui } from '@lingui/react/macro'
import type { OpeningHours } from 'db/bot/opening-hours.ts'
import { Copy, Plus, X } from 'lucide-react'
import { useId } from 'react'
import { IconButton } from '../ui/icon-button.tsx'
import { TimeInput } from '../date-time/time-input.tsx'
import { isClock, isEndClock } from '../date-time/typed-time.ts'
import { Menu, MenuItem } from '../ui/menu.tsx'
import {
  addInterval,
  copyDay,
  isWholeDay,
  maxIntervals,
  problemsOf,
  removeInterval,
  changeInterval,
  weekOrder,
  workdays,
  type Interval,
  type IntervalProblem,
} from './edit-hours.ts'
import { weekdayName } from './hours-words.ts'

interface DayHoursProps {
  /** 0: Sunday. */
  day: number
  hours: OpeningHours
  onChange(hours: OpeningHours): void
}

export function DayHours({ day, hours, onChange }: DayHoursProps) {
  const { t } = useLingui()
  const intervals = hours.days[day] ?? []
  const problems = problemsOf(intervals)
  const name = weekdayName(day)
  return (
    <li aria-label={name} className="grid grid-cols-[1fr_auto] items-start gap-x-2 py-2 sm:grid-cols-[4.5rem_1fr_auto]">
      <span className="pt-2 text-sm font-medium touch:pt-3">{name}</span>
      <div className="order-last col-span-2 flex min-w-0 flex-col gap-2 sm:order-none sm:col-span-1">
        {intervals.map((interval, index) => (
          <IntervalRow
            key={index}
            place={index + 1}
            day={name}
            interval={interval}
            problem={problems[index] ?? null}
            onChange={(change) => onChange(changeInterval(hours, day, index, change))}
            onRemove={() => onChange(removeInterval(hours, day, index))}
          />
        ))}
        {intervals.length === 0 && (
          <span className="py-2 text-sm text-muted touch:py-3">
            <Trans>Fechado</Trans>
          </span>
        )}
      </div>
      <span className="flex pt-0.5 touch:pt-0">
        <IconButton
          label={t`Adicionar horário: ${name}`}
          disabled={intervals.length >= maxIntervals}
          onClick={() => onChange(addInterval(hours, day))}
        >
          <Plus />
        </IconButton>
        <CopyMenu name={name} onCopy={(days) => onChange(copyDay(hours, day, days))} />
      </span>
    </li>
  )
}

interface IntervalRowProps {
  /** The day's name. */
  day: string
  /** 1: the first of the day. */
  place: number
  interval: Interval
  problem: IntervalProblem | null
  onChange(change: Partial<Interval>): void
  onRemove(): void
}

function IntervalRow({ day, place, interval, problem, onChange, onRemove }: IntervalRowProps) {
  const { t } = useLingui()
  const name = t`${day}, horário ${place}`
  const { start, end } = interval
  const note = useId()
  const words = useWords(interval, problem)
  const overlaps = problem === 'overlap'
  return (
    <div role="group" aria-label={name}>
      <div className="flex items-center gap-1.5">
        <TimeInput
          describedBy={note}
          label={t`Abre`}
          invalid={overlaps || !isClock(start)}
          isTime={isClock}
          value={start}
          onChange={(next) => onChange({ start: next })}
        />
        <span aria-hidden className="text-muted">
          –
        </span>
        <TimeInput
          describedBy={note}
          label={t`Fecha`}
          invalid={overlaps || !isEndClock(end)}
          isTime={isEndClock}
          value={end}
          onChange={(next) => onChange({ end: next })}
        />
        <IconButton size="sm" label={t`Remover ${name}`} onClick={onRemove}>
          <X />
        </IconButton>
      </div>
      <p id={note} className={problem ? 'text-xs text-danger' : 'text-xs text-muted'}>
        {words}
      </p>
    </div>
  )
}

function useWords(interval: Interval, problem: IntervalProblem | null): string | null {
  const { t } = useLingui()
  if (problem === 'incomplete') return t`Preencha os dois horários, como 08:00.`
  if (problem === 'overlap') return t`Coincide com outro horário do dia.`
  const { start, end } = interval
  if (start === end) return t`Fechado: começa e termina na mesma hora. O dia inteiro é das 00:00 às 24:00.`
  if (isWholeDay(interval)) return t`O dia inteiro.`
  return end < start ? t`Até o dia seguinte.` : null
}

function CopyMenu({ name, onCopy }: { name: string; onCopy(days: readonly number[]): void }) {
  const { t } = useLingui()
  const label = t`Copiar ${name} para outros dias`
  return (
    <Menu
      label={label}
      trigger={
        <IconButton label={label}>
          <Copy />
        </IconButton>
      }
    >
      <MenuItem onClick={() => onCopy(workdays)}>
        <Trans>Para segunda a sexta</Trans>
      </MenuItem>
      <MenuItem onClick={() => onCopy(weekOrder)}>
        <Trans>Para todos os dias</Trans>
      </MenuItem>
    </Menu>
  )
}
