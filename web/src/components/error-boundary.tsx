// Around a row, a bubble, a card: what can't be shown of one thing takes nothing else from the screen. React has no hook for it.
// Invariant: it tries again as soon as the thing changes, and only then.
import { Trans } from '@lingui/react/macro'
import { CircleAlert } from 'lucide-react'
import { Component, type ReactNode } from 'react'
import { cn } from '../lib/class-names.ts'

interface ErrorBoundaryProps {
  /** What is shown inside: another row, or the same one changed, is another try. */
  of: unknown
  /** In its place. It needs nothing of the thing but its id: what else is in it may be what can't be shown. */
  fallback: ReactNode
  children: ReactNode
}

interface State {
  of: unknown
  failed: boolean
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { of: this.props.of, failed: false }

  static getDerivedStateFromProps({ of }: ErrorBoundaryProps, state: State): State | null {
    return Object.is(of, state.of) ? null : { of, failed: false }
  }

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}

/** Around one of many; what can be done to it stands beside it. */
export function ItemBoundary({ of, children }: Omit<ErrorBoundaryProps, 'fallback'>) {
  return (
    <ErrorBoundary
      of={of}
      fallback={
        <Broken className="p-2">
          <Trans>Não foi possível mostrar este item</Trans>
        </Broken>
      }
    >
      {children}
    </ErrorBoundary>
  )
}

/** Calm words in place of something that can't be shown; on one line. */
export function Broken({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <span className={cn('inline-flex max-w-full min-w-0 items-center gap-1.5 text-sm text-muted italic', className)}>
      <CircleAlert aria-hidden className="size-4 shrink-0" />
      <span className="min-w-0 truncate">{children}</span>
    </span>
  )
}
