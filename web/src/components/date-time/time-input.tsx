import { Field } from '../ui/field.tsx'
import { Input } from '../ui/inputs/input.tsx'
import { clockOf, isClock } from './typed-time.ts'

interface TimeInputProps {
  label: string
  /** Id of what is said below. */
  describedBy?: string
  invalid?: boolean
  /** What the field takes. */
  isTime?(text: string): boolean
  value: string
  onChange(value: string): void
  onBlur?(): void
}

/** A time of day, 24 hours in every language, whatever the browser's own field would show. */
export function TimeInput(props: TimeInputProps) {
  const { label, describedBy, invalid = false, isTime = isClock, value, onChange, onBlur } = props
  return (
    <Input
      {...shape}
      aria-label={label}
      aria-describedby={describedBy}
      aria-invalid={invalid}
      className="w-18 px-2 text-center tabular"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onBlur={() => {
        onChange(clockOf(value, isTime))
        onBlur?.()
      }}
    />
  )
}

const shape = { inputMode: 'numeric', autoComplete: 'off', placeholder: '00:00', maxLength: 5 } as const

interface TimeFieldProps {
  label: string
  error?: string | null
  value: string
  onChange(value: string): void
}

/** The same as a field of a form. */
export function TimeField({ label, error, value, onChange }: TimeFieldProps) {
  return (
    <Field
      {...shape}
      label={label}
      error={error}
      className="tabular"
      value={value}
      onChange={({ target }) => onChange(target.value)}
      onBlur={() => onChange(clockOf(value))}
    />
  )
}
