// What the messages API takes and tells. Pure.
import * as v from 'valibot'
import { whatsAppNumber } from '../contacts/numbers.ts'
import type { ErrorCode } from '../kit/errors.ts'
import { maxBodyLength } from '../messages/send-args.ts'
import { ack, type Message } from '../messages/table.ts'

/** Files of one send. */
export const mostFiles = 10

export const apiNumberRefusal = 'Country code, area code and number, digits only'

/** Digits as WhatsApp spells them; whether there are such numbers is for the server to say. */
export const apiNumber = v.pipe(
  v.string(),
  v.trim(),
  v.regex(/^\+?\d{5,15}$/, apiNumberRefusal),
  v.transform((text) => whatsAppNumber(text.replace('+', ''))),
)

/** Sent as it was given: nothing is filled in, nothing cut off. */
export const apiBody = v.pipe(
  v.string(),
  v.maxLength(maxBodyLength),
  v.check((text) => text.trim() !== '', 'Required'),
)

/** Printable, as any header can carry it. */
export const idempotencyKey = v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,255}$/))

/** queued: it waits for WhatsApp, or for the connection to be up · deleted: nobody here has it any more. */
export const apiStatuses = ['failed', 'queued', 'sent', 'delivered', 'read', 'deleted'] as const
export type ApiStatus = (typeof apiStatuses)[number]

export function statusOf({ ack: level }: Pick<Message, 'ack'>): ApiStatus {
  if (level === ack.failed) return 'failed'
  if (level === ack.pending) return 'queued'
  if (level === ack.sent) return 'sent'
  return level === ack.received ? 'delivered' : 'read'
}

/** Of all of them: what failed is told first, then who is furthest behind. */
export const leastOf = (statuses: readonly ApiStatus[]): ApiStatus =>
  apiStatuses.find((status) => statuses.includes(status)) ?? 'deleted'

const causes: Readonly<Record<string, ErrorCode>> = {
  not_on_whatsapp: 'ERR_WAPP_INVALID_CONTACT',
  check_failed: 'ERR_WAPP_CHECK_CONTACT',
  media_missing: 'ERR_WAPP_DOWNLOAD_MEDIA',
  connection_deleted: 'ERR_WAPP_NOT_INITIALIZED',
  connection_banned: 'ERR_WAPP_NOT_INITIALIZED',
}

/** Why it failed, in the words of the API; null when it did not. */
export function causeOf({ ack: level, ackError }: Pick<Message, 'ack' | 'ackError'>): ErrorCode | null {
  return level === ack.failed ? (causes[ackError ?? ''] ?? 'ERR_SENDING_WAPP_MSG') : null
}
