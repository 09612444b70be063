// When a campaign stops by itself: going on would cost the number. Pure.
import type { StopReason } from './table.ts'

export interface Outcome {
  /** Null: WhatsApp took it. */
  error: string | null
  optedOut: boolean
}

/** How many of the last ones are looked at. */
export const lookedAt = 50

/** WhatsApp says that this number writes to too many strangers, or too fast. */
const restrictions = new Set(['463', '479', '429', '420'])
export const isRestriction = (error: string | null) => error !== null && restrictions.has(error)

const maxRestrictions = 3
/** Of the last twenty. */
const recent = 20
const maxFailures = 10
/** Of the last fifty. */
const maxOptOuts = 10

/** `latest`: what became of the last people, the latest first; null: it may go on. Nobody's fault is what a person did here. */
export function stopReasonOf(latest: readonly Outcome[]): StopReason | null {
  const last = latest.slice(0, recent)
  if (last.filter(({ error }) => isRestriction(error)).length >= maxRestrictions) return 'refusals'
  if (last.filter(({ error }) => error !== null).length >= maxFailures) return 'failures'
  return latest.slice(0, lookedAt).filter(({ optedOut }) => optedOut).length >= maxOptOuts ? 'opt_outs' : null
}
