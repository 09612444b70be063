// POST /companies/cadastro: the one call of who has no session yet.
import { AppError } from 'db/kit/errors.ts'
import { companyName, companyPhone } from 'db/billing/company-columns.ts'
import { idArg } from 'db/kit/columns.ts'
import { newPassword, profileColumns } from 'db/users/rules.ts'
import * as v from 'valibot'
import { authorizedFetch, errorOf } from '../../sync/client.ts'

export const signupFields = {
  name: companyName,
  email: profileColumns.email,
  phone: companyPhone,
  password: newPassword,
  planId: idArg,
}
export type SignupField = keyof typeof signupFields

/** @throws AppError with the server's code; TypeError when the network fails. */
export async function signUp(company: Record<SignupField, string>): Promise<void> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const response = await authorizedFetch('/api/companies/cadastro', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...company, timeZone }),
  })
  if (!response.ok) throw await errorOf(response)
}

const refusal = v.object({ fields: v.record(v.string(), v.unknown()) })

/** What of it the server found wrong. */
export function wrongFields(error: unknown): readonly SignupField[] {
  const details = v.safeParse(refusal, error instanceof AppError ? error.details : undefined)
  if (!details.success) return []
  return (Object.keys(signupFields) as SignupField[]).filter((field) => field in details.output.fields)
}
