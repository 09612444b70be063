import { Switch as Base } from '@base-ui/react/switch'
import { useId, type ReactNode } from 'react'

interface SwitchProps {
  label: string
  checked: boolean
  onChange(checked: boolean): void
}

export function Switch({ label, ...control }: SwitchProps) {
  return (
    <label className="inline-flex items-center gap-2 text-xs text-muted touch:h-11">
      <Control {...control} />
      {label}
    </label>
  )
}

interface SwitchRowProps extends SwitchProps {
  /** What it does, in a sentence. */
  children: ReactNode
  /** Beside the label. */
  mark?: ReactNode
  disabled?: boolean
}

/** A setting over the whole width: words left, switch right. */
export function SwitchRow({ label, mark, children, ...control }: SwitchRowProps) {
  const id = useId()
  const [labelId, helpId] = [`${id}-label`, `${id}-help`]
  return (
    <label className="flex items-center gap-4 touch:min-h-11">
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2 text-base font-medium">
          <span id={labelId}>{label}</span>
          {mark}
        </span>
        <span id={helpId} className="block text-sm text-muted">
          {children}
        </span>
      </span>
      {/* Its name is the label alone: the sentence is read after it. */}
      <Control {...control} aria-labelledby={labelId} aria-describedby={helpId} />
    </label>
  )
}

interface ControlProps extends Omit<SwitchProps, 'label'> {
  disabled?: boolean
  'aria-labelledby'?: string
  'aria-describedby'?: string
}

function Control({ checked, onChange, disabled = false, ...named }: ControlProps) {
  return (
    <Base.Root
      {...named}
      checked={checked}
      onCheckedChange={(next) => onChange(next)}
      disabled={disabled}
      className="inline-flex h-4.5 w-8 shrink-0 items-center rounded-full bg-line-strong p-0.5 transition-colors data-checked:bg-accent data-disabled:opacity-50"
    >
      <Base.Thumb className="size-3.5 rounded-full bg-surface transition-transform data-checked:translate-x-3.5" />
    </Base.Root>
  )
}
