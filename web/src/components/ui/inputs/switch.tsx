import { Switch as Base } from '@base-ui/react/switch'
import type { ReactNode } from 'react'

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
  return (
    <label className="flex items-center gap-4 touch:min-h-11">
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2 text-base font-medium">
          {label}
          {mark}
        </span>
        <span className="block text-sm text-muted">{children}</span>
      </span>
      <Control {...control} />
    </label>
  )
}

function Control({ checked, onChange, disabled = false }: Omit<SwitchProps, 'label'> & { disabled?: boolean }) {
  return (
    <Base.Root
      checked={checked}
      onCheckedChange={(next) => onChange(next)}
      disabled={disabled}
      className="inline-flex h-4.5 w-8 shrink-0 items-center rounded-full bg-line-strong p-0.5 transition-colors data-checked:bg-accent data-disabled:opacity-50"
    >
      <Base.Thumb className="size-3.5 rounded-full bg-surface transition-transform data-checked:translate-x-3.5" />
    </Base.Root>
  )
}
