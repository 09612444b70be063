// Receipts of messages that the owner typed on the phone: they come at the same time as the message itself, before it is stored, or
// merged into it by Baileys. They are kept for a while, to be recorded once more when their message is there.
// Invariant: lost with the process they cost a tick, never a message.
import type { BaileysEventMap, proto, WAMessage } from '@whiskeysockets/baileys'
import type { Account } from 'db/messages/inbound.ts'
import { ack } from 'db/messages/table.ts'
import { anyAccountOf, isMe, type Me } from '../inbound/jids.ts'

export interface Receipt {
  whatsappId: string
  /** How far the message is, as `ack` of table `messages`. */
  level: number
  /** Who has it, in a group. */
  member: Account | null
}

/** Messages whose receipts are kept. */
const maxKept = 200

export class EarlyReceipts {
  readonly #kept = new Map<string, Receipt[]>()

  keep(receipt: Receipt) {
    const { whatsappId } = receipt
    this.#kept.set(whatsappId, [...(this.#kept.get(whatsappId) ?? []), receipt])
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > maxKept && oldest !== undefined) this.#kept.delete(oldest)
  }

  take(whatsappId: string): readonly Receipt[] {
    const receipts = this.#kept.get(whatsappId) ?? []
    this.#kept.delete(whatsappId)
    return receipts
  }
}

/** What Baileys put into a message while it held it back. */
export function receiptsWithin({ key, status, userReceipt }: WAMessage, me: Me): Receipt[] {
  if (!key.fromMe || !key.id) return []
  const level = levelOf(status)
  const own = level > ack.sent ? [{ whatsappId: key.id, level, member: null }] : []
  return [...own, ...(userReceipt ?? []).flatMap((receipt) => receiptOfMember(key, receipt, me))]
}

export function receiptsOf(updates: BaileysEventMap['messages.update']): Receipt[] {
  return updates.flatMap(({ key, update }) => {
    const level = levelOf(update.status)
    return key.fromMe && key.id && level >= ack.sent ? [{ whatsappId: key.id, level, member: null }] : []
  })
}

export const receiptsOfMembers = (updates: BaileysEventMap['message-receipt.update'], me: Me): Receipt[] =>
  updates.flatMap(({ key, receipt }) => receiptOfMember(key, receipt, me))

function receiptOfMember(key: WAMessage['key'], { userJid, readTimestamp }: proto.IUserReceipt, me: Me): Receipt[] {
  const member = anyAccountOf(userJid)
  // What our own other devices tell is no delivery.
  if (!key.fromMe || !key.id || !member || isMe(userJid, me)) return []
  return [{ whatsappId: key.id, level: readTimestamp ? ack.read : ack.received, member }]
}

/** WhatsApp's levels begin with error and pending; ours are one lower. */
const levelOf = (status: WAMessage['status']) => (status ?? 0) - 1
