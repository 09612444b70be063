// Arguments that many calls have, and addresses.
import * as v from 'valibot'

export const idArg = v.pipe(v.string(), v.uuid())

const isInReach = (at: Date) => at.getUTCFullYear() >= 2000 && at.getUTCFullYear() < 3000

/** An instant that a calendar has: `2026-11-22T15:00:00.000Z`. REST has read its text already when the mutation reads it. */
export const instantArg = v.pipe(
  v.union([
    v.pipe(
      v.string(),
      v.isoTimestamp(),
      v.transform((text) => new Date(text)),
    ),
    v.date(),
  ]),
  v.check(isInReach, 'Not in this millennium'),
)
