import type { ReactNode } from 'react'

/** What to do on the phone, in order. */
export function StepList({ children }: { children: ReactNode }) {
  return <ol className="flex min-w-0 flex-col gap-3">{children}</ol>
}

export function Step({ number, children }: { number: number; children: ReactNode }) {
  return (
    <li className="flex gap-3 text-base">
      <span
        aria-hidden
        className="flex size-5 shrink-0 items-center justify-center rounded-full bg-pressed text-xs font-medium text-muted tabular"
      >
        {number}
      </span>
      <span>{children}</span>
    </li>
  )
}
