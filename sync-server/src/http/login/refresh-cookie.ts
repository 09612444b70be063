// The cookie with a device's refresh token: out of scripts' reach, sent to the session's own routes and nowhere else.
import type { Context } from 'hono'
import { setCookie } from 'hono/cookie'
import type { Env } from '../../env.ts'
import { refreshTokenSeconds } from './tokens.ts'

export const refreshCookie = 'balcao_refresh'
/** Path of all our cookies: browsers send them only to the routes below it. */
export const authPath = '/api/auth'

export function setRefreshCookie(c: Context, env: Env, refreshToken: string): void {
  setCookie(c, refreshCookie, refreshToken, {
    httpOnly: true,
    sameSite: 'Strict',
    secure: env.SECURE_COOKIES === '1',
    path: authPath,
    maxAge: refreshTokenSeconds,
  })
}
