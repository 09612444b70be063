import * as v from 'valibot'
import { useServerData } from '../../desk/server/use-server-data.ts'

const demo = v.object({
  password: v.string(),
  people: v.array(v.object({ name: v.string(), role: v.string(), company: v.string(), email: v.string() })),
  /** Where the simulated phones are. */
  phones: v.nullable(v.string()),
})
export type Demo = v.InferOutput<typeof demo>

/** Whether companies may be opened by themselves, and whom to ask; `setup`: there is none yet, not even the operator's; `demo` null: this is none; `mail`: links are mailed. */
const signupInfo = v.object({
  open: v.boolean(),
  contact: v.string(),
  setup: v.boolean(),
  demo: v.nullable(demo),
  mail: v.optional(v.boolean(), false),
})

export type SignupInfo = v.InferOutput<typeof signupInfo>

export const useSignupInfo = () => useServerData('/companies/cadastro', signupInfo)
