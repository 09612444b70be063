import type { ReactNode } from 'react'

/** A line of what is known of a message, in a `dl` of two columns. */
export function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 wrap-anywhere tabular">{children}</dd>
    </>
  )
}
