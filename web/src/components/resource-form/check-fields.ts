// What a form checks while somebody types: each field's text against the schema of its column. Pure; words are problem-words.ts.
import * as v from 'valibot'

/** By the key of the column. What people type is text; a schema may make something else of it. */
export type FormFields = Record<string, v.GenericSchema<string, unknown>>
export type FormInput<Fields extends FormFields> = { [K in keyof Fields]: string }
export type FormOutput<Fields extends FormFields> = { [K in keyof Fields]: v.InferOutput<Fields[K]> }

export type Problem =
  | { kind: 'required' | 'too-short' | 'too-long' | 'not-whole' | 'not-email' | 'invalid' }
  | { kind: 'too-high'; limit: number }

/** The text of a field for a whole number, on its way to the column's schema. */
export const wholeNumber = v.pipe(v.string(), v.trim(), v.nonEmpty(), v.digits(), v.toNumber())

const yes = 'yes'

/** A switch as a field's text. */
export const yesOrNo = (value: boolean) => (value ? yes : '')
export const isYes = (text: string) => text === yes
/** The text of a switch, on its way to the column's schema. */
export const yesNo = v.pipe(v.string(), v.transform(isYes))

/** The JSON of what an editor of its own has, on its way to the column's schema. */
export const jsonText = v.pipe(v.string(), v.parseJson())

/** The first thing that is wrong with a field. */
export function problemOf(schema: v.GenericSchema<string, unknown>, text: string): Problem | null {
  const { issues } = v.safeParse(schema, text)
  const issue = issues?.[0]
  if (!issue) return null
  if (text.trim() === '') return { kind: 'required' }
  if (issue.type === 'max_value') return { kind: 'too-high', limit: Number(issue.requirement) }
  return { kind: kinds[issue.type] ?? 'invalid' }
}

const kinds: Partial<Record<string, Exclude<Problem['kind'], 'too-high'>>> = {
  min_length: 'too-short',
  max_length: 'too-long',
  digits: 'not-whole',
  email: 'not-email',
}

/** As the mutation takes them; null while something is wrong. */
export function outputOf<Fields extends FormFields>(
  fields: Fields,
  input: FormInput<Fields>,
): FormOutput<Fields> | null {
  const result = v.safeParse(v.object(fields), input)
  return result.success ? result.output : null
}
