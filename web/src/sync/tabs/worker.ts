// The tab's worker. All workers of a database compete for its lock; the holder leads, the others hand their tab's requests to it
// over a channel and the answers back. Invariant: a request counts as open until it is answered (a subscription until it is
// ended), and is asked again of a new leader.
import type { PGlite } from '@electric-sql/pglite'
import { askedQuery } from '../queries/asked-query.ts'
import { databaseLock, sweepDatabases } from '../local/databases.ts'
import { next, type ElectionEvent, type ElectionState } from './election.ts'
import { startLeader, startOnlineLeader, type Leader, type LeaderOptions } from './leader.ts'
import { createFollowers } from './followers.ts'
import { openSpare } from '../local/database.ts'
import { databaseName } from '../local/local-schema.ts'
import type { Answer, AskedRequest, BetweenWorkers, Request, ToTab, ToWorker } from './protocol.ts'
import { sentError, serve } from './serve.ts'
import { initialStatus, type LeaderStatus } from './status.ts'

const me = crypto.randomUUID()
const stopping = Promise.withResolvers<void>()
const stopSignal = new AbortController()
/** This tab's open requests, for the next leader. */
const open = new Map<number, AskedRequest>()
const followers = createFollowers({
  tell: (to, status) => say({ kind: 'answer', to, answer: { kind: 'status', status } }),
  // Its lock is free when its tab is gone.
  whenGone: (worker) => navigator.locks.request(aliveLock(worker), () => {}),
  onGone: (worker) => leader?.live.remove((key) => key.startsWith(worker)),
})
let spare: Promise<PGlite | undefined> | undefined
let state: ElectionState = { kind: 'waiting' }
let leader: Leader | undefined
let channel: BroadcastChannel | undefined

addEventListener('message', (event: MessageEvent<ToWorker>) => {
  const message = event.data
  if (message.kind === 'prepare') spare = openSpare(stopping.promise)
  else if (message.kind === 'start') start(message)
  else if (message.kind === 'stop') void stop()
  else askTab(message)
})

function start({ companyId, userId, mode }: Extract<ToWorker, { kind: 'start' }>) {
  const name = databaseName(companyId, userId)
  channel = new BroadcastChannel(`sync:${name}`)
  channel.addEventListener('message', (event: MessageEvent<BetweenWorkers>) => hear(event.data))
  // Held for this worker's life: the leader, who waits for it, learns of its end.
  void navigator.locks.request(aliveLock(me), () => {
    say({ kind: 'hello', from: me })
    return stopping.promise
  })
  const options: LeaderOptions = {
    databaseName: name,
    spare: () => spare,
    userId,
    onStatus: tellAll,
    onBroken: () => toTab({ kind: 'open-failed' }),
  }
  navigator.locks
    .request(databaseLock(name), { signal: stopSignal.signal }, () => lead(options, mode))
    .catch((error: unknown) => {
      if (!stopSignal.signal.aborted) console.error('sync', error)
    })
}

/** Keeps the lock until it resolves. */
async function lead(options: LeaderOptions, mode: LeaderStatus['mode']) {
  dispatch({ kind: 'lock-granted' })
  try {
    leader = await (mode === 'online' ? startOnlineLeader(options) : startLeader(options))
  } catch (error) {
    console.error('the local database does not open', error)
    toTab({ kind: 'open-failed' })
    return dispatch({ kind: 'open-failed' })
  }
  dispatch({ kind: 'opened' })
  void sweepDatabases(options.databaseName).catch((error: unknown) => console.warn('sweep', error))
  await stopping.promise
  await leader.stop()
}

function dispatch(event: ElectionEvent) {
  const before = state
  state = next(state, event)
  if (state === before) return
  if (state.kind === 'leading') say({ kind: 'leading', leader: me })
  // A leader that was still opening did not hear the first one.
  if (state.kind === 'following') say({ kind: 'hello', from: me })
  if (state.kind === 'leading' || state.kind === 'following') for (const request of open.values()) route(request)
  if (state.kind === 'leading' && leader) tellAll(leader.status())
  if (state.kind === 'following') dropSpare()
  if (state.kind === 'failed') fail()
}

/** Another tab has the database open. */
function dropSpare() {
  void spare?.then((pg) => pg?.close())
  spare = undefined
}

/** From this tab: what can't be asked is answered here. */
function askTab(request: Request) {
  try {
    ask(asked(request))
  } catch (thrown) {
    const error = sentError(thrown)
    if (request.kind === 'call') toTab({ kind: 'error', id: request.id, error })
    if (request.kind === 'subscribe') toTab({ kind: 'rows-failed', sub: request.sub, error })
  }
}

/** @throws AppError ERR_UNKNOWN_QUERY, ERR_VALIDATION */
function asked(request: Request): AskedRequest {
  if (request.kind === 'unsubscribe') return request
  if (request.kind === 'subscribe') return { ...request, query: askedQuery(request.query) }
  const { call } = request
  return { ...request, call: call.kind === 'query' ? { ...call, query: askedQuery(call.query) } : call }
}

function ask(request: AskedRequest) {
  if (request.kind === 'unsubscribe') open.delete(request.sub)
  else open.set(request.kind === 'call' ? request.id : request.sub, request)
  route(request)
  if (state.kind === 'failed') fail()
}

function route(request: AskedRequest) {
  if (state.kind === 'following') say({ kind: 'request', from: me, request })
  if (state.kind === 'leading' && leader) serve(leader, me, request, receive)
}

/** For this tab, from the leader. */
function receive(answer: Answer) {
  if (answer.kind === 'reply' || answer.kind === 'error') open.delete(answer.id)
  toTab(answer)
}

function hear(message: BetweenWorkers) {
  switch (message.kind) {
    case 'hello':
      if (leader && state.kind === 'leading') welcome(leader, message.from)
      return
    case 'leading':
      return dispatch({ kind: 'leader-heard', leader: message.leader })
    case 'request':
      if (leader && state.kind === 'leading') serveFollower(leader, message.from, message.request)
      return
    case 'answer':
      if (message.to === me) receive(message.answer)
      return
  }
}

function welcome(by: Leader, follower: string) {
  say({ kind: 'leading', leader: me })
  followers.meet(follower, by.status())
}

function serveFollower(by: Leader, follower: string, request: AskedRequest) {
  followers.meet(follower, by.status())
  serve(by, follower, request, (answer) => say({ kind: 'answer', to: follower, answer }))
}

function tellAll(status: LeaderStatus) {
  toTab({ kind: 'status', status })
  followers.tell(status)
}

/** Calls are refused; subscriptions wait for a leader that can. */
function fail() {
  toTab({ kind: 'status', status: { ...initialStatus, phase: 'failed' } })
  const error = sentError(new Error('the local database does not open'))
  for (const [id, request] of open) if (request.kind === 'call') receive({ kind: 'error', id, error })
}

async function stop() {
  dispatch({ kind: 'stop' })
  stopSignal.abort()
  stopping.resolve()
  await leader?.stop()
  channel?.close()
  toTab({ kind: 'stopped' })
}

const aliveLock = (worker: string) => `worker:${worker}`

function say(message: BetweenWorkers) {
  channel?.postMessage(message)
}

function toTab(message: ToTab) {
  postMessage(message)
}
