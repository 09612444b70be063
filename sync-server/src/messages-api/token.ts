// The token of a connection, for the messages API: shown once, kept as a hash.
import { randomBytes } from 'node:crypto'

export const newToken = () => `blc_${randomBytes(32).toString('base64url')}`

/** Whether it could be one: anything else is not looked for. */
export const isToken = (text: string) => /^blc_[\w-]{43}$/.test(text)
