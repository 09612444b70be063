// What the fields of a user may hold, for forms, mutations and routes alike; who is a super user, and who may touch one.
import * as v from 'valibot'
import type { Actor, Profile } from '../kit/actor.ts'

/** Also what is said of an address that somebody of another company logs in with: nobody learns who is a customer of whom. */
export const invalidEmail = 'Invalid email'

/** As a form checks them, field by field. */
export const profileColumns = {
  name: v.pipe(v.string(), v.trim(), v.minLength(2), v.maxLength(50)),
  email: v.pipe(v.string(), v.trim(), v.toLowerCase(), v.email(invalidEmail), v.maxLength(254, invalidEmail)),
}

/** Of a password; an installation may want more. */
export const fewestLetters = 5
export const mostLetters = 50

/** The server holds it against more: password-strength.ts. */
export const newPassword = v.pipe(v.string(), v.minLength(fewestLetters), v.maxLength(mostLetters))

/** The flag counts on an admin of the operator's company; the database clears it elsewhere. */
export function countsAsSuper(user: { super: boolean; profile: Profile }, company: { operator: boolean }): boolean {
  return user.super && user.profile === 'admin' && company.operator
}

/** Change, delete, give a password: a super user is only a super user's to touch, whoever else runs their company. */
export function mayTouch(actor: Actor, user: { super: boolean }): boolean {
  return !user.super || (actor.kind === 'user' && actor.super)
}
