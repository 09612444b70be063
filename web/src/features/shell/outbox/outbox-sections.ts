// The outbox as its panel shows it: each refused entry with what waits for it, then what is only waiting: as many as the pill says. Pure.
import type { OutboxEntry } from '../../../sync/client.ts'

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
  const waiting = entries.filter(({ state, quiet }) => state === 'waiting' && !quiet)
  return {
    refused: entries
      .filter(({ state }) => state === 'refused')
      .map((entry) => ({ entry, held: waiting.filter(({ heldBy }) => heldBy === entry.id) })),
    waiting: waiting.filter(({ heldBy }) => heldBy === undefined),
  }
}
