// What another machine answered, read: JSON that is nested no deeper than anything that is asked for, and told by a schema. Every answer of a
// service goes through here, so that none costs more than its bytes: without it, a megabyte of `[` or of wrong entries stalls the process.
import * as v from 'valibot'

const deepest = 64
const isOpening = (sign: string) => sign === '[' || sign === '{'
const isClosing = (sign: string) => sign === ']' || sign === '}'

/** Undefined: it is none, or nested too deep. */
export function jsonOf(body: Buffer | string): unknown {
  const text = typeof body === 'string' ? body : body.toString('utf8')
  if (isTooDeep(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What the schema makes of it; null: something else. Of what is wrong only the first is looked for: there may be a hundred thousand. */
export function readAs<const Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
): v.InferOutput<Schema> | null {
  const result = v.safeParse(schema, value, { abortEarly: true })
  return result.success ? result.output : null
}

/** Before it is parsed: of a text that is no JSON it may say anything. */
function isTooDeep(text: string): boolean {
  let [depth, isText] = [0, false]
  for (let index = 0; index < text.length; index++) {
    const sign = text.charAt(index)
    if (isText) {
      if (sign === '\\') index++
      else if (sign === '"') isText = false
    } else if (sign === '"') isText = true
    else if (isOpening(sign)) {
      if (++depth > deepest) return true
    } else if (isClosing(sign)) depth--
  }
  return false
}
