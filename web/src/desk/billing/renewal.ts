// That the company has paid, told once in each tab by whoever hears of it first: its row, or the bill that somebody is looking at.
import { createValueStore } from '../../lib/data/value-store.ts'

/** The new due date in ms; null: nobody paid since the app was opened. */
export const renewedUntil = createValueStore<number | null>(null)

export function noteRenewal(dueDate: Date) {
  renewedUntil.set(Math.max(dueDate.getTime(), renewedUntil.get() ?? 0))
}
