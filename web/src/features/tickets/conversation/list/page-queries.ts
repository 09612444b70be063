// The pages of a conversation, as every part of it asks for them.
import { messagesOf, type Floor } from 'db/messages/queries.ts'

/** Messages that a conversation opens with. */
export const pageSize = 40
/** Further up one scrolls through, so more come at once. */
export const olderPageSize = 120

/** Only it, of a row or another place. */
export const placeOf = ({ sortKey, id }: Floor): Floor => ({ sortKey, id })

/** The newest page; or everything from `floor` on, up to `ceiling`, which is not part of it. Oldest first. */
export const pageBetween = (ticketId: string, floor: Floor | null, ceiling: Floor | null) =>
  messagesOf({ ticketId, floor, ceiling, limit: floor ? null : pageSize })

export const newestPage = (ticketId: string) => pageBetween(ticketId, null, null)

/** The page that ends before `ceiling`, or the newest. Oldest first. */
export const olderPage = (ticketId: string, ceiling: Floor | null) =>
  messagesOf({ ticketId, floor: null, ceiling: ceiling && placeOf(ceiling), limit: olderPageSize })
