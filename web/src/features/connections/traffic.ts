import type { TrafficDay } from 'db/connections/queries.ts'
// What a connection's days say: what was received and is not accounted for, and why messages were ignored. Pure.

export const ignoredOf = ({ ignored }: Pick<TrafficDay, 'ignored'>) =>
  Object.values(ignored).reduce((sum, count) => sum + count, 0)

/** Received and neither stored nor ignored. */
export const differenceOf = (day: TrafficDay) => day.delivered - day.stored - day.changed - ignoredOf(day)

/** Counts of all days by reason, the most frequent first. */
export function reasonsOf(days: readonly TrafficDay[]): [reason: string, count: number][] {
  const sums = new Map<string, number>()
  for (const { ignored } of days)
    for (const [reason, count] of Object.entries(ignored)) sums.set(reason, (sums.get(reason) ?? 0) + count)
  return [...sums].toSorted(([a, many], [b, more]) => more - many || a.localeCompare(b))
}
