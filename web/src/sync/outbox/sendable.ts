// What of an outbox may go to the server now: all that waits but what a refused entry holds back, or may still be taken back. Pure.
import { createHold } from 'db/kit/hold.ts'
import { refusalKindOf } from 'db/mutations.ts'
import type { OutboxEntry } from './outbox.ts'

/**
 * Entry → the refused one that it waits for. `entries` in order, with the refused ones. For a step nothing waits: what was taken because of it was
 * refused with it (answers.ts), and what was taken since, its author took seeing how the row stands.
 */
export function heldEntries(entries: readonly OutboxEntry[]): ReadonlyMap<string, string> {
  const hold = createHold(refusalKindOf)
  const held = new Map<string, string>()
  for (const entry of entries) {
    if (entry.state === 'refused') {
      if (refusalKindOf(entry.name) !== 'step') hold.refuse(entry)
    } else {
      const holder = hold.holderOf(entry)
      if (holder !== undefined) held.set(entry.id, holder)
    }
  }
  return held
}

/** In order. */
export function sendableEntries(entries: readonly OutboxEntry[], now = Date.now()): readonly OutboxEntry[] {
  const held = heldEntries(entries)
  return entries.filter((entry) => entry.state === 'waiting' && !held.has(entry.id) && !isResting(entry, now))
}

const isResting = ({ notBefore }: OutboxEntry, now: number) => notBefore !== undefined && notBefore.getTime() > now

/** The leader reads the clock when it sends, and what is taken back must be gone by then. */
const marginMs = 500

export const mayBeTakenBack = (entry: OutboxEntry, now = Date.now()) =>
  entry.state === 'waiting' && isResting(entry, now + marginMs)
