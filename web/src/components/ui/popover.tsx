import { Popover as Base } from '@base-ui/react/popover'
import type { ReactElement, ReactNode } from 'react'
import { useMade } from './use-made.ts'

interface PopoverProps {
  open: boolean
  onOpenChange(open: boolean): void
  /** Its name for those who don't see where it hangs. */
  label: string
  anchor?: Element | null
  /** Opens and closes it, and is where it hangs. */
  trigger?: ReactElement<Record<string, unknown>>
  side?: 'top' | 'bottom' | 'right'
  align?: 'center' | 'end'
  children: ReactNode
}

/** A small panel at whatever opened it. */
export function Popover({
  side = 'top',
  open: wanted,
  onOpenChange,
  label,
  trigger,
  children,
  ...place
}: PopoverProps) {
  const { made, open } = useMade(wanted)
  if (!made && !trigger) return null
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      {trigger && <Base.Trigger render={trigger} />}
      <Base.Portal>
        <Base.Positioner side={side} {...place} sideOffset={6} collisionPadding={8} className="z-50">
          <Base.Popup
            aria-label={label}
            className="rounded-lg bg-raised text-ink shadow-pop outline-none transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0"
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
