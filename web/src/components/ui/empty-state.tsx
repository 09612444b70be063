import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

interface EmptyStateProps {
  icon: LucideIcon
  title: string
  /** What this place is for, or what to do. */
  children?: ReactNode
  action?: ReactNode
}

export function EmptyState({ icon: Icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="flex h-full flex-col items-center justify-center gap-1 p-8 text-center">
      <span className="mb-3 flex size-11 items-center justify-center rounded-full bg-pressed text-muted">
        <Icon aria-hidden className="size-5" />
      </span>
      <p className="text-base font-medium">{title}</p>
      {children && <p className="max-w-72 text-sm text-pretty text-muted">{children}</p>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  )
}
