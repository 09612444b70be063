import type { ReactNode } from 'react'
import { Badge } from './badge.tsx'
import { IconButton } from './icon-button.tsx'
import { Popover } from './popover.tsx'

interface BellProps {
  open: boolean
  onOpenChange(open: boolean): void
  /** What is listed. */
  title: string
  /** The button's accessible name: it says how many there are. */
  label: string
  icon: ReactNode
  /** Of what is new; 0 shows none. */
  count: number
  children: ReactNode
}

/** A button of the top bar with how many are new, and a list of them below it. */
export function Bell({ open, onOpenChange, title, label, icon, count, children }: BellProps) {
  return (
    <Popover
      open={open}
      onOpenChange={onOpenChange}
      label={title}
      side="bottom"
      align="end"
      trigger={
        <IconButton label={label} className="relative">
          {icon}
          {count > 0 && (
            <Badge aria-hidden variant="accent" className="absolute -top-0.5 -right-0.5 touch:top-1 touch:right-1">
              {count > 99 ? '99+' : count}
            </Badge>
          )}
        </IconButton>
      }
    >
      {children}
    </Popover>
  )
}
