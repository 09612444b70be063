import { Select as Base } from '@base-ui/react/select'
import { Check, ChevronsUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '../../lib/class-names.ts'
import { inputVariants } from './input.tsx'

interface SelectProps {
  label: string
  placeholder: string
  value: string | null
  options: readonly { value: string; label: string; mark?: ReactNode }[]
  onChange(value: string | null): void
}

export function Select({ label, placeholder, value, options, onChange }: SelectProps) {
  return (
    <Base.Root items={options} value={value} onValueChange={(next) => onChange(next)}>
      <div className="flex flex-col gap-1">
        <Base.Label className="text-sm font-medium">{label}</Base.Label>
        <Base.Trigger
          className={cn(inputVariants(), 'flex h-10 items-center justify-between gap-2 text-left touch:h-11')}
        >
          <Base.Value placeholder={<span className="text-muted">{placeholder}</span>} />
          <ChevronsUpDown className="size-4 shrink-0 text-muted" />
        </Base.Trigger>
      </div>
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
    </Base.Root>
  )
}
