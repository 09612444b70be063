// What an n8n flow or a webhook answers to a customer's message. Pure. Nothing said is silence; what is said in another form than this one is
// nonsense, and people's.
import * as v from 'valibot'
import { jsonOf, readAs } from 'db/node/outgoing/read-json.ts'
import type { Next } from 'db/responders/answer.ts'

const text = v.pipe(v.string(), v.maxLength(20_000))
const reply = v.union([
  v.pipe(
    text,
    v.transform((words) => ({ text: words, delayMs: 0, mediaUrl: undefined })),
  ),
  v.object({
    // A list is no reply.
    length: v.optional(v.never()),
    text: v.optional(text, ''),
    delayMs: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(30_000)), 0),
    mediaUrl: v.optional(v.pipe(v.string(), v.maxLength(2000))),
  }),
])
const id = v.pipe(v.string(), v.uuid())
const next = v.variant('kind', [
  v.object({ kind: v.literal('wait') }),
  v.object({ kind: v.literal('people') }),
  v.object({ kind: v.literal('transfer'), queueId: id, userId: v.optional(v.nullable(id)) }),
  v.object({ kind: v.literal('close') }),
])
const answer = v.object({
  replies: v.optional(v.pipe(v.array(reply), v.maxLength(20)), []),
  next: v.optional(next, { kind: 'wait' }),
})

export interface WebhookAnswer {
  replies: { text: string; delayMs: number; mediaUrl?: string | undefined }[]
  next: Next
}

const silent: WebhookAnswer = { replies: [], next: { kind: 'wait' } }

/** Null: nonsense. */
export function readAnswer(body: string, contentType: string | undefined): WebhookAnswer | null {
  if (body.trim() === '') return silent
  const said = jsonOf(body)
  // "OK" says that it was taken; a page says that somebody else answered.
  if (said === undefined) return /^text\/plain/i.test(contentType ?? '') && body.length < 100 ? silent : null
  // n8n answers with the items of its last node.
  const one: unknown = Array.isArray(said) && said.length === 1 ? said[0] : said
  if (typeof one !== 'object' || one === null || Array.isArray(one)) return null
  if (!('replies' in one) && !('next' in one)) return silent
  const told = readAs(answer, one)
  if (!told) return null
  const then = told.next
  return { replies: told.replies, next: then.kind === 'people' ? { kind: 'people', reason: 'asked' } : then }
}
