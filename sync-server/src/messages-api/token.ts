// The token of a connection, for the messages API: shown once, kept as a hash.
import { createHash, randomBytes } from 'node:crypto'

export const newToken = () => `blc_${randomBytes(32).toString('base64url')}`

/** Whether it could be one: anything else is not looked for. */
export const isToken = (text: string) => /^blc_[\w-]{43}$/.test(text)

/** Its 256 random bits need no salt, and no comparison in constant time: what is looked for is the hash. */
export const hashOfToken = (token: string) => createHash('sha256').update(token).digest('hex')
