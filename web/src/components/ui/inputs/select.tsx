// One of several, from a list that opens. `Select` is a field of a form, `SelectRow` a setting over the whole width.
import { Select as Base } from '@base-ui/react/select'
import { Check, ChevronsUpDown } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { cn } from '../../../lib/class-names.ts'
import { ChoiceRow } from '../../choice-row.tsx'
import { inputVariants } from './input.tsx'

interface Option<Value> {
  /** Null: none of the others. */
  value: Value | null
  label: string
  mark?: ReactNode
}

interface SelectProps<Value extends string> {
  label: string
  placeholder: string
  value: Value | null
  options: readonly Option<Value>[]
  /** Below it. */
  help?: string
  /** What is wrong with the value, in place of the help. */
  error?: string | null
  onChange(value: Value | null): void
}

export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, placeholder, value, options, help, error, onChange } = props
  const helpId = useId()
  const note = error ?? help
  return (
    <Base.Root items={options} value={value} onValueChange={(next) => onChange(next)}>
      <div className="flex flex-col gap-1">
        <Base.Label className="text-sm font-medium">{label}</Base.Label>
        <Trigger
          placeholder={placeholder}
          invalid={Boolean(error)}
          {...(note !== undefined && { describedBy: helpId })}
        />
        {note !== undefined && (
          <p id={helpId} className={cn('text-xs', error ? 'text-danger' : 'text-muted')}>
            {note}
          </p>
        )}
      </div>
      <Options label={label} options={options} />
    </Base.Root>
  )
}

interface SelectRowProps extends Omit<SelectProps<string>, 'placeholder' | 'help' | 'error'> {
  /** What it does, in a sentence. */
  help: string
  /** Beside the label. */
  mark?: ReactNode
}

export function SelectRow({ label, help, mark, value, options, onChange }: SelectRowProps) {
  const helpId = useId()
  return (
    <Base.Root items={options} value={value} onValueChange={(next) => onChange(next)}>
      <ChoiceRow
        label={<Base.Label className="text-base font-medium">{label}</Base.Label>}
        mark={mark}
        help={help}
        helpId={helpId}
      >
        <Trigger describedBy={helpId} />
      </ChoiceRow>
      <Options label={label} options={options} />
    </Base.Root>
  )
}

function Trigger({
  placeholder,
  describedBy,
  invalid,
}: {
  placeholder?: string
  describedBy?: string
  invalid?: boolean
}) {
  return (
    <Base.Trigger
      aria-describedby={describedBy}
      aria-invalid={invalid}
      className={cn(inputVariants(), 'flex h-10 items-center justify-between gap-2 text-left touch:h-11')}
    >
      <Base.Value className="min-w-0 truncate" placeholder={<span className="text-muted">{placeholder}</span>} />
      <ChevronsUpDown className="size-4 shrink-0 text-muted" />
    </Base.Trigger>
  )
}

function Options<Value extends string>({ label, options }: Pick<SelectProps<Value>, 'label' | 'options'>) {
  return (
    <Base.Portal render={<section aria-label={label} />}>
      <Base.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-50 outline-none">
        <Base.Popup className="max-h-(--available-height) w-(--anchor-width) overflow-y-auto rounded-lg bg-raised p-1 shadow-pop outline-none">
          {options.map((option) => (
            <Base.Item
              key={option.value}
              value={option.value}
              className="flex h-9 cursor-default items-center gap-2 rounded-md px-2 text-base outline-none select-none data-highlighted:bg-hover touch:h-11"
            >
              {option.mark}
              <Base.ItemText className="min-w-0 flex-1 truncate">{option.label}</Base.ItemText>
              <Base.ItemIndicator>
                <Check className="size-4 text-accent" />
              </Base.ItemIndicator>
            </Base.Item>
          ))}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  )
}
