// What the server asks for after the right password.
import { AppError } from 'db/kit/errors.ts'
import * as v from 'valibot'

export type AskedStep =
  | { kind: 'login'; step: string; methods: readonly string[] }
  /** The company wants a second factor that the person does not have yet. */
  | { kind: 'setup'; step: string }

const details = v.object({ step: v.string(), methods: v.optional(v.array(v.string()), []) })

/** Null: it is another refusal. */
export function askedStep(error: unknown): AskedStep | null {
  if (!(error instanceof AppError)) return null
  const parsed = v.safeParse(details, error.details)
  if (!parsed.success) return null
  const { step, methods } = parsed.output
  if (error.code === 'ERR_SECOND_FACTOR_REQUIRED') return { kind: 'login', step, methods }
  return error.code === 'ERR_SECOND_FACTOR_SETUP' ? { kind: 'setup', step } : null
}
