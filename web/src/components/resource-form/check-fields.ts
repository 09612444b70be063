// What a form checks while somebody fills it in: each field's value against the schema of its column, which is the mutation's own.
// Pure; words are problem-words.ts.
import * as v from 'valibot'

/** By the key of the column. */
export type FormFields = Record<string, v.GenericSchema>

/** What the form holds: what the schemas take. A number and an instant are null while their field is empty, which the schema refuses. */
export type FormValues<Fields extends FormFields> = { [K in keyof Fields]: FieldValue<v.InferInput<Fields[K]>> }
type FieldValue<Input> = [Input] extends [number]
  ? number | null
  : Date extends Input
    ? Date | null
    : Input extends readonly (infer Each)[]
      ? readonly Each[]
      : Input

/** What the mutation takes. */
export type FormOutput<Fields extends FormFields> = { [K in keyof Fields]: v.InferOutput<Fields[K]> }

/** The fields that hold just this type. */
export type FieldsOf<Fields extends FormFields, Value> = {
  [K in keyof Fields]: [FormValues<Fields>[K], Value] extends [Value, FormValues<Fields>[K]] ? K : never
}[keyof Fields]

/** What the schemas can't say: for a field what is wrong with it, in words; null or undefined when it is right. */
export type FieldRules<Fields extends FormFields> = {
  [K in keyof Fields]?: (values: FormValues<Fields>) => string | null | undefined
}

export type Problem =
  | { kind: 'required' | 'not-whole' | 'not-email' | 'invalid' }
  | { kind: 'too-short' | 'too-long' | 'too-high'; limit: number }

/** How a value is typed into an input. */
export interface Notation<Value> {
  write(value: Value): string
  /** Takes any text; one that is no value becomes something that the schema refuses. */
  read(text: string): Value
}

/** As `schema`, but what the row has already may stay, however it came to be so. */
export const orAsItWas = <Schema extends v.GenericSchema<string, string>>(schema: Schema, stored: string) =>
  v.lazy((value) => (value === stored ? v.string() : schema)) as v.GenericSchema<string, string>

export const asTyped: Notation<string> = { write: (value) => value, read: (text) => text }

export const wholeNumber: Notation<number | null> = {
  write: (value) => String(value ?? ''),
  read(text) {
    const digits = text.trim()
    if (digits === '') return null
    return /^\d+$/.test(digits) ? Number(digits) : Number.NaN
  },
}

/** With a comma or a point. */
export const decimalNumber: Notation<number | null> = {
  write: (value) => String(value ?? '').replace('.', ','),
  read(text) {
    const typed = text.trim().replace(',', '.')
    if (typed === '') return null
    return /^\d+(\.\d+)?$/.test(typed) ? Number(typed) : Number.NaN
  },
}

/** The first thing that is wrong with a field. */
export function problemOf(schema: v.GenericSchema, value: unknown): Problem | null {
  const { issues } = v.safeParse(schema, value)
  const issue = issues?.[0]
  if (!issue) return null
  if (isEmpty(value)) return { kind: 'required' }
  const limited = limits[issue.type]
  if (limited) return { kind: limited, limit: Number(issue.requirement) }
  return { kind: kinds[issue.type] ?? 'invalid' }
}

const isEmpty = (value: unknown) => value === null || (typeof value === 'string' && value.trim() === '')

const limits: Partial<Record<string, 'too-short' | 'too-long' | 'too-high'>> = {
  min_length: 'too-short',
  max_length: 'too-long',
  max_value: 'too-high',
}

const kinds: Partial<Record<string, 'not-whole' | 'not-email'>> = {
  number: 'not-whole',
  email: 'not-email',
}

/** As the mutation takes them; null while something is wrong. */
export function outputOf<Fields extends FormFields>(
  fields: Fields,
  values: FormValues<Fields>,
): FormOutput<Fields> | null {
  const result = v.safeParse(v.object(fields), values)
  return result.success ? result.output : null
}
