import { Switch as Base } from '@base-ui/react/switch'

interface SwitchProps {
  label: string
  checked: boolean
  onChange(checked: boolean): void
}

export function Switch({ label, checked, onChange }: SwitchProps) {
  return (
    <label className="inline-flex items-center gap-2 text-xs text-muted touch:h-11">
      <Base.Root
        checked={checked}
        onCheckedChange={(next) => onChange(next)}
        className="inline-flex h-4.5 w-8 shrink-0 items-center rounded-full bg-line-strong p-0.5 transition-colors data-checked:bg-accent"
      >
        <Base.Thumb className="size-3.5 rounded-full bg-surface transition-transform data-checked:translate-x-3.5" />
      </Base.Root>
      {label}
    </label>
  )
}
