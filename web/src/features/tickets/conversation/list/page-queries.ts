// The pages of a ticket's conversation, as every part of it asks for them.
import type { Floor } from 'db/messages/pages.ts'
import { floorBefore, floorsBackTo, messagesOf } from 'db/messages/queries.ts'
import { olderPageSize, pageSize, type ConversationPages } from '../../../../desk/conversation/list/source.ts'

/** Only it, of a row or another place. */
const placeOf = ({ sortKey, id }: Floor): Floor => ({ sortKey, id })

export const ticketPages = (ticketId: string): ConversationPages => ({
  between: (floor, ceiling) => messagesOf({ ticketId, floor, ceiling, limit: floor ? null : pageSize }),
  floorBefore: (ceiling) => floorBefore({ ticketId, ceiling, pageSize: olderPageSize }),
  floorsBackTo: (ceiling, messageId) => floorsBackTo({ ticketId, ceiling, messageId, pageSize: olderPageSize }),
})

export const newestPage = (ticketId: string) => ticketPages(ticketId).between(null, null)

/** The page that ends before `ceiling`, or the newest. Oldest first. */
export const olderPage = (ticketId: string, ceiling: Floor | null) =>
  messagesOf({ ticketId, floor: null, ceiling: ceiling && placeOf(ceiling), limit: olderPageSize })
