import { useId, type ReactNode } from 'react'

/** A part of a page under its heading. */
export function Titled({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <h2 id={id} className="text-sm font-medium text-muted">
        {title}
      </h2>
      {children}
    </section>
  )
}
