import { lazy, Suspense } from 'react'
import { useAsked } from './asked.ts'

/** Seldom needed: it comes when it is. */
const ReopenDialog = lazy(async () => ({ default: (await import('./reopen-dialog.tsx')).ReopenDialog }))

/** The question, over any screen. */
export function Reopening() {
  const asked = useAsked()
  if (asked === null) return null
  return (
    <Suspense fallback={null}>
      <ReopenDialog key={asked.ticketId} asked={asked} />
    </Suspense>
  )
}
