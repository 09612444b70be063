// Arguments that many queries take.
import * as v from 'valibot'
import { idArg } from '../args.ts'

export { idArg }

/** What somebody types to find something; nobody means more than the beginning of it. */
export const termArg = v.pipe(
  v.string(),
  v.maxLength(10_000),
  v.transform((term) => term.slice(0, 200)),
)
export const limitArg = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100_000))
export const idsArg = v.pipe(v.array(idArg), v.maxLength(10_000))
/** A place in a list that is ordered by time: the time in full, as a query told it. A row that has more is a place too. */
export const placeArg = v.object({ sortKey: v.pipe(v.string(), v.isoTimestamp()), id: idArg })
