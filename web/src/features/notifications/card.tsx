import { useId, type ReactNode } from 'react'
import { ItemBoundary } from '../../components/error-boundary.tsx'

export function Card({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <h2 id={id} className="text-sm font-medium text-muted">
        {title}
      </h2>
      <div className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-4">
        <ItemBoundary of={children}>{children}</ItemBoundary>
      </div>
    </section>
  )
}
