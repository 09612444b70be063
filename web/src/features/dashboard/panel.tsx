import type { ReactNode } from 'react'

/** A figure of several numbers, under its heading. */
export function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col rounded-lg border border-line bg-surface">
      <h2 className="px-4 pt-3 pb-1 text-sm font-medium">{title}</h2>
      <div className="flex min-w-0 flex-1 flex-col">{children}</div>
    </div>
  )
}
