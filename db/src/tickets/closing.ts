// What a customer is told when their ticket is closed, and what of their answer is a rating. Pure; messages/say-goodbye.ts and
// messages/receive-rating.ts carry it out.
import type { Settings } from '../settings/table.ts'
import { ratingText } from './texts.ts'

export type Goodbye = { kind: 'rating' | 'farewell'; text: string }

export interface ClosedTicket {
  isGroup: boolean
  /** A person had it since it was opened: there is something to rate. */
  wasAccepted: boolean
}

/** A question for a rating, else a farewell; groups are told nothing. */
export function goodbye(
  { isGroup, wasAccepted }: ClosedTicket,
  { userRating }: Pick<Settings, 'userRating'>,
  { ratingMessage, complationMessage }: { ratingMessage: string; complationMessage: string },
): Goodbye | null {
  if (isGroup) return null
  if (userRating === 'enabled' && wasAccepted) return { kind: 'rating', text: ratingText(ratingMessage) }
  return complationMessage.trim() === '' ? null : { kind: 'farewell', text: complationMessage }
}

const ratingWindowMs = 24 * 60 * 60_000

/** Whether an answer to the question still counts. */
export function isRatingAwaited(cycle: { ratingAskedAt: Date | null; rating: number | null }, now: Date): boolean {
  if (cycle.ratingAskedAt === null || cycle.rating !== null) return false
  return now.getTime() - cycle.ratingAskedAt.getTime() < ratingWindowMs
}

/** 1 dissatisfied, 2 satisfied, 3 very satisfied; null: it is a message like any other. Marks around the number ("*1*", "2.") don't matter. */
export function ratingOf(text: string): 1 | 2 | 3 | null {
  const digit = /^[^\p{L}\p{N}]*([123])[^\p{L}\p{N}]*$/u.exec(text)?.[1]
  return digit === undefined ? null : (Number(digit) as 1 | 2 | 3)
}
