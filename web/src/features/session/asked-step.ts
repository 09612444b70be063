// What the server asks for after the right password.
import { AppError } from 'db/kit/errors.ts'
import * as v from 'valibot'

export type AskedStep =
  | { kind: 'login'; step: string; methods: readonly string[] }
  /** The company wants a second factor that the person does not have yet. */
  | { kind: 'setup'; step: string }
  /** All was shown: the devices that the login would log out. */
  | { kind: 'elsewhere'; step: string; devices: readonly OtherDevice[] }

const device = v.object({ browser: v.nullable(v.string()), system: v.nullable(v.string()), secondsAgo: v.number() })
/** `secondsAgo`: since it was seen last, by the server's clock. */
export type OtherDevice = v.InferOutput<typeof device>

const details = v.object({
  step: v.string(),
  methods: v.optional(v.array(v.string()), []),
  devices: v.optional(v.array(device), []),
})

/** Null: it is another refusal. */
export function askedStep(error: unknown): AskedStep | null {
  if (!(error instanceof AppError)) return null
  const parsed = v.safeParse(details, error.details)
  if (!parsed.success) return null
  const { step, methods, devices } = parsed.output
  if (error.code === 'ERR_SECOND_FACTOR_REQUIRED') return { kind: 'login', step, methods }
  if (error.code === 'ERR_LOGGED_IN_ELSEWHERE') return { kind: 'elsewhere', step, devices }
  return error.code === 'ERR_SECOND_FACTOR_SETUP' ? { kind: 'setup', step } : null
}
