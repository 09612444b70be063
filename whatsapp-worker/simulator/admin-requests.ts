// What the admin API accepts, field by field, and how a request that does not fit is refused.

import type { Context } from 'hono'
import * as v from 'valibot'
import { digitsOf, isGroup } from './jids.ts'

export class BadRequest extends Error {}

const phoneNumber = v.pipe(v.string(), v.transform(digitsOf), v.regex(/^\d{8,15}$/))
/** A number or a group's address. */
const recipient = v.union([v.pipe(v.string(), v.check(isGroup)), phoneNumber])
const text = v.pipe(v.string(), v.minLength(1), v.maxLength(65_536))
const line = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200))
const label = v.pipe(v.string(), v.trim(), v.maxLength(200))
const id = v.pipe(v.string(), v.regex(/^\w{1,64}$/))
const delay = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(600_000))
const code = v.pipe(v.number(), v.integer(), v.minValue(400), v.maxValue(599))
const flag = v.pipe(
  v.picklist(['true', 'false']),
  v.transform((written) => written === 'true'),
)

const context = {
  quoted: v.optional(id),
  mentions: v.optional(v.array(phoneNumber)),
  forwarded: v.optional(v.boolean()),
}

export const bodies = {
  phone: v.strictObject({ number: phoneNumber, name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(80)) }),
  scan: v.strictObject({ qr: text }),
  pairingCode: v.strictObject({ code: text }),
  send: v.strictObject({ to: recipient, text, ...context }),
  location: v.strictObject({
    to: recipient,
    latitude: v.pipe(v.number(), v.minValue(-90), v.maxValue(90)),
    longitude: v.pipe(v.number(), v.minValue(-180), v.maxValue(180)),
    name: v.optional(label, ''),
    address: v.optional(label, ''),
  }),
  contacts: v.strictObject({
    to: recipient,
    contacts: v.pipe(v.array(v.strictObject({ name: line, numbers: v.array(phoneNumber) })), v.minLength(1)),
  }),
  poll: v.strictObject({
    to: recipient,
    question: line,
    options: v.pipe(v.array(line), v.minLength(2), v.maxLength(12)),
  }),
  content: v.strictObject({ to: recipient, content: v.record(v.string(), v.unknown()) }),
  recipient: v.strictObject({ to: recipient }),
  reaction: v.strictObject({ message: id, emoji: v.pipe(v.string(), v.maxLength(40)) }),
  edit: v.strictObject({ message: id, text }),
  message: v.strictObject({ message: id }),
  typing: v.strictObject({ to: recipient, state: v.picklist(['composing', 'recording', 'paused']) }),
  call: v.strictObject({ to: phoneNumber, video: v.optional(v.boolean(), false) }),
  hangUp: v.strictObject({ call: id }),
  read: v.strictObject({ peer: recipient }),
  settings: v.strictObject({ autoRead: v.optional(v.boolean()), needsPasskey: v.optional(v.boolean()) }),
  group: v.strictObject({
    subject: line,
    participants: v.pipe(v.array(phoneNumber), v.minLength(2)),
    creator: v.optional(phoneNumber),
  }),
  members: v.strictObject({
    kind: v.picklist(['add', 'remove', 'promote', 'demote']),
    numbers: v.pipe(v.array(phoneNumber), v.minLength(1)),
    by: v.optional(phoneNumber),
  }),
  subject: v.strictObject({ subject: line, by: v.optional(phoneNumber) }),
  faults: v.strictObject({
    ackDelayMs: v.optional(delay),
    deliveryDelayMs: v.optional(delay),
    receiptDelayMs: v.optional(delay),
    iqDelayMs: v.optional(delay),
    dropReceipts: v.optional(v.boolean()),
    duplicateReceipts: v.optional(v.boolean()),
    swapReceipts: v.optional(v.boolean()),
    duplicateMessages: v.optional(v.boolean()),
    muteServer: v.optional(v.boolean()),
  }),
  fault: v.variant('kind', [
    v.strictObject({ kind: v.picklist(['nack', 'failLogin']), code }),
    v.strictObject({ kind: v.picklist(['corruptNext', 'corruptNextToPhone']) }),
    v.strictObject({ kind: v.literal('streamError'), number: phoneNumber, code }),
    v.strictObject({ kind: v.picklist(['disconnect', 'replace']), number: phoneNumber }),
  ]),
  cable: v.strictObject({ pulled: v.boolean() }),
  scenario: v.strictObject({ company: v.optional(phoneNumber), durationMs: v.optional(delay) }),
}

/** What comes along with a file, whose content is the body. */
export const fileQuery = v.strictObject({
  to: recipient,
  kind: v.picklist(['image', 'video', 'audio', 'voice', 'document', 'sticker']),
  mime: v.optional(line),
  name: v.optional(line, 'arquivo'),
  caption: v.optional(text),
  seconds: v.optional(v.pipe(v.string(), v.transform(Number), v.integer(), v.minValue(0), v.maxValue(36_000))),
  viewOnce: v.optional(flag),
  quoted: v.optional(id),
})

export async function bodyOf<T extends v.GenericSchema>(c: Context, schema: T) {
  return checked(await c.req.json().catch(() => undefined), schema)
}

export function checked<T extends v.GenericSchema>(input: unknown, schema: T): v.InferOutput<T> {
  const result = v.safeParse(schema, input)
  if (!result.success) throw new BadRequest(result.issues.map(({ message }) => message).join('; '))
  return result.output
}
