// What a conversation is, as the parts that show one need to know it: a ticket's, or a chat's of the team. `ticketId` of a row is the
// conversation's id in either.
import type { QueryCall } from 'db/kit/define-query.ts'
import type { Floor } from 'db/messages/pages.ts'
import type { MessageRow } from 'db/messages/queries.ts'
import type { FileWithHash, OutboxEntry } from '../../../sync/client.ts'
import type { Outgoing } from '../composer/outgoing.ts'

/** Messages that a conversation opens with. */
export const pageSize = 40
/** Further up one scrolls through, so more come at once. */
export const olderPageSize = 120

export interface ConversationPages {
  /** The newest page; or everything from `floor` on, up to `ceiling`, which is not part of it. Oldest first. */
  between(floor: Floor | null, ceiling: Floor | null): QueryCall<MessageRow>
  floorBefore(ceiling: Floor): QueryCall<Floor>
  floorsBackTo(ceiling: Floor, messageId: string): QueryCall<Floor>
}

export interface Conversation<Message extends Outgoing = Outgoing> {
  id: string
  pages: ConversationPages
  /** Mutations that say something here, and the argument that names the conversation. */
  saying: { names: ReadonlySet<string>; key: string }
  /** Into the outbox; its row will have the id. @throws AppError; DOMException QuotaExceededError */
  send(id: string, message: Message, files: readonly FileWithHash[]): Promise<unknown>
  /** The row that will be, as far as this tab knows. */
  written(id: string, message: Message, now: Date): MessageRow
  /** What an entry of the outbox said here; none where that is not known. */
  said(entry: OutboxEntry): MessageRow | null
}

/** Time of the newest message of somebody else: up to there it has been read by whoever looks at these. */
export const lastHeardAt = (rows: readonly MessageRow[]): string | undefined =>
  rows.findLast(({ fromMe }) => !fromMe)?.createdAt.toISOString()
