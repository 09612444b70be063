import type { ListRow } from 'db/tickets/list-queries.ts'
// Hits of several sources as one list without doubles. Pure.
// Invariant: what is shown stays where it is: a source begins where the one before it has told all it has.

export interface Hit {
  ticketId: string
  messageId: string | null
  text: string | null
  /** From the server; what this device has of the ticket comes first. */
  row: ListRow | null
}

export interface Told {
  hits: readonly Hit[]
  /** It has no more. */
  complete: boolean
}

export function mergeHits(sources: readonly Told[]): Hit[] {
  const merged = new Map<string, Hit>()
  for (const { hits, complete } of sources) {
    for (const hit of hits) if (!merged.has(hit.ticketId)) merged.set(hit.ticketId, hit)
    if (!complete) break
  }
  return [...merged.values()]
}
