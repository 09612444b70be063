// What must hold of a company's connections among themselves, and of a connection's own fields. Pure; mutations and forms ask here.
import { AppError } from '../kit/errors.ts'

/** Customers who may choose between queues are greeted with the choice. */
export function needsGreeting({ queueIds, greetingMessage }: { queueIds: readonly string[]; greetingMessage: string }) {
  return queueIds.length > 1 && greetingMessage.trim() === ''
}

export interface Offer {
  queueIds: readonly string[]
  groupQueueId: string | null
}

/** Where a customer who comes by the connection is from the first message on; null: they choose first, or there is no queue. */
export function queueOfNew({ queueIds, groupQueueId }: Offer, { isGroup }: { isGroup: boolean }): string | null {
  const only = queueIds.length === 1 ? (queueIds[0] ?? null) : null
  return isGroup ? (groupQueueId ?? only) : only
}

/**
 * Whether a connection is the default once it is saved; there is exactly one as long as there are any.
 * @throws AppError ERR_NO_OTHER_WHATSAPP when the default one would cease to be it.
 */
export function defaultAfter(wished: boolean, of: { wasDefault: boolean; hasOtherDefault: boolean }): boolean {
  if (of.wasDefault && !wished) throw new AppError('ERR_NO_OTHER_WHATSAPP', { field: 'isDefault' })
  return wished || !(of.hasOtherDefault || of.wasDefault)
}
