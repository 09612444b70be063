import type { ReactNode } from 'react'

interface ResourcePageProps {
  title: string
  /** What this place is for, in one line. */
  purpose: ReactNode
  /** The one primary action; none where the empty state has it. */
  action: ReactNode
  children: ReactNode
}

/** The frame of a management screen. */
export function ResourcePage({ title, purpose, action, children }: ResourcePageProps) {
  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto flex min-h-full max-w-4xl flex-col gap-6 p-4 sm:p-8">
        <header className="flex flex-wrap items-end justify-between gap-3">
          <div>
            <h1 className="text-xl font-semibold">{title}</h1>
            <p className="text-base text-muted">{purpose}</p>
          </div>
          {action}
        </header>
        {children}
      </div>
    </div>
  )
}
