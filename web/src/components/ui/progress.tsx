import { cn } from '../../lib/class-names.ts'

interface ProgressProps {
  value: number
  /** 0 is an empty bar. */
  max: number
  className?: string
}

/** A thin bar; what it says stands beside it in words. */
export function Progress({ value, max, className }: ProgressProps) {
  return (
    <progress
      aria-hidden
      value={value}
      max={Math.max(1, max)}
      className={cn(
        'h-1.5 w-full appearance-none overflow-hidden rounded-full bg-pressed',
        '[&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-pressed [&::-webkit-progress-value]:bg-accent',
        className,
      )}
    />
  )
}
