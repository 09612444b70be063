// A device's session, as web/src/sync/session/session.ts keeps it in a browser: bearer token, refresh by cookie, ended by a 401.
// Who acts is what the last login or refresh said, so it may be behind the server.
import { createHmac } from 'node:crypto'
import { AppError } from 'db/kit/errors.ts'
import type { UserActor } from 'db/kit/actor.ts'
import { actorOf, errorOf, type SessionUser } from '../src/sync/session/session.ts'
import type { Send } from '../src/sync/pull/transport.ts'

export const jwtSecret = 's'.repeat(32)

export interface SessionOptions {
  origin: string
  send: Send
  /** A refresh may have brought another actor. */
  onChange(): void
  /** The server ended it. */
  onEnd(): void
}

interface Login {
  token: string
  cookie: string
  actor: UserActor
}

export class DeviceSession {
  private readonly options: SessionOptions
  private current: Login
  private refreshing: Promise<void> | null = null

  /** @throws AppError with the server's code; TypeError when the network fails. */
  static async open(options: SessionOptions, email: string, password: string): Promise<DeviceSession> {
    return new DeviceSession(options, await logIn(options, email, password))
  }

  private constructor(options: SessionOptions, login: Login) {
    this.options = options
    this.current = login
  }

  get actor() {
    return this.current.actor
  }

  /** With the token of now, refreshed once when it ran out. */
  async send(path: string, init: RequestInit): Promise<Response> {
    const { token } = this.current
    const response = await this.sendWith(token, path, init)
    if (response.status === 401 && token === this.current.token) this.options.onEnd()
    if (response.status !== 403 || (await errorOf(response)).code !== 'ERR_SESSION_EXPIRED') return response
    if (token === this.current.token) await this.refreshOnce()
    return this.sendWith(this.current.token, path, init)
  }

  /** As time would do it. */
  expireToken() {
    this.current = { ...this.current, token: expired(this.current.token) }
  }

  private sendWith(token: string, path: string, init: RequestInit) {
    const headers = new Headers(init.headers)
    headers.set('authorization', `Bearer ${token}`)
    return this.options.send(path, { ...init, headers })
  }

  private refreshOnce(): Promise<void> {
    this.refreshing ??= this.refresh().finally(() => (this.refreshing = null))
    return this.refreshing
  }

  private async refresh() {
    const { origin, send, onEnd } = this.options
    const headers = { origin, cookie: this.current.cookie }
    const response = await send('/api/auth/refresh_token', { method: 'POST', headers })
    if (response.status === 401) onEnd()
    if (!response.ok) throw await errorOf(response)
    this.current = await loginFrom(response)
    this.options.onChange()
  }
}

/** Ends every other session of that user. */
export async function logIn(
  { origin, send }: Pick<SessionOptions, 'origin' | 'send'>,
  email: string,
  password: string,
) {
  const response = await send('/api/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ email, password }),
  })
  if (!response.ok) throw await errorOf(response)
  return loginFrom(response)
}

async function loginFrom(response: Response): Promise<Login> {
  const { token, user } = (await response.json()) as { token: string; user: SessionUser }
  const [cookie] = response.headers.getSetCookie()
  if (!cookie) throw new AppError('ERR_INTERNAL')
  return { token, cookie: cookie.split(';')[0] ?? '', actor: actorOf({ user, token, contactAt: 0 }) }
}

/** The same token, signed with an end in the past. */
function expired(token: string): string {
  const [header = '', payload = ''] = token.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as Record<string, unknown>
  const past = Buffer.from(JSON.stringify({ ...claims, exp: 1 })).toString('base64url')
  const signature = createHmac('sha256', jwtSecret).update(`${header}.${past}`).digest('base64url')
  return `${header}.${past}.${signature}`
}
