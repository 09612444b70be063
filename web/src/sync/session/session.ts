// The device's session: who works here, the access token, and when the server was last reached. Shared by tabs, worker and
// service worker through IndexedDB and a channel. Invariant: only a 401 of the server or a logout ends it; the device's
// clock never does, what sets the refresh cookie is done by one context at a time, and an answer that comes late brings nobody back.
import { clientHeader, clientProtocol } from 'db/kit/client-protocol.ts'
import { AppError, errorStatus, isErrorCode, type ErrorCode } from 'db/kit/errors.ts'
import type { Profile, UserActor } from 'db/kit/actor.ts'
import * as v from 'valibot'
import { browserStore, transact } from '../kit/browser-store.ts'
import { fetchInTime } from './fetch-in-time.ts'
import { cookieLock, deliverLogouts, keepLogoutsDelivered, owedLogouts } from './owed-logouts.ts'
import { whileAwake } from './page-life.ts'
import { isEqual } from '../kit/is-equal.ts'
import { heedTakeOvers, takingOver } from './take-over.ts'

export interface SessionUser {
  id: string
  name: string
  email: string
  profile: Profile
  super: boolean
  companyId: string
  allTicket: boolean
  company: { id: string; name: string; dueDate: string }
  queues: { id: string; name: string; color: string }[]
}

export interface Session {
  user: SessionUser
  token: string
  /** Last answer of the server, in this device's ms since 1970: what the offline lease counts from. */
  contactAt: number
}

export type SessionChange = { kind: 'changed' } | { kind: 'ended'; userId: string; companyId: string }

/** A device that has not reached the server for this long asks to go online. */
export const leaseMs = 7 * 86_400_000
/** `contactAt` is stored at most this often. */
const contactStepMs = 60_000

const channel = new BroadcastChannel('balcao-session')
const listeners = new Set<(change: SessionChange) => void>()
let current: Session | null | undefined
let end: ErrorCode | null = null

channel.addEventListener('message', (event: MessageEvent<SessionChange>) => {
  void readSession().then(() => notify(event.data))
})

// What was said while this page was put away was not heard here; of an end, browsers forget a page that is only kept for going back.
whileAwake(() => {
  if (current !== undefined) void readSession().then(() => notify({ kind: 'changed' }))
  return () => undefined
})

heedTakeOvers()

export const currentSession = () => current
/** Why the last session ended, until the next login. */
export const sessionEnd = () => end
export const isLeaseExpired = (session: Session, now: number) => now - session.contactAt > leaseMs

