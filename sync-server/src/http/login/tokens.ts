// Access tokens (JWT, 15 minutes) and refresh tokens (random, stored as a hash, rotated at each use).
import { randomBytes } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import { validate } from 'uuid'
import { AppError } from 'db/kit/errors.ts'

export const accessTokenSeconds = 15 * 60
export const refreshTokenSeconds = 7 * 24 * 60 * 60

export interface AccessClaims {
  userId: string
  sessionId: string
  /** Not in tokens of servers before there were several logins a person. */
  loginId?: string | undefined
  tokenVersion: number
  /** It was given while the company was overdue: good for paying alone, until that is done. */
  limited?: boolean | undefined
}

const isUuid = (value: unknown): value is string => typeof value === 'string' && validate(value)

const tokenKey = (secret: string) => new TextEncoder().encode(secret)

export function signAccessToken(secret: string, claims: AccessClaims, now: Date): Promise<string> {
  const issuedAt = Math.floor(now.getTime() / 1000)
  return new SignJWT({ sid: claims.sessionId, lid: claims.loginId, ver: claims.tokenVersion, lim: claims.limited })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(claims.userId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + accessTokenSeconds)
    .sign(tokenKey(secret))
}

/** What a token says, if `secret` signed it. @throws AppError ERR_SESSION_EXPIRED when it ran out, ERR_SESSION_REVOKED when it is none of ours */
export type VerifyAccessToken = (token: string) => Promise<AccessClaims>

/** Each device sends its token with every request: a signature is looked at once. */
export function accessTokenVerifier(secret: string): VerifyAccessToken {
  const verified = new LRUCache<string, AccessClaims & { expiresAt: number }>({ max: 10_000 })
  return async (token) => {
    const known = verified.get(token)
    if (known && Date.now() < known.expiresAt) return known
    try {
      const claims = await claimsOf(secret, token)
      verified.set(token, claims)
      return claims
    } catch (error) {
      throw new AppError(error instanceof errors.JWTExpired ? 'ERR_SESSION_EXPIRED' : 'ERR_SESSION_REVOKED')
    }
  }
}

/** Also of a token that ran out: who has it may still end what it was made for. Null: none of ours. */
export async function signedClaims(secret: string, token: string): Promise<AccessClaims | null> {
  return claimsOf(secret, token, new Date(0)).catch(() => null)
}

/** `expiresAt` in ms. */
async function claimsOf(
  secret: string,
  token: string,
  currentDate?: Date,
): Promise<AccessClaims & { expiresAt: number }> {
  const options = { algorithms: ['HS256'], ...(currentDate && { currentDate }) }
  const { sub, sid, lid, ver, lim, exp } = (await jwtVerify(token, tokenKey(secret), options)).payload
  // Looked up together with others': what is no id would be everybody's failure.
  if (!sub || exp === undefined || !isUuid(sid) || typeof ver !== 'number') {
    throw new AppError('ERR_SESSION_REVOKED')
  }
  const loginId = typeof lid === 'string' ? lid : undefined
  return { userId: sub, sessionId: sid, loginId, tokenVersion: ver, limited: lim === true, expiresAt: exp * 1000 }
}

/** `<login id>.<secret>`: the login's part is no secret, it tells a replaced login from an unknown one. */
export const newRefreshToken = (loginId: string) => `${loginId}.${randomBytes(32).toString('base64url')}`
