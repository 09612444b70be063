import type { ReactNode } from 'react'

interface ValueRowProps {
  label: string
  /** What it does, in a sentence. */
  help: string
  children: ReactNode
}

/** A setting over the whole width, to be read: as SelectRow, for those who may not change it. */
export function ValueRow({ label, help, children }: ValueRowProps) {
  return (
    <dl className="flex flex-col gap-2 sm:flex-row sm:items-center sm:gap-6">
      <dt className="min-w-0 flex-1">
        <span className="text-base font-medium">{label}</span>
        <p className="text-sm text-muted">{help}</p>
      </dt>
      <dd className="text-base break-words sm:w-56">{children}</dd>
    </dl>
  )
}
