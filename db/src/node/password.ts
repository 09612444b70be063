import { hash, verify } from '@node-rs/argon2'
import { compare, truncates } from 'bcryptjs'

/** argon2id with the library's defaults (19 MiB, 2 passes), as OWASP advises. */
export function hashPassword(password: string): Promise<string> {
  return hash(password)
}

export async function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  if (!isBroughtHash(passwordHash)) return verify(passwordHash, password)
  // Beside it the work of an own hash: that a password came from elsewhere shows in no answer's haste.
  const [isRight] = await Promise.all([compare(password, passwordHash), hash(password)])
  return isRight && !truncates(password)
}

/** bcrypt, as the Whaticket family keeps passwords; a cost at which a login would hold up the others is refused. */
const brought = /^\$2[aby]\$(0[4-9]|1[0-3])\$[./A-Za-z0-9]{53}$/

/** Whether a hash came along with a person from another system: to be replaced by an own one as soon as the password is known. */
export const isBroughtHash = (passwordHash: string): boolean => brought.test(passwordHash)