export function onSessionChange(listener: (change: SessionChange) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export async function readSession(): Promise<Session | null> {
  const fact = await browserStore.get('device', 'session-end')
  const session = (await browserStore.get('session', 'current')) ?? null
  const first = current === undefined
  end = fact?.kind === 'session-end' ? fact.code : null
  current = session
  if (first) notify({ kind: 'changed' })
  return session
}

export function actorOf({ user }: Session): UserActor {
  return {
    kind: 'user',
    companyId: user.companyId,
    userId: user.id,
    name: user.name,
    profile: user.profile,
    super: user.super,
    queueIds: user.queues.map((queue) => queue.id),
  }
}

/**
 * `asksFirst`: whoever logs in is asked before that logs another device out. @throws AppError with the server's code, ERR_LOGGED_IN_ELSEWHERE for
 * that question; TypeError when the network fails.
 */
export const login = (email: string, password: string, { asksFirst = false } = {}) =>
  finishLogin('POST', '', { email, password, ...(asksFirst && { asksFirst }) })

/** What lies before the end of a login, below /auth/login: nothing of the session changes. @throws as `login` */
export async function askLogin(path: string, body: object): Promise<unknown> {
  const response = await fetchInTime(`/api/auth/login${path}`, jsonPost(body))
  if (!response.ok) throw await errorOf(response)
  return response.json()
}

/** The call that ends a login: its answer is the session. Resolves with the answer. @throws as `login` */
export async function finishLogin(method: 'POST' | 'PUT', path: string, body: object): Promise<unknown> {
  const answer: unknown = await navigator.locks.request(cookieLock, async () => {
    await deliverLogouts()
    const response = await fetchInTime(`/api/auth/login${path}`, { ...jsonPost(body), method })
    if (!response.ok) throw await errorOf(response)
    const told: unknown = await response.json()
    await save(sessionIn(told))
    return told
  })
  await clearEnd()
  publish({ kind: 'changed' })
  return answer
}

/** Reads the user anew: their role, queues or name changed. Without an answer the old one stays. */
export async function refreshUser(): Promise<void> {
  const response = await authorizedFetch('/api/auth/me').catch(() => undefined)
  if (!response?.ok) return
  const user = v.parse(userSchema, await response.json())
  const session = await readSession()
  if (session?.user.id !== user.id || isEqual(session.user, user)) return
  if (await replace(session.token, { ...session, user })) publish({ kind: 'changed' })
}

/** Every other token of the user ends; this device goes on with the new one. Without the present one: after a second factor of just now. @throws as `login` */
export async function changePassword(currentPassword: string | undefined, password: string): Promise<void> {
  const body = { ...jsonPost({ currentPassword, password }), method: 'PUT' }
  const attempt = () =>
    // No other context may take the answer to an ended token for the end of the session: they wait for the new one.
    navigator.locks.request(cookieLock, async () => {
      const session = await readSession()
      const response = await send('/api/users/me/password', body, session?.token)
      if (session && response.ok) {
        const { token } = v.parse(tokenSchema, await response.json())
        if (await replace(session.token, { ...session, token })) publish({ kind: 'changed' })
      }
      return { response, token: session?.token }
    })
  let { response, token } = await attempt()
  if (token !== undefined && response.status === 403 && (await codeOf(response)) === 'ERR_SESSION_EXPIRED') {
    await refresh(token)
    response = (await attempt()).response
  }
  if (!response.ok) throw await errorOf(response)
}

/** Sets another user's password, as an admin; that user's sessions end. @throws as `login` */
export async function setPassword(userId: string, password: string): Promise<void> {
  const response = await authorizedFetch(`/api/users/${userId}/password`, { ...jsonPost({ password }), method: 'PUT' })
  if (!response.ok) throw await errorOf(response)
}

/** With the bearer token. An expired token is refreshed once; a 401 ends the session and is returned as it came. */
export async function authorizedFetch(path: string, init: RequestInit = {}): Promise<Response> {
  const session = current ?? (await readSession())
  const response = await send(path, init, session?.token)
  if (!session) return response
  if (response.status === 401) {
    const newer = await navigator.locks.request(cookieLock, () => endIfGone(response, session, init.signal))
    return newer === undefined ? response : send(path, init, newer)
  }
  noteContact()
  if (response.status !== 403 || (await codeOf(response)) !== 'ERR_SESSION_EXPIRED') return response
  const token = await refresh(session.token, init.signal ?? undefined)
  return token === undefined ? response : send(path, init, token)
}

/** Forgets the session at once; the server is told now or, without network, as soon as there is one. */
export async function closeSession(): Promise<void> {
  const left = await leave()
  if (!left) return
  // Before other tabs hear of it, which deliver it too: the first one takes the cookie along.
  void keepLogoutsDelivered('same-origin').catch((error: unknown) => console.error('logout', error))
  tellEnd(left, null)
}

/** The session is gone and its logout owed, or neither. */
function leave(): Promise<Session | undefined> {
  return transact(['session', 'device'], 'readwrite', async (transaction) => {
    const [sessions, device] = [transaction.objectStore('session'), transaction.objectStore('device')]
    const session = await sessions.get('current')
    if (!session) return undefined
    const fact = await device.get(owedLogouts)
    const before = fact?.kind === 'logouts' ? fact.owed : []
    const owed = [...before, { token: session.token, at: Date.now() }]
    await device.put({ kind: 'logouts', owed }, owedLogouts)
    await sessions.delete('current')
    return session
  })
}

function send(path: string, init: RequestInit, token: string | undefined) {
  const headers = new Headers(init.headers)
  if (token) headers.set('authorization', `Bearer ${token}`)
  headers.set(clientHeader, String(clientProtocol))
  const go = () => fetchInTime(path, { ...init, headers })
  return takingOver()?.then(go) ?? go()
}

/** The new token, or undefined when the session ended. One context refreshes, the others find its result. @throws TypeError offline */
async function refresh(expired: string, signal?: AbortSignal): Promise<string | undefined> {
  return navigator.locks.request(cookieLock, async () => {
    const session = await readSession()
    if (!session || session.token !== expired) return session?.token
    const response = await fetchInTime('/api/auth/refresh_token', { method: 'POST', signal: signal ?? null })
    if (response.status === 401) {
      await endIfGone(response, session, signal)
      return undefined
    }
    if (!response.ok) throw await errorOf(response)
    const renewed = await sessionFrom(response)
    if (!(await replace(expired, renewed))) return undefined
    publish({ kind: 'changed' })
    return renewed.token
  })
}

/**
 * A 401 may answer an old token whose successor another context already has, which is returned: only the current one's ends the session.
 * @throws the signal's reason when nobody waits any more: the body with the cause is cut off then, and whoever asks next is told it
 */
async function endIfGone(response: Response, used: Session, signal?: AbortSignal | null): Promise<string | undefined> {
  const code = await codeOf(response)
  signal?.throwIfAborted()
  const latest = await readSession()
  if (latest && latest.token !== used.token) return latest.token
  if (latest) await forget(latest, errorStatus[code] === 401 ? code : 'ERR_SESSION_REVOKED')
  return undefined
}

/** The server ended it. */
async function forget(session: Session, code: ErrorCode) {
  await browserStore.delete('session', 'current')
  await browserStore.put('device', { kind: 'session-end', code }, 'session-end')
  tellEnd(session, code)
}

function tellEnd({ user }: Session, code: ErrorCode | null) {
  current = null
  end = code
  publish({ kind: 'ended', userId: user.id, companyId: user.companyId })
}

async function clearEnd() {
  end = null
  await browserStore.delete('device', 'session-end')
}

async function save(session: Session) {
  current = session
  await browserStore.put('session', session, 'current')
}

/** In the place of the session with `token`. False: it is not there any more, so who logged out stays so. */
async function replace(token: string, session: Session): Promise<boolean> {
  const isThere = await transact(['session'], 'readwrite', async (transaction) => {
    const sessions = transaction.objectStore('session')
    const found = (await sessions.get('current'))?.token === token
    if (found) await sessions.put(session, 'current')
    return found
  })
  if (isThere) current = session
  return isThere
}

/** Any answer proves contact. Written without telling anybody: only the lease reads it. */
function noteContact() {
  const now = Date.now()
  if (!current || now - current.contactAt < contactStepMs) return
  current = { ...current, contactAt: now }
  void saveContact(current.token, now)
}

async function saveContact(token: string, contactAt: number) {
  await transact(['session'], 'readwrite', async (transaction) => {
    const sessions = transaction.objectStore('session')
    const saved = await sessions.get('current')
    // A refresh or logout in another context wins over this note.
    if (saved && saved.token === token) await sessions.put({ ...saved, contactAt }, 'current')
  })
}

function publish(change: SessionChange) {
  channel.postMessage(change)
  notify(change)
}

function notify(change: SessionChange) {
  for (const listener of listeners) listener(change)
}

const userSchema = v.object({
  id: v.string(),
  name: v.string(),
  email: v.string(),
  profile: v.picklist(['user', 'supervisor', 'admin']),
  super: v.boolean(),
  companyId: v.string(),
  // The REST contract's word for a boolean.
  allTicket: v.pipe(
    v.picklist(['enable', 'disable']),
    v.transform((word) => word === 'enable'),
  ),
  company: v.object({ id: v.string(), name: v.string(), dueDate: v.string() }),
  queues: v.array(v.object({ id: v.string(), name: v.string(), color: v.string() })),
})
const answerSchema = v.object({ token: v.string(), user: userSchema })

const sessionIn = (answer: unknown): Session => ({ ...v.parse(answerSchema, answer), contactAt: Date.now() })

const sessionFrom = async (response: Response) => sessionIn(await response.json())

const tokenSchema = v.object({ token: v.string() })

const errorSchema = v.object({ error: v.string(), details: v.optional(v.record(v.string(), v.unknown())) })

/** The refusal in an answer's body; ERR_INTERNAL when there is none of the catalogue, with what a newer server calls it. */
export async function errorOf(response: Response): Promise<AppError> {
  const body = v.safeParse(
    errorSchema,
    await response
      .clone()
      .json()
      .catch(() => undefined),
  )
  const { status } = response
  if (!body.success) return new AppError('ERR_INTERNAL', { status })
  const { error, details } = body.output
  return isErrorCode(error) ? new AppError(error, details) : new AppError('ERR_INTERNAL', { status, text: error })
}

async function codeOf(response: Response): Promise<ErrorCode> {
  return (await errorOf(response)).code
}

function jsonPost(body: unknown): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}
