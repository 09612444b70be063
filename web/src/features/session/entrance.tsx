import type { ReactNode } from 'react'

interface EntranceProps {
  purpose: ReactNode
  /** Below what stands in the frame. */
  footer?: ReactNode
  children: ReactNode
}

/** The frame of what somebody sees who is not logged in. */
export function Entrance({ purpose, footer, children }: EntranceProps) {
  return (
    <main className="flex min-h-full items-center justify-center bg-canvas p-4">
      <div className="w-full max-w-90">
        <header className="mb-6 flex flex-col items-center text-center">
          <img src="/icons/icon.svg" alt="" className="mb-4 size-12" />
          <h1 className="text-xl font-semibold">Balcão</h1>
          <p className="text-base text-muted">{purpose}</p>
        </header>
        <div className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-6">{children}</div>
        {footer && <div className="mt-4 text-center text-base text-muted">{footer}</div>}
      </div>
    </main>
  )
}
