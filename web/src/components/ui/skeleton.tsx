import { cn } from '../../lib/class-names.ts'

export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cn('block animate-pulse rounded-sm bg-pressed', className)} />
}
