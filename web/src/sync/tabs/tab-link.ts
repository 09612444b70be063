// The tab's end of its worker: spawns it for the session, sends calls and subscriptions, hands results back.
// Invariant: the worker belongs to one session; when the session changes it is stopped, and what the tab still asks
// (subscriptions, calls not answered) goes to the next one. A page that is put away has no worker: another tab may lead at once.
import { createTurns } from 'db/kit/turns.ts'
import type { QueryCall } from 'db/kit/define-query.ts'
import { AppError } from 'db/kit/errors.ts'
import { deleteDatabases } from '../local/databases.ts'
import type { Call, Request, ResultRow, SentError, ToTab, ToWorker } from './protocol.ts'
import { currentSession, isLeaseExpired, onSessionChange, readSession, type SessionChange } from '../session/session.ts'
import { deleteMedia } from '../push/media.ts'
import { isOnlineOnly, noteLocalFailure } from './online-only.ts'
import { createUnpacking, type PackedRows } from './packed-rows.ts'
import { isAwake, whileAwake } from '../session/page-life.ts'
import { everything, type Standing } from '../queries/painting.ts'
import { deleteSnapshot } from '../queries/snapshot.ts'
import { initialStatus, isCopyComplete, next, type LeaderStatus } from './status.ts'

interface Waiting {
  request: Extract<Request, { kind: 'call' }>
  resolve(value: unknown): void
  reject(error: Error): void
}

interface Subscription {
  request: Extract<Request, { kind: 'subscribe' }>
  unpack(packed: PackedRows): readonly ResultRow[] | undefined
  onRows(rows: readonly ResultRow[], upTo: Standing): void
  onError(error: Error): void
}

const leaseCheckMs = 60_000

const calls = new Map<number, Waiting>()
const subscriptions = new Map<number, Subscription>()
const statusListeners = new Set<(status: LeaderStatus) => void>()
let worker: { owner: string; port: Worker } | undefined
/** While nobody is logged in: a worker that has a database ready for whoever comes. */
let prepared: Worker | undefined
/** With those that are being stopped. */
const ports = new Set<Worker>()
let status = initialStatus
let started = false
/** The database failed to open once in this session: one more try, by a new worker. */
let retried = false
/** Asked for by device facts, or by a database that failed twice. */
let mode: LeaderStatus['mode'] = 'local'
let lastId = 0

/** After the first render: reads the session and spawns the worker, now and at each login. */
export function startSync(): void {
  if (started) return
  started = true
  // One after the other: a login waits until the last session's database is gone.
  const serial = createTurns()
  onSessionChange((change) => void serial(() => follow(change)))
  document.addEventListener('visibilitychange', () => {
    // Only a hint: a worker that ends meanwhile needs no telling.
    if (document.visibilityState === 'hidden' && worker) call({ kind: 'hidden' }).catch(() => undefined)
  })
  const look = () => serial(() => follow({ kind: 'changed' }))
  whileAwake(() => {
    // Whatever was said meanwhile was not heard here.
    void readSession().then(look)
    const timer = setInterval(() => void look(), leaseCheckMs)
    return () => {
      clearInterval(timer)
      dropWorkers()
    }
  })
}

export function call(request: Call): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const message = { kind: 'call' as const, id: ++lastId, call: request }
  calls.set(message.id, { request: message, resolve, reject })
  post(message)
  return promise
}

/** Rows now and after each change, and what they are worth; returns how to end it. */
export function subscribe(
  query: QueryCall,
  onRows: (rows: readonly ResultRow[], upTo: Standing) => void,
  onError: (error: Error) => void,
): () => void {
  const request = { kind: 'subscribe' as const, sub: ++lastId, query, places: true as const }
  subscriptions.set(request.sub, { request, unpack: createUnpacking(), onRows, onError })
  post(request)
  return () => {
    subscriptions.delete(request.sub)
    post({ kind: 'unsubscribe', sub: request.sub })
  }
}

export function onLeaderStatus(listener: (status: LeaderStatus) => void): () => void {
  statusListeners.add(listener)
  return () => statusListeners.delete(listener)
}

