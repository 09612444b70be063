// The state of a form: the values of its fields, what of them is wrong, whether they differ from how it opened.
// Invariant: how it opened is kept, whatever the rows beneath do meanwhile.
import { isSame } from 'db/kit/merge-changes.ts'
import { useState } from 'react'
import {
  asTyped,
  outputOf,
  problemOf,
  type FieldRules,
  type FieldsOf,
  type FormFields,
  type FormOutput,
  type FormValues,
  type Notation,
  type Problem,
} from './check-fields.ts'
import { problemWords } from './problem-words.ts'

export interface FormOptions<Fields extends FormFields> {
  fields: Fields
  /** A row will do: what of it is no field is left alone. */
  initial: NoInfer<FormValues<Fields>>
  /** Opens with all that is wrong shown: its values were saved once. */
  checked: boolean
  rules?: NoInfer<FieldRules<Fields>>
  /** Where a field's problem has words of its own. */
  words?: { [K in keyof NoInfer<Fields>]?: Partial<Record<Problem['kind'], string>> }
  /** Where a field that the server refuses has words of its own. */
  refusals?: NoInfer<FieldRules<Fields>>
}

/** What an input needs to show and change one field. */
export interface FieldState {
  value: string
  error: string | null
  onChange(event: { target: { value: string } }): void
  onBlur(): void
}

export interface FormState<Fields extends FormFields> {
  initial: FormValues<Fields>
  values: FormValues<Fields>
  /** Differs from how it opened. */
  dirty: boolean
  set(part: Partial<FormValues<Fields>>): void
  /** For an input of components/ui; of what is no text, with the way in which it is typed. */
  field(key: FieldsOf<Fields, string>): FieldState
  field<K extends keyof Fields>(key: K, notation: Notation<FormValues<Fields>[K]>): FieldState
  /** For a control of its own. */
  error(key: keyof Fields): string | null
  /** The first field that is wrong, shown or not. */
  firstWrong(): keyof Fields | undefined
  /** Null shows everything that is wrong. */
  check(): FormOutput<Fields> | null
  /** What the server did not take, by field: its words stand there until the value is another. Whether any is a field of this form. */
  refuse(said: Readonly<Record<string, string>>): boolean
  /** Goes on with what was saved as if it had opened with it. */
  restart(saved: FormValues<Fields>): void
}

export function useFormState<Fields extends FormFields>(options: FormOptions<Fields>): FormState<Fields> {
  const { fields, rules, words, refusals } = options
  const [initial, setInitial] = useState<FormValues<Fields>>(options.initial)
  const [values, setValues] = useState(initial)
  // The texts of inputs: '007' is a way to type 7, and stays as it is typed.
  const [texts, setTexts] = useState<{ [K in keyof Fields]?: string }>({})
  const [left, setLeft] = useState<ReadonlySet<keyof Fields>>(new Set())
  const [checked, setChecked] = useState(options.checked)
  const [refused, setRefused] = useState<{ values: FormValues<Fields>; words: Readonly<Record<string, string>> }>()

  const problem = (key: keyof Fields) => {
    const schema = fields[key]
    const found = schema ? problemOf(schema, values[key]) : null
    return found ? (words?.[key]?.[found.kind] ?? problemWords(found)) : (rules?.[key]?.(values) ?? null)
  }
  const firstWrong = () => Object.keys(fields).find((key) => problem(key) !== null)
  const set = (part: Partial<FormValues<Fields>>) => setValues((before) => ({ ...before, ...part }))
  const refusal = (key: keyof Fields) =>
    refused && isSame(values[key], refused.values[key]) ? (refused.words[key as string] ?? null) : null
  const error = (key: keyof Fields) => (checked || left.has(key) ? problem(key) : null) ?? refusal(key)
  const field = <K extends keyof Fields>(key: K, given?: Notation<FormValues<Fields>[K]>): FieldState => {
    const notation = given ?? (asTyped as Notation<FormValues<Fields>[K]>)
    const typed = texts[key]
    const value = typed !== undefined && isSame(notation.read(typed), values[key]) ? typed : notation.write(values[key])
    return {
      value,
      error: error(key),
      onChange({ target }) {
        setTexts((before) => ({ ...before, [key]: target.value }))
        setValues((before) => ({ ...before, [key]: notation.read(target.value) }))
      },
      // Passing through an empty field is no mistake yet.
      onBlur: () => value !== '' && setLeft((before) => new Set([...before, key])),
    }
  }

  return {
    initial,
    values,
    dirty: Object.keys(fields).some((key) => !isSame(values[key], initial[key])),
    set,
    field,
    error,
    firstWrong,
    check() {
      setChecked(true)
      return firstWrong() === undefined ? outputOf(fields, values) : null
    },
    refuse(said) {
      const shown = Object.entries(said).map(([key, own]) => [key, refusals?.[key]?.(values) ?? own])
      setRefused({ values, words: Object.fromEntries(shown) })
      return Object.keys(said).some((key) => key in fields)
    },
    restart(saved) {
      setInitial(saved)
      setValues(saved)
      setTexts({})
    },
  }
}
