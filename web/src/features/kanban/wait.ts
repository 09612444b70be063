// Since when a customer waits for an answer. Pure.
import type { CardRow } from 'db/kanban/queries.ts'

export interface Wait {
  count: number
  unit: 'minutes' | 'hours' | 'days'
  /** Longer than anybody likes. */
  isLong: boolean
}

const longMinutes = 15

/** Null: the last word is ours. A device's clock may be behind: then it waits since now. */
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
  const minutes = Math.max(0, Math.floor((now.getTime() - lastMessageAt.getTime()) / 60_000))
  const isLong = minutes >= longMinutes
  if (minutes < 60) return { count: minutes, unit: 'minutes', isLong }
  if (minutes < 48 * 60) return { count: Math.floor(minutes / 60), unit: 'hours', isLong }
  return { count: Math.floor(minutes / 1440), unit: 'days', isLong }
}
