import { Check } from 'lucide-react'
import { cn } from '../../../lib/class-names.ts'

/** Where one is among the steps. */
export function StepLine({ labels, current }: { labels: readonly string[]; current: number }) {
  return (
    <ol className="flex flex-wrap gap-x-4 gap-y-1">
      {labels.map((label, index) => (
        <li
          key={label}
          tabIndex={-1}
          aria-current={index === current ? 'step' : undefined}
          className={cn(
            'flex items-center gap-1.5 rounded-sm text-sm outline-none',
            index === current ? 'font-medium text-ink' : 'text-muted',
          )}
        >
          <span
            className={cn(
              'flex size-5 items-center justify-center rounded-full text-xs tabular',
              index === current ? 'bg-accent text-on-accent' : 'bg-pressed',
            )}
          >
            {index < current ? <Check aria-hidden className="size-3" /> : index + 1}
          </span>
          {label}
        </li>
      ))}
    </ol>
  )
}