async function follow(change: SessionChange) {
  const session = currentSession()
  const lapsed = session ? isLeaseExpired(session, Date.now()) : false
  const owner = session && !lapsed ? `${session.user.companyId}/${session.user.id}` : undefined
  if (worker && worker.owner !== owner) await stopWorker(worker.port)
  if (change.kind === 'ended') await wipe(change)
  // What the server may have taken from this user meanwhile is not kept; the outbox is.
  if (session && lapsed) await wipe({ companyId: session.user.companyId, userId: session.user.id })
  if (!owner && !(await isOnlineOnly()) && isAwake()) prepare()
  if (!session || !owner || worker) return
  // So that the browser takes it last when it needs space. Some grant it only to an installed app: asked again at each start.
  void navigator.storage?.persist?.().catch(() => undefined)
  mode = (await isOnlineOnly()) ? 'online' : 'local'
  if (!isAwake()) return
  spawn(owner, session.user.companyId, session.user.id)
}

async function wipe(of: { companyId: string; userId: string }) {
  await deleteSnapshot(of.userId)
  await deleteMedia(of.userId)
  await deleteDatabases((name) => name.startsWith(databasePrefix(of)))
}

const databasePrefix = ({ companyId, userId }: { companyId: string; userId: string }) =>
  `balcao-${companyId}-${userId}-`

function newPort(): Worker {
  const port = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'sync' })
  ports.add(port)
  return port
}

function prepare() {
  if (prepared) return
  prepared = newPort()
  prepared.postMessage({ kind: 'prepare' } satisfies ToWorker)
}

function spawn(owner: string, companyId: string, userId: string) {
  const port = prepared ?? newPort()
  prepared = undefined
  worker = { owner, port }
  port.addEventListener('message', (event: MessageEvent<ToTab>) => {
    if (event.data.kind !== 'open-failed') return receive(event.data)
    if (worker?.port !== port) return
    if (retried) void noteLocalFailure()
    mode = retried ? 'online' : 'local'
    retried = true
    end(port)
    spawn(owner, companyId, userId)
  })
  port.addEventListener('error', (event) => {
    console.error('sync worker', event.message)
    setStatus({ ...initialStatus, phase: 'failed' })
  })
  post({ kind: 'start', companyId, userId, mode })
  for (const { request } of subscriptions.values()) post(request)
  for (const { request } of calls.values()) post(request)
}

/** Closes the database first, so that it can be deleted; a worker that does not answer is ended. */
async function stopWorker(port: Worker) {
  worker = undefined
  retried = false
  for (const { reject } of calls.values()) reject(new AppError('ERR_SESSION_REVOKED'))
  calls.clear()
  const { promise: stopped, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, 2000)
  port.addEventListener('message', (event: MessageEvent<ToTab>) => {
    if (event.data.kind === 'stopped') resolve()
  })
  port.postMessage({ kind: 'stop' } satisfies ToWorker)
  await stopped
  clearTimeout(timer)
  end(port)
  setStatus(initialStatus)
}

/** In this very turn, as when a tab is closed: the page does not run any more after it. */
function dropWorkers() {
  for (const port of ports) end(port)
  worker = undefined
  prepared = undefined
  retried = false
  setStatus(next(status, { kind: 'put-away' }))
}

function end(port: Worker) {
  port.terminate()
  ports.delete(port)
}

function post(message: ToWorker) {
  worker?.port.postMessage(message)
}

function receive(message: ToTab) {
  switch (message.kind) {
    case 'reply':
      return settle(message.id, (waiting) => waiting.resolve(message.value))
    case 'error':
      return settle(message.id, (waiting) => waiting.reject(toError(message.error)))
    case 'rows':
      return receiveRows(message)
    case 'rows-failed':
      return subscriptions.get(message.sub)?.onError(toError(message.error))
    case 'status':
      return setStatus(message.status)
    case 'stopped':
    case 'open-failed':
      return
  }
}

function receiveRows(message: Extract<ToTab, { kind: 'rows' }>) {
  const subscription = subscriptions.get(message.sub)
  const rows = subscription?.unpack(message)
  if (rows) subscription?.onRows(rows, worthOf(message.upTo))
  else if (subscription) post(subscription.request)
}

/** A leader of an older build says only whether the copy is complete. */
function worthOf(upTo: Standing | undefined): Standing {
  if (upTo !== undefined) return upTo
  return isCopyComplete(status) ? everything : null
}

function settle(id: number, how: (waiting: Waiting) => void) {
  const waiting = calls.get(id)
  calls.delete(id)
  if (waiting) how(waiting)
}

function setStatus(now: LeaderStatus) {
  status = now
  for (const listener of statusListeners) listener(now)
}

function toError({ code, details, message }: SentError): Error {
  return code ? new AppError(code, details) : new Error(message)
}
