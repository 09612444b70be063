import { createContext, useRef, type ReactNode, type RefObject } from 'react'

/** What scrolls the rows of the page. */
export const PageScroller = createContext<RefObject<HTMLElement | null>>({ current: null })

interface ResourcePageProps {
  title: string
  /** What this place is for, in one line. */
  purpose: ReactNode
  /** The one primary action; none where the empty state has it. */
  action: ReactNode
  /** Above the title: where it belongs to. */
  back?: ReactNode
  children: ReactNode
}

/** The frame of a management screen: one width for all, so that nothing moves from one to the next. */
export function ResourcePage({ title, purpose, action, back, children }: ResourcePageProps) {
  const scroller = useRef<HTMLDivElement>(null)
  return (
    <div ref={scroller} className="h-full overflow-y-auto [scrollbar-gutter:stable]">
      <div className="mx-auto flex min-h-full max-w-6xl flex-col gap-6 p-4 sm:p-8">
        <header className="flex flex-col">
          {back}
          {/* Beside title and purpose; below both where it needs the width. */}
          <div className="flex flex-wrap items-start justify-between gap-3">
            <div className="min-w-0 flex-1 basis-48">
              <h1 className="text-xl font-semibold">{title}</h1>
              <p className="text-base text-muted">{purpose}</p>
            </div>
            {action}
          </div>
        </header>
        <PageScroller value={scroller}>{children}</PageScroller>
      </div>
    </div>
  )
}
