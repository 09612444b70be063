// A ticket whose connection is gone is to be reopened: over which one is asked, wherever it was wished.
import { connectionChoices } from 'db/connections/queries.ts'
import { ticketDetail } from 'db/tickets/queries.ts'
import { useSyncExternalStore } from 'react'
import { runQuery } from '../../../sync/client.ts'

export interface Asked {
  ticketId: string
  /** It was reopened. */
  onDone(): void
}

let asked: Asked | null = null
const listeners = new Set<() => void>()

export const useAsked = () => useSyncExternalStore(subscribe, () => asked)

export function ask(next: Asked | null): void {
  asked = next
  for (const listener of listeners) listener()
}

/**
 * False: its connection is there no more. `connectionId`: as whoever wishes it read it, of a ticket that is not on this device. Where nothing can be
 * looked up the server decides.
 */
export async function hasConnection(ticketId: string, connectionId?: string): Promise<boolean> {
  try {
    const wished = connectionId ?? (await runQuery(ticketDetail({ id: ticketId })))[0]?.connectionId
    if (wished === undefined) return true
    return (await runQuery(connectionChoices())).some(({ id }) => id === wished)
  } catch {
    return true
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
