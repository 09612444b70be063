import { createHash } from 'node:crypto'

/**
 * SHA-256 of a random token, hex: what the database keeps of tokens for sessions, links and the messages API. 256 random bits need no salt, and no
 * comparison in constant time, since the hash is what is looked for.
 */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')
