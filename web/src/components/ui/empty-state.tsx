import { Trans } from '@lingui/react/macro'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

interface EmptyStateProps {
  icon: LucideIcon
  title: string
  /** What this place is for, or what to do. */
  children?: ReactNode
  /** What could stand here. */
  example?: ReactNode
  /** The one next step. */
  action?: ReactNode
}

export function EmptyState({ icon: Icon, title, children, example, action }: EmptyStateProps) {
  return (
    <div className="flex h-full flex-col items-center justify-center gap-1 p-8 text-center">
      <span className="mb-3 flex size-11 items-center justify-center rounded-full bg-pressed text-muted">
        <Icon aria-hidden className="size-5" />
      </span>
      <p className="text-base font-medium">{title}</p>
      {children && <p className="max-w-72 text-sm text-pretty text-muted">{children}</p>}
      {example && (
        <p className="mt-3 max-w-80 rounded-md border border-dashed border-line-strong px-3 py-2 text-left text-sm text-pretty">
          <span className="block text-xs text-muted">
            <Trans>Por exemplo</Trans>
          </span>
          {example}
        </p>
      )}
      {action && <div className="mt-4">{action}</div>}
    </div>
  )
}
