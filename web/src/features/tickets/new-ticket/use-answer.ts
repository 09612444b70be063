import { useEffect, useState } from 'react'
import { tellRefusalHere } from '../../../desk/tickets/other-ticket.ts'
import { useStable } from '../../../lib/use-stable.ts'
import { useOutbox, type OutboxEntry } from '../../../sync/client.ts'
import { useSyncStatus } from '../../../sync/session-client.ts'

/** Longer than an answer takes; then the work goes on without it. */
const patienceMs = 1500

/** Tells once what the server says to a new ticket, its refused entry or nothing, or that there is no waiting for it. Null: none is asked for. */
export function useAnswer(ticketId: string | null, tell: (refused: OutboxEntry | null) => void) {
  const live = useSyncStatus(({ phase }) => phase === 'live')
  const entry = useOutbox((entries) =>
    entries.find(({ name, args }) => name === 'ticket.create' && args['id'] === ticketId),
  )
  const [seen, setSeen] = useState<string | null>(null)
  if (entry && seen !== ticketId) setSeen(ticketId)
  const refused = entry?.state === 'refused' ? entry : null
  const answered = refused !== null || entry?.state === 'applied' || (seen === ticketId && !entry) || !live
  const due = ticketId !== null && answered
  const stable = useStable(tell)
  useEffect(() => (ticketId === null ? undefined : tellRefusalHere(ticketId)), [ticketId])
  useEffect(() => {
    if (due) stable(refused)
  }, [due, refused, stable])
  useEffect(() => {
    if (ticketId === null) return
    const timer = setTimeout(() => stable(null), patienceMs)
    return () => clearTimeout(timer)
  }, [ticketId, stable])
}
