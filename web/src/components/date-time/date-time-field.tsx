// A day and an hour as one field of a form. Its value is 'YYYY-MM-DDTHH:MM', '' where both are empty, and something else while either is not
// yet one: the notations of desk/local-time.ts read it.
import { useLingui } from '@lingui/react/macro'
import { useId, type ReactNode } from 'react'
import { cn } from '../../lib/class-names.ts'
import { DateInput } from './date-field.tsx'
import { TimeInput } from './time-input.tsx'
import { isDate, joined, partsOf } from './typed-date.ts'

interface DateTimeFieldProps {
  label: string
  help?: ReactNode
  error?: string | null
  value: string
  onChange(event: { target: { value: string } }): void
  onBlur?(): void
  /** Below it: times that are often meant. */
  children?: ReactNode
}

/** Opening hours begin so where nobody says otherwise. */
const usualClock = '09:00'

export function DateTimeField({ label, help, error, value, onChange, onBlur, children }: DateTimeFieldProps) {
  const { t } = useLingui()
  const labelId = useId()
  const noteId = useId()
  const { date, clock } = partsOf(value)
  const change = (nextDate: string, nextClock: string) => onChange({ target: { value: joined(nextDate, nextClock) } })
  const note = error ?? help
  return (
    <div role="group" aria-labelledby={labelId} className="flex flex-col gap-1">
      <span id={labelId} className="text-sm font-medium">
        {label}
      </span>
      <div className="flex items-center gap-2">
        <DateInput
          label={t`Data`}
          describedBy={noteId}
          invalid={Boolean(error)}
          className="w-44"
          value={date}
          onChange={({ target }) => change(target.value, isDate(target.value) && clock === '' ? usualClock : clock)}
          onBlur={onBlur}
        />
        <TimeInput
          label={t`Hora`}
          describedBy={noteId}
          invalid={Boolean(error)}
          value={clock}
          onChange={(next) => next !== clock && change(date, next)}
          onBlur={onBlur}
        />
      </div>
      {children}
      {note && (
        <p
          id={noteId}
          role={error ? 'alert' : undefined}
          className={cn('text-xs', error ? 'text-danger' : 'text-muted')}
        >
          {note}
        </p>
      )}
    </div>
  )
}
