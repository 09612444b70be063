// What may be written of a contact, as forms and sheets check it, field by field. What a row has already may be longer or stranger, since WhatsApp or
// another system gave it: `written` lets it be saved again as it is.
import * as v from 'valibot'
import { parseShape } from '../kit/define-mutation.ts'
import { isSame } from '../kit/merge-changes.ts'

const email = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.maxLength(255),
  v.union([v.literal(''), v.pipe(v.string(), v.email())]),
)

export const extraInfo = v.pipe(
  v.array(
    v.strictObject({
      name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(50)),
      value: v.pipe(v.string(), v.trim(), v.maxLength(1000)),
    }),
  ),
  v.maxLength(50),
)

export const contactColumns = {
  name: v.pipe(v.string(), v.trim(), v.minLength(2), v.maxLength(50)),
  email,
  extraInfo,
}

/** As arguments bring them: whether they may stand is said by `written`, beside the row. */
export const givenColumns = {
  name: v.pipe(v.string(), v.maxLength(1000)),
  /** As somebody typed it, or digits with country code as WhatsApp spells them. */
  number: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(50)),
  email: v.pipe(v.string(), v.maxLength(255)),
  extraInfo: v.pipe(
    v.array(
      v.strictObject({ name: v.pipe(v.string(), v.maxLength(1000)), value: v.pipe(v.string(), v.maxLength(10_000)) }),
    ),
    v.maxLength(1000),
  ),
}

type Field = keyof typeof contactColumns
type Given = { [K in Field]: v.InferOutput<(typeof givenColumns)[K]> }

/** Of the fields that are not as they were, what is to be kept. @throws AppError ERR_VALIDATION */
export function written(given: Given, before: Given | null): Partial<Given> {
  const fields = (Object.keys(contactColumns) as Field[]).filter((key) => !before || !isSame(given[key], before[key]))
  const same = fields.filter((key) => before && isTrimmed(given[key], before[key]))
  const changed = fields.filter((key) => !same.includes(key))
  const schema = v.object(Object.fromEntries(changed.map((key) => [key, contactColumns[key]])))
  return { ...Object.fromEntries(same.map((key) => [key, before?.[key]])), ...parseShape(schema, given) }
}

/** Who sends a name back as it was read may have cut off the spaces around it. */
const isTrimmed = (a: unknown, b: unknown) => typeof a === 'string' && typeof b === 'string' && a.trim() === b.trim()
