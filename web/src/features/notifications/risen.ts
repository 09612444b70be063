// What there is to be heard, from two counts of what is unread. Pure.
/** By ticket, and by note that mentions somebody. */
export type UnreadCounts = ReadonlyMap<string, number>

/** What has more that is unread than before. */
export function risen(before: UnreadCounts, now: UnreadCounts): string[] {
  return [...now].filter(([id, unread]) => unread > (before.get(id) ?? 0)).map(([id]) => id)
}
