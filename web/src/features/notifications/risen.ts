// Where customers wrote, from two counts of what is unread. Pure.
export type UnreadCounts = ReadonlyMap<string, number>

/** Tickets that have more unread messages than before. */
export function risenTickets(before: UnreadCounts, now: UnreadCounts): string[] {
  return [...now].filter(([id, unread]) => unread > (before.get(id) ?? 0)).map(([id]) => id)
}
