// What the fields of a user may hold, for forms, mutations and routes alike.
import * as v from 'valibot'

/** As a form checks them, field by field. */
export const profileColumns = {
  name: v.pipe(v.string(), v.trim(), v.minLength(2), v.maxLength(50)),
  email: v.pipe(v.string(), v.trim(), v.toLowerCase(), v.email(), v.maxLength(254)),
}

export const newPassword = v.pipe(v.string(), v.minLength(5), v.maxLength(50))
