// The outbox as its panel shows it: each refused entry with what waits for it, then what is only waiting. Pure.
import type { OutboxEntry } from '../../sync/client.ts'

export interface RefusedGroup {
  entry: OutboxEntry
  /** In order. */
  held: readonly OutboxEntry[]
}

export interface OutboxSections {
  refused: readonly RefusedGroup[]
  waiting: readonly OutboxEntry[]
}

export function outboxSections(entries: readonly OutboxEntry[]): OutboxSections {
  return {
    refused: entries
      .filter(({ state }) => state === 'refused')
      .map((entry) => ({ entry, held: entries.filter(({ heldBy }) => heldBy === entry.id) })),
    waiting: entries.filter(({ state, heldBy }) => state === 'waiting' && heldBy === undefined),
  }
}
