// The days of a month, in the app's language; loaded when somebody opens it.
import { i18n } from '@lingui/core'
import { DayPicker } from 'react-day-picker'
import { enGB } from 'react-day-picker/locale/en-GB'
import { es } from 'react-day-picker/locale/es'
import { ptBR } from 'react-day-picker/locale/pt-BR'
import { cn } from '../../lib/class-names.ts'
import { dayKey } from '../../lib/text/date-time.ts'
import { iconButtonVariants } from '../ui/icon-button-variants.ts'
import { isDate } from './typed-date.ts'

interface CalendarProps {
  /** 'YYYY-MM-DD', or what is no day. */
  value: string
  onChoose(date: string): void
}

const locales: Partial<Record<string, typeof ptBR>> = { pt: ptBR, en: enGB, es }

const step = cn(iconButtonVariants(), 'aria-disabled:opacity-50')

const classNames = {
  root: 'relative p-3 text-base',
  nav: 'absolute inset-x-3 top-3 flex justify-between',
  button_previous: step,
  button_next: step,
  chevron: 'fill-current',
  month: 'flex flex-col gap-1',
  month_caption: 'flex h-8 items-center justify-center touch:h-11',
  caption_label: 'block font-medium first-letter:uppercase',
  month_grid: 'border-collapse',
  weekday: 'h-8 w-9 text-xs font-medium text-muted touch:w-11',
  day: 'p-0 text-center',
  day_button: 'size-9 rounded-md tabular hover:bg-hover touch:size-11',
  outside: 'text-muted',
  today: 'font-semibold text-accent',
  selected: 'text-on-accent [&>button]:bg-accent [&>button]:hover:bg-accent-strong',
}

export default function Calendar({ value, onChoose }: CalendarProps) {
  // At noon, which every day has in every zone.
  const selected = isDate(value) ? new Date(`${value}T12:00`) : undefined
  return (
    <DayPicker
      mode="single"
      required
      autoFocus
      fixedWeeks
      showOutsideDays
      locale={locales[i18n.locale] ?? ptBR}
      selected={selected}
      {...(selected && { defaultMonth: selected })}
      onDayClick={(day) => onChoose(dayKey(day))}
      classNames={classNames}
    />
  )
}
