// Since when a customer waits for an answer. Pure.
import type { CardRow } from 'db/kanban/queries.ts'
import { waitSince, type Wait } from '../../desk/tickets/wait.ts'

/** Null: the last word is ours. */
export function waitOf(
  {
    lastMessageFromMe,
    lastMessageAt,
    lastMessageType,
    status,
  }: Pick<CardRow, 'lastMessageFromMe' | 'lastMessageAt' | 'lastMessageType' | 'status'>,
  now: Date,
): Wait | null {
  if (lastMessageType === null || (lastMessageFromMe && status !== 'pending')) return null
  return waitSince(lastMessageAt, now)
}
