// How billing systems are asked: through the guarded client, with an end in time and bytes, and their answers read as what they should be.
import type { Outgoing, OutgoingRequest } from 'db/node/outgoing/outgoing.ts'
import { jsonOf } from 'db/node/outgoing/read-json.ts'
import { parseOutgoingUrl } from 'db/kit/outgoing-url.ts'
import * as v from 'valibot'
import { SystemFailed } from './system.ts'

const timeoutMs = 10_000
/** Of a list of a hundred bills. */
const maxAnswerBytes = 512 * 1024
const maxPdfBytes = 4 * 1024 * 1024

/** Statuses that say that there is none: an answer, no failure. */
interface Options {
  none?: readonly number[]
}

/** The text of the answer; null where its status says that there is none. @throws SystemFailed */
export async function askText(
  outgoing: Outgoing,
  request: OutgoingRequest,
  { none = [] }: Options = {},
): Promise<string | null> {
  const answer = await outgoing.send({ timeoutMs, maxAnswerBytes, httpsOnly: true, ...request })
  if (answer.kind === 'done') return answer.body.toString('utf8')
  if (answer.reason === 'status' && answer.status !== null && none.includes(answer.status)) return null
  throw new SystemFailed(`${answer.reason} ${answer.detail}`)
}

/** @throws SystemFailed, also when it is not what `schema` takes */
export async function ask<Schema extends v.GenericSchema>(
  outgoing: Outgoing,
  request: OutgoingRequest,
  schema: Schema,
  options?: Options,
): Promise<v.InferOutput<Schema> | null> {
  const text = await askText(outgoing, request, options)
  return text === null ? null : read(text, schema)
}

/** @throws SystemFailed */
export function read<Schema extends v.GenericSchema>(text: string, schema: Schema): v.InferOutput<Schema> {
  const said = jsonOf(text)
  if (said === undefined) throw new SystemFailed('json')
  const result = v.safeParse(schema, said, { abortEarly: true })
  if (!result.success) throw new SystemFailed('answer')
  return result.output
}

/** A PDF behind an address that a system named; null when there is none: the bill is paid without it. */
export async function fetchPdf(outgoing: Outgoing, url: string, signal: AbortSignal): Promise<Buffer | null> {
  const answer = await outgoing.send({ url, signal, timeoutMs, maxAnswerBytes: maxPdfBytes, httpsOnly: true })
  return answer.kind === 'done' ? pdfOf(answer.body) : null
}

export const pdfOf = (content: Buffer): Buffer | null =>
  content.subarray(0, 5).equals(Buffer.from('%PDF-')) && content.length <= maxPdfBytes ? content : null

/** As systems write ids: numbers or texts. */
export const idOf = v.pipe(
  v.union([v.string(), v.pipe(v.number(), v.integer())]),
  v.transform(String),
  v.regex(/^[\w.-]{1,100}$/),
)

/** A text that is shown to the customer, in one line; absent or something else: ''. */
export const shown = v.fallback(
  v.pipe(
    v.string(),
    v.transform((text) =>
      text
        .replaceAll(/[\p{C}\s]+/gu, ' ')
        .trim()
        .slice(0, 120),
    ),
  ),
  '',
)

/** '99.90' or 99.9, as cents. */
export const money = v.pipe(
  v.union([v.pipe(v.string(), v.trim(), v.regex(/^\d{1,9}(\.\d{1,4})?$/), v.transform(Number)), v.number()]),
  v.minValue(0.01),
  v.maxValue(100_000_000),
  v.transform((amount) => Math.round(amount * 100)),
)

/** '2026-11-10', with or without a time behind it. */
export const day = v.pipe(
  v.string(),
  v.regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(\D|$)/),
  v.transform((text) => text.slice(0, 10)),
)

/** The digits that are typed at a bank; null when it has not as many as it must. */
export const lineOf = v.fallback(
  v.pipe(
    v.string(),
    v.transform((text) => text.replaceAll(/\D/g, '')),
    v.transform((digits) => (/^(\d{47}|\d{48})$/.test(digits) ? digits : null)),
  ),
  null,
)

/** Pix copy-and-paste; null when it is none. */
export const pixOf = v.fallback(
  v.pipe(
    v.string(),
    v.trim(),
    v.transform((text) => (/^000201[^\p{C}]{30,1000}$/u.test(text) ? text : null)),
  ),
  null,
)

export const linkOf = v.fallback(
  v.pipe(
    v.string(),
    v.transform((text) => (text.length < 500 ? (parseOutgoingUrl(text)?.href ?? null) : null)),
  ),
  null,
)
