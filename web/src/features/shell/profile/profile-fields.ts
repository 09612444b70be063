// The form of one's own user as data: fields, and what is sent of them. Pure.
import { newPassword, profileColumns } from 'db/users/rules.ts'
import * as v from 'valibot'
import type { FormOutput, FormValues, Problem } from '../../../components/resource-form/check-fields.ts'
import { problemOf } from '../../../components/resource-form/check-fields.ts'

export const profileFields = { ...profileColumns, password: v.string(), currentPassword: v.string() }

export type ProfileValues = FormValues<typeof profileFields>
type ProfileOutput = FormOutput<typeof profileFields>

/** What is wrong with the new password; an empty one is none. Whether the present one is wanted beside it the server knows. */
export const passwordProblem = ({ password }: ProfileValues): Problem | null =>
  password === '' ? null : problemOf(newPassword, password)

/** Name and e-mail as the mutation takes them; null when neither changed. */
export function profileChanges(before: Pick<ProfileValues, 'name' | 'email'>, { name, email }: ProfileOutput) {
  const changes = {
    ...(name !== before.name && { name: { from: before.name, to: name } }),
    ...(email !== before.email && { email: { from: before.email, to: email } }),
  }
  return Object.keys(changes).length === 0 ? null : changes
}
