import { useEffect, useState } from 'react'
import { useStable } from '../../../lib/use-stable.ts'
import { useOutbox, useSyncStatus } from '../../../sync/client.ts'

/** Longer than an answer takes; then the work goes on without it. */
const patienceMs = 1500

/** Tells once what the server says to a new ticket, or that there is no waiting for it. */
export function useAnswer(ticketId: string | null, tell: (refused: boolean) => void) {
  const live = useSyncStatus().phase === 'live'
  const entry = useOutbox().find(({ name, args }) => name === 'ticket.create' && args['id'] === ticketId)
  const [seen, setSeen] = useState(false)
  if (entry && !seen) setSeen(true)
  const refused = entry?.state === 'refused'
  const answered = refused || entry?.state === 'applied' || (seen && !entry) || !live
  const due = ticketId !== null && answered
  const stable = useStable(tell)
  useEffect(() => {
    if (due) stable(refused)
  }, [due, refused, stable])
  useEffect(() => {
    if (ticketId === null) return
    const timer = setTimeout(() => stable(false), patienceMs)
    return () => clearTimeout(timer)
  }, [ticketId, stable])
}
