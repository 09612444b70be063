// The fields of a user's form. The password is one of them and no part of what is saved with the rest. Pure.
import { userColumns } from 'db/users/mutations.ts'
import { newPassword } from 'db/users/rules.ts'
import * as v from 'valibot'
import { problemOf, type Problem } from '../../components/resource-form/check-fields.ts'

export const userFields = { ...userColumns, password: v.string() }

/** `required`: of somebody new, when it can be set at all. */
export function passwordProblem(password: string, required: boolean): Problem | null {
  if (password === '') return required ? { kind: 'required' } : null
  return problemOf(newPassword, password)
}
