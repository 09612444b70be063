// POST /companies/cadastro: the one call of who has no session yet.
import { companyName, companyPhone } from 'db/billing/company-columns.ts'
import { idArg } from 'db/kit/args.ts'
import { newPassword, profileColumns } from 'db/users/rules.ts'
import * as v from 'valibot'
import { authorizedFetch, errorOf } from '../../sync/session-client.ts'

export const signupFields = {
  name: companyName,
  email: profileColumns.email,
  phone: companyPhone,
  password: newPassword,
  planId: idArg,
}

const answer = v.object({ confirm: v.optional(v.boolean(), false) })

/** `confirm`: the company is opened by a link that is mailed. @throws AppError with the server's code; TypeError when the network fails. */
export async function signUp(company: Record<keyof typeof signupFields, string>): Promise<{ confirm: boolean }> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const response = await authorizedFetch('/api/companies/cadastro', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...company, timeZone }),
  })
  if (!response.ok) throw await errorOf(response)
  return v.parse(answer, await response.json())
}
