import * as v from 'valibot'
import { useServerData } from '../../desk/use-server-data.ts'

/** Whether companies may be opened by themselves, and whom to ask. */
const signupInfo = v.object({ open: v.boolean(), contact: v.string() })

export const useSignupInfo = () => useServerData('/companies/cadastro', signupInfo)
