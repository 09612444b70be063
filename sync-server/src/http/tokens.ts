// Access tokens (JWT, 15 minutes) and refresh tokens (random, stored as a hash, rotated at each use).
import { createHash, randomBytes } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import { AppError } from 'db/kit/errors.ts'

export const accessTokenSeconds = 15 * 60
export const refreshTokenSeconds = 7 * 24 * 60 * 60

export interface AccessClaims {
  userId: string
  sessionId: string
  tokenVersion: number
}

const keyOf = (secret: string) => new TextEncoder().encode(secret)

export function signAccessToken(secret: string, claims: AccessClaims, now: Date): Promise<string> {
  const issuedAt = Math.floor(now.getTime() / 1000)
  return new SignJWT({ sid: claims.sessionId, ver: claims.tokenVersion })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(claims.userId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + accessTokenSeconds)
    .sign(keyOf(secret))
}

/** @throws AppError ERR_SESSION_EXPIRED when it ran out, ERR_SESSION_REVOKED when it is none of ours. */
export async function verifyAccessToken(secret: string, token: string): Promise<AccessClaims> {
  try {
    const { payload } = await jwtVerify(token, keyOf(secret), { algorithms: ['HS256'] })
    const { sub, sid, ver } = payload
    if (!sub || typeof sid !== 'string' || typeof ver !== 'number') throw new AppError('ERR_SESSION_REVOKED')
    return { userId: sub, sessionId: sid, tokenVersion: ver }
  } catch (error) {
    throw new AppError(error instanceof errors.JWTExpired ? 'ERR_SESSION_EXPIRED' : 'ERR_SESSION_REVOKED')
  }
}

/** `<user id>.<secret>`: the user's part is no secret, it tells a replaced session from an unknown one. */
export const newRefreshToken = (userId: string) => `${userId}.${randomBytes(32).toString('base64url')}`

export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')
