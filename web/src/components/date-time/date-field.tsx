// A day as a field of a form, written and chosen in the app's language: the browser's own field speaks the browser's. Its value is
// 'YYYY-MM-DD', '' where it is empty, and while it is no day what was typed, which schemas refuse.
import { useLingui } from '@lingui/react/macro'
import { useState, type KeyboardEvent, type ReactNode } from 'react'
import { dayKey } from '../../lib/text/date-time.ts'
import { useToday } from '../../lib/use-now.ts'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/inputs/input.tsx'
import { CalendarButton } from './calendar-button.tsx'
import { dateOf, writtenDate } from './typed-date.ts'

interface DateValue {
  value: string
  onChange(event: { target: { value: string } }): void
  onBlur?(): void
}

interface DateFieldProps extends DateValue {
  label: string
  help?: ReactNode
  error?: string | null
  className?: string
}

export function DateField({ label, help, error, className, ...value }: DateFieldProps) {
  const { input, calendar } = useDate(value)
  return (
    <Field
      {...input}
      label={label}
      help={help}
      error={error}
      className={className}
      end={<CalendarButton label={label} {...calendar} />}
    />
  )
}

interface DateInputProps extends DateValue {
  label: string
  describedBy?: string
  invalid?: boolean
  className?: string
  onKeyDown?(event: KeyboardEvent): void
}

/** The field alone, where its name stands elsewhere. */
export function DateInput({ label, describedBy, invalid = false, className, onKeyDown, ...value }: DateInputProps) {
  const { input, calendar } = useDate(value)
  return (
    <div className={className}>
      <div className="relative">
        <Input
          {...input}
          aria-label={label}
          aria-describedby={describedBy}
          aria-invalid={invalid}
          className="pr-11 tabular"
          onKeyDown={onKeyDown}
        />
        <div className="absolute top-1/2 right-1 -translate-y-1/2">
          <CalendarButton label={label} {...calendar} />
        </div>
      </div>
    </div>
  )
}

/** What was typed stays as it was typed until the field is left. */
function useDate({ value, onChange, onBlur }: DateValue) {
  const { t } = useLingui()
  const [typed, setTyped] = useState<string | null>(null)
  const today = dayKey(useToday())
  return {
    input: {
      inputMode: 'numeric',
      autoComplete: 'off',
      placeholder: t`DD/MM/AAAA`,
      maxLength: 10,
      value: typed !== null && dateOf(typed, today) === value ? typed : writtenDate(value),
      onChange({ target }: { target: { value: string } }) {
        setTyped(target.value)
        onChange({ target: { value: dateOf(target.value, today) } })
      },
      onBlur() {
        setTyped(null)
        onBlur?.()
      },
    },
    calendar: {
      value,
      onChoose(date: string) {
        setTyped(null)
        onChange({ target: { value: date } })
      },
    },
  } as const
}
