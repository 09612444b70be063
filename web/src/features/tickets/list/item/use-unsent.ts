import { useMemo } from 'react'
import { useOutbox, type OutboxEntry } from '../../../../sync/client.ts'

export type Unsent = 'waiting' | 'refused'

/** Tickets with something of ours that the server has not taken; a refusal outlasts what waits. */
export function useUnsent(): ReadonlyMap<string, Unsent> {
  // Reading is nothing that anybody waits for.
  const entries = useOutbox((all) => all.filter(({ quiet }) => !quiet))
  return useMemo(() => unsentByTicket(entries), [entries])
}

function unsentByTicket(entries: readonly OutboxEntry[]): ReadonlyMap<string, Unsent> {
  const unsent = new Map<string, Unsent>()
  for (const { args, state } of entries) {
    const id = args['ticketId'] ?? args['id']
    if (typeof id !== 'string' || unsent.get(id) === 'refused') continue
    unsent.set(id, state === 'refused' ? 'refused' : 'waiting')
  }
  return unsent
}
