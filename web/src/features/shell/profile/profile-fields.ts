// The form of one's own user as data: fields, and what is sent of them. Pure.
import { newPassword, profileColumns } from 'db/users/rules.ts'
import * as v from 'valibot'
import type { FormOutput, FormValues, Problem } from '../../../components/resource-form/check-fields.ts'
import { problemOf } from '../../../components/resource-form/check-fields.ts'

export const profileFields = { ...profileColumns, password: v.string(), currentPassword: v.string() }

export type ProfileValues = FormValues<typeof profileFields>
type ProfileOutput = FormOutput<typeof profileFields>

/** What is wrong with the two passwords: both must be empty, or a good new one and the present one. */
export function passwordProblems({ password, currentPassword }: ProfileValues): {
  password: Problem | null
  currentPassword: Problem | null
} {
  if (password === '') return { password: null, currentPassword: null }
  return {
    password: problemOf(newPassword, password),
    currentPassword: currentPassword === '' ? { kind: 'required' } : null,
  }
}

/** Name and e-mail as the mutation takes them; null when neither changed. */
export function profileChanges(before: Pick<ProfileValues, 'name' | 'email'>, { name, email }: ProfileOutput) {
  const changes = {
    ...(name !== before.name && { name: { from: before.name, to: name } }),
    ...(email !== before.email && { email: { from: before.email, to: email } }),
  }
  return Object.keys(changes).length === 0 ? null : changes
}
