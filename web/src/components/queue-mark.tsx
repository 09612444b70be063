interface QueueMarkProps {
  color: string | null
}

/** A queue's colour as a small mark; its name stands beside it. */
export function QueueMark({ color }: QueueMarkProps) {
  return (
    <span
      aria-hidden
      className="inline-block size-2 shrink-0 rounded-full ring-1 ring-ink/15"
      style={{ backgroundColor: color ?? 'transparent' }}
    />
  )
}
