// The state of a form: what is typed, what of it is wrong, whether it differs from how it opened.
// Invariant: how it opened is kept, whatever the rows beneath do meanwhile.
import { useState, type ChangeEvent } from 'react'
import { outputOf, problemOf, type FormFields, type FormInput, type FormOutput, type Problem } from './check-fields.ts'
import { problemWords } from './problem-words.ts'

export interface FormOptions<Fields extends FormFields> {
  fields: Fields
  initial: FormInput<Fields>
  /** Opens with all that is wrong shown: its values were saved once. */
  checked: boolean
  /** What the fields' schemas can't say: words by field. */
  rules?(input: FormInput<Fields>): { [K in keyof Fields]?: string | null | undefined }
  /** Where a field's problem has words of its own. */
  words?: { [K in keyof Fields]?: Partial<Record<Problem['kind'], string>> }
}

export interface FieldState {
  value: string
  error: string | null
  onChange(event: ChangeEvent<HTMLInputElement>): void
  onBlur(): void
}

export interface FormState<Fields extends FormFields> {
  input: FormInput<Fields>
  /** Differs from how it opened. */
  dirty: boolean
  set(key: keyof Fields, text: string): void
  /** For a field of components/ui. */
  field(key: keyof Fields): FieldState
  /** The first field that is wrong, shown or not. */
  firstWrong(): keyof Fields | undefined
  /** Null shows everything that is wrong. */
  check(): FormOutput<Fields> | null
}

export function useFormState<Fields extends FormFields>(options: FormOptions<Fields>): FormState<Fields> {
  const { fields, rules, words } = options
  const [initial] = useState(options.initial)
  const [input, setInput] = useState(initial)
  const [left, setLeft] = useState<ReadonlySet<keyof Fields>>(new Set())
  const [checked, setChecked] = useState(options.checked)
  const ruled: { [K in keyof Fields]?: string | null | undefined } = rules?.(input) ?? {}

  const problem = (key: keyof Fields) => {
    const schema = fields[key]
    const found = schema ? problemOf(schema, input[key]) : null
    return found ? (words?.[key]?.[found.kind] ?? problemWords(found)) : (ruled[key] ?? null)
  }
  const firstWrong = () => Object.keys(fields).find((key) => problem(key) !== null)
  const set = (key: keyof Fields, text: string) => setInput((before) => ({ ...before, [key]: text }))
  // Passing through an empty field is no mistake yet.
  const leave = (key: keyof Fields) => input[key] !== '' && setLeft((before) => new Set([...before, key]))

  return {
    input,
    set,
    dirty: Object.keys(fields).some((key) => input[key] !== initial[key]),
    field: (key) => ({
      value: input[key],
      error: checked || left.has(key) ? problem(key) : null,
      onChange: (event) => set(key, event.target.value),
      onBlur: () => leave(key),
    }),
    firstWrong,
    check() {
      setChecked(true)
      return firstWrong() === undefined ? outputOf(fields, input) : null
    },
  }
}
