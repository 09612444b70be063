// A browser knows that a person has logged in there before: one signed cookie a person, out of scripts' reach, for as long as browsers keep
// one. Invariant: it is no authority. It says which count of wrong passwords is meant, and which earlier login of the person was here.
import { createHmac } from 'node:crypto'
import { deleteCookie, getCookie, getSignedCookie, setSignedCookie } from 'hono/cookie'
import type { Context } from 'hono'
import type { Env } from '../env.ts'
import { authPath } from '../http/login/refresh-cookie.ts'

/** Browsers shorten what is longer. */
const maxAgeSeconds = 400 * 86_400
/** Beside the newest one: all of them come with each login, and a request's head has a limit. */
const keptOthers = 9
const prefix = 'balcao_device_'

const cookieName = (userId: string) => prefix + userId.replaceAll('-', '')
/** Another key than that of tokens: neither can stand for the other. */
const cookieKey = ({ JWT_SECRET }: Env) => createHmac('sha256', JWT_SECRET).update('device cookie').digest('base64url')

/** Which device this is to that person; null when they have not logged in here, or the cookie is none of ours. */
export async function knownDevice(c: Context, env: Env, userId: string): Promise<string | null> {
  const value = await getSignedCookie(c, cookieKey(env), cookieName(userId))
  // The signature is of the value alone: the person is in it.
  const [owner, deviceId] = value ? value.split('.') : []
  return owner === userId && deviceId !== undefined ? deviceId : null
}

/** After a login. */
export async function rememberDevice(c: Context, env: Env, userId: string, deviceId: string): Promise<void> {
  const name = cookieName(userId)
  const issuedAt = Date.now().toString(36)
  await setSignedCookie(c, name, `${userId}.${deviceId}.${issuedAt}`, cookieKey(env), {
    httpOnly: true,
    sameSite: 'Strict',
    secure: env.SECURE_COOKIES === '1',
    path: authPath,
    maxAge: maxAgeSeconds,
  })
  const others = Object.entries(getCookie(c)).filter(([other]) => other.startsWith(prefix) && other !== name)
  const oldestFirst = others.toSorted(([, a], [, b]) => issuedAtOf(a) - issuedAtOf(b)).map(([other]) => other)
  for (const other of oldestFirst.slice(0, -keptOthers)) deleteCookie(c, other, { path: authPath })
}

const issuedAtOf = (value: string) => Number.parseInt(value.split('.')[2] ?? '', 36) || 0
