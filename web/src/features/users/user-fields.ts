// The form of a user as data: fields, and how it opens. The password is one of them and no part of what is saved with the rest. Pure.
import type { UserRow } from 'db/users/queries.ts'
import { userColumns } from 'db/users/mutations.ts'
import { newPassword } from 'db/users/rules.ts'
import * as v from 'valibot'
import { problemOf, yesNo, yesOrNo, type FormInput, type Problem } from '../../components/resource-form/check-fields.ts'
import { idsIn, textOfIds } from '../../components/resource-form/id-set.ts'

export const userFields = {
  name: userColumns.name,
  email: userColumns.email,
  password: v.string(),
  profile: userColumns.profile as v.GenericSchema<string, UserRow['profile']>,
  queueIds: v.pipe(v.string(), v.transform(idsIn), userColumns.queueIds),
  connectionId: v.pipe(
    v.string(),
    v.transform((text) => (text === '' ? null : text)),
    userColumns.connectionId,
  ),
  allTicket: v.pipe(yesNo, userColumns.allTicket),
}

export type UserInput = FormInput<typeof userFields>

export function inputOf({ name, email, profile, queueIds, connectionId, allTicket }: UserRow): UserInput {
  return {
    name,
    email,
    password: '',
    profile,
    queueIds: textOfIds(queueIds),
    connectionId: connectionId ?? '',
    allTicket: yesOrNo(allTicket),
  }
}

/** `required`: of somebody new, when it can be set at all. */
export function passwordProblem(password: string, required: boolean): Problem | null {
  if (password === '') return required ? { kind: 'required' } : null
  return problemOf(newPassword, password)
}
