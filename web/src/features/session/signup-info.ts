import * as v from 'valibot'
import { useServerData } from '../../desk/server/use-server-data.ts'

/** Whether companies may be opened by themselves, and whom to ask; `setup`: there is none yet, not even the operator's. */
const signupInfo = v.object({ open: v.boolean(), contact: v.string(), setup: v.boolean() })

export const useSignupInfo = () => useServerData('/companies/cadastro', signupInfo)
