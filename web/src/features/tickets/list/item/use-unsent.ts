import { useMemo } from 'react'
import { useOutbox, type OutboxEntry } from '../../../../sync/client.ts'

export type Unsent = 'waiting' | 'refused'

/** Tickets with something of ours that the server has not taken; a refusal outlasts what waits. */
export function useUnsent(): ReadonlyMap<string, Unsent> {
  const outbox = useOutbox()
  return useMemo(() => unsentByTicket(outbox), [outbox])
}

function unsentByTicket(entries: readonly OutboxEntry[]): ReadonlyMap<string, Unsent> {
  const unsent = new Map<string, Unsent>()
  for (const { args, name, state } of entries) {
    const id = args['ticketId'] ?? args['id']
    // Reading is nothing that anybody waits for.
    if (typeof id !== 'string' || name === 'ticket.markRead' || unsent.get(id) === 'refused') continue
    unsent.set(id, state === 'refused' ? 'refused' : 'waiting')
  }
  return unsent
}
