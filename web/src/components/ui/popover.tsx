import { Popover as Base } from '@base-ui/react/popover'
import type { ReactNode } from 'react'

interface PopoverProps {
  open: boolean
  onOpenChange(open: boolean): void
  /** Its name for those who don't see where it hangs. */
  label: string
  anchor: Element | null
  side?: 'top' | 'bottom'
  children: ReactNode
}

/** A small panel at whatever opened it. */
export function Popover({ open, onOpenChange, label, anchor, side = 'top', children }: PopoverProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Portal>
        <Base.Positioner anchor={anchor} side={side} sideOffset={6} collisionPadding={8} className="z-50">
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
