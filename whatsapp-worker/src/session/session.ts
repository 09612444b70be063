// One connection's session: the shell around state.ts. Events of socket, jobs and lease go into `next`; its actions are carried out in order.
// It lives from the acquired lease to its release and keeps the auth store and the traffic over all its sockets.
// Invariant: nothing of the session is written after the lease is lost.
import type { WASocket } from '@whiskeysockets/baileys'
import { setTimeout as delay } from 'node:timers/promises'
import { localTime } from 'db/bot/opening-hours.ts'
import { createTurns } from 'db/kit/turns.ts'
import type { Database } from 'db/node/connect.ts'
import type { Jobs } from 'db/node/jobs.ts'
import type { MediaStore } from 'db/node/media/media-store.ts'
import type { Traces } from 'db/node/traces/traces.ts'
import type { WorkerEnv } from '../env.ts'
import type { Log } from '../logger.ts'
import { renewMedia } from '../media/renew-media.ts'
import { consumeJobs } from '../outbound/consume-jobs.ts'
import { sentAgain } from '../outbound/message-again.ts'
import { isDisconnectWished } from '../outbound/queries.ts'
import { receivedFile } from '../media/received-file.ts'
import { storeFile } from '../media/store-file.ts'
import { openAuthStore, type AuthStore } from './auth-store.ts'
import {
  connectionRow,
  findLinkWish,
  findTimeZone,
  type ConnectionRow,
  type ShownStatus,
  type Wanted,
} from './connection-row.ts'
import { openJournal, type Journal } from './journal.ts'
import { keyRows } from './key-rows.ts'
import { LeaseLostError, type Lease } from './lease.ts'
import { mediaAgent } from './media-agent.ts'
import { openSocket, socketMemory, type SocketListeners } from './socket.ts'
import { begin, next, type Action, type Event, type State, type StatusChange, type Step } from './state.ts'
import { countOutcome, countSent } from './tallies.ts'
import { digitsOf, Traffic } from './traffic.ts'

const retryMs = 1_000
/** How long a stopping session may take to store what it received. */
const settleMs = 5_000

export interface SessionParts {
  db: Database
  jobs: Jobs
  media: MediaStore
  env: WorkerEnv
  log: Log
  traces: Traces | null
  lease: Lease
  releaseLease(): Promise<void>
  /** Asks Postgres now whether the lease still stands. */
  checkLease(): Promise<void>
}

export async function startSession(wanted: Wanted, parts: SessionParts): Promise<Session> {
  const { db, jobs, env, lease } = parts
  const { ackTimeoutMs, graceDays } = env
  const log = parts.log.child({ connectionId: lease.connectionId })
  const over = new AbortController()
  const rows = keyRows(db.sql, lease, env.sessionKeys, over.signal)
  const { connectionId, companyId } = wanted
  const timeZone = await findTimeZone(db.sql, companyId)
  const today = () => localTime(new Date(), timeZone).date
  const [auth, journal] = await Promise.all([openAuthStore(rows, log), openJournal(rows, today, log)])
  const fileOwner = { jobs, companyId, connectionId, keys: env.sessionKeys }
  const traffic = new Traffic(
    {
      db,
      jobs,
      notifies: env.push !== null,
      media: parts.media,
      agent: mediaAgent(env.whatsapp !== null),
      ackTimeoutMs,
      graceDays,
      traces: parts.traces,
    },
    wanted,
    {
      onDone: (whatsappId) => journal.finish(whatsappId),
      onFile: (tx, messageId, message, file) => storeFile(tx, fileOwner, messageId, receivedFile(message, file)),
      keysOf: (whatsappId) => journal.keysOf(whatsappId),
      onOutcome: (tx, outcome, keys) => countOutcome(tx, outcome, { connectionId, today: today(), keys }),
      onSent: (tx, counts) => countSent(tx, connectionId, today(), counts),
    },
    log,
  )
  const session = new Session({ ...parts, log }, { auth, journal, traffic, companyId: wanted.companyId, over })
  try {
    await session.begin(wanted.wish)
  } catch (error) {
    // It takes jobs already, which the next session would wait for.
    await session.abandon()
    throw error
  }
  return session
}

export class Session {
  /** Resolves when everything is settled and the lease is given back. */
  readonly ended: Promise<void>
  readonly #parts: SessionParts
  readonly #auth: AuthStore
  readonly #journal: Journal
  readonly #traffic: Traffic
  readonly #companyId: string
  /** Aborted when nobody waits for the database any more. */
  readonly #over: AbortController
  readonly #row: ConnectionRow
  readonly #memory = socketMemory()
  readonly #end: () => void
  #state: State | null = null
  #socket: WASocket | null = null
  #retryTimer: NodeJS.Timeout | undefined
  #isLeaseLost = false
  #shown: ShownStatus | null = null
  /** The old link is gone, the wish for a new one still stands in the row. */
  #relinking = false
  /** Retries are spread out: all of a worker's sockets drop together when the network does. */
  #spread = 1
  /** Actions, one after the other. */
  readonly #inTurn = createTurns()
  #stopConsuming: () => Promise<void> = async () => {}

  constructor(
    parts: SessionParts,
    kept: { auth: AuthStore; journal: Journal; traffic: Traffic; companyId: string; over: AbortController },
  ) {
    this.#parts = parts
    this.#auth = kept.auth
    this.#journal = kept.journal
    this.#traffic = kept.traffic
    this.#companyId = kept.companyId
    this.#over = kept.over
    this.#row = connectionRow(parts.db.sql, parts.lease)
    const { promise, resolve } = Promise.withResolvers<void>()
    this.ended = promise
    this.#end = resolve
  }

  async begin(wish: Wanted['wish']) {
    const { jobs, lease, log, db } = this.#parts
    this.#stopConsuming = await consumeJobs(
      jobs,
      lease.connectionId,
      {
        'sender.wake': ({ cause }) => this.#traffic.wakeSender(cause),
        'message.read': ({ ticketId }) => this.#traffic.tellRead(ticketId),
        'connection.link': () => this.#link(),
        'ticket.typing': ({ ticketId, state, at }) => this.#traffic.typing(ticketId, state, new Date(at)),
        'media.renew': ({ messageId }) => this.#renewMedia(messageId),
        'contact.check': ({ contactId }) => this.#traffic.checkContact(contactId),
        'outreach.wake': () => this.#traffic.wakeOutreach(),
        'connection.disconnect': async () => {
          if (await isDisconnectWished(db.sql, lease.connectionId)) this.#disconnect()
        },
      },
      log,
    )
    this.#receiveUnfinished()
    const { relink, pairingNumber } = await findLinkWish(db.sql, lease.connectionId)
    const linked = this.#auth.isLinked()
    // A new link is this session's, or the next one's when there is an old link to give up first.
    this.#relinking = relink && !linked
    this.#take(begin(relink && linked ? 'leave' : wish, linked, pairingNumber))
  }

  /** Of a session that could not begin. Resolves when nothing of it is left. */
  async abandon() {
    this.#take({ state: { kind: 'stopped' }, actions: [] })
    await this.ended
  }

  /** A person wants a new link, or a code to link with. */
  async #link() {
    const { db, lease } = this.#parts
    // What this session begins with is in the row already.
    const known = this.#relinking || !this.#state
    const { relink, pairingNumber } = await findLinkWish(db.sql, lease.connectionId)
    if (relink && !known) this.#disconnect()
    else this.#dispatch({ kind: 'code', number: pairingNumber })
  }

  get isStopped() {
    return this.#state?.kind === 'stopped'
  }

  /** Ends the socket, keeps the link, gives the lease back. */
  stop() {
    this.#dispatch({ kind: 'stop' })
  }

  leaseLost() {
    this.#isLeaseLost = true
    this.#over.abort()
    this.#dispatch({ kind: 'leaseLost' })
  }

  /** Writes the status again: a person disconnected and started it again before either reached this session. */
  restate() {
    const change = this.#shown
    if (!change || this.isStopped) return
    this.#do(async () => {
      await this.#untilWritten(() => this.#row.write(change, 'always'))
    })
  }

  /** Not waited for: other jobs of the connection go on while the phone uploads. */
  #renewMedia(messageId: string) {
    const { db, jobs, env, log } = this.#parts
    if (this.#state?.kind !== 'open' || !this.#socket) return
    renewMedia({ db, jobs, keys: env.sessionKeys }, this.#socket, messageId).catch((err: unknown) =>
      log.warn({ messageId, err }, 'file not renewed'),
    )
  }

  #disconnect() {
    this.#dispatch({ kind: 'disconnect', linked: this.#auth.isLinked() })
  }

  #dispatch(event: Event) {
    if (this.#state) this.#take(next(this.#state, event))
  }

  #take({ state, actions }: Step) {
    const from = this.#state?.kind
    this.#state = state
    for (const action of actions) this.#do(() => this.#carryOut(action))
    if (state.kind === from) return
    this.#parts.log.info({ from, to: state.kind }, 'session')
    if (state.kind === 'stopped') this.#do(() => this.#settle())
  }

  #do(work: () => Promise<void>) {
    this.#inTurn(work).catch((err: unknown) => this.#parts.log.error({ err }, 'an action of the session failed'))
  }

  async #carryOut(action: Action) {
    switch (action.kind) {
      case 'status':
        return this.#writeStatus(action.change)
      case 'connect':
        return this.#connect()
      case 'connectAfter':
        this.#retryTimer = setTimeout(() => this.#dispatch({ kind: 'retry' }), action.ms * this.#spread)
        return
      case 'requestCode':
        return this.#requestCode(action.number)
      case 'end':
        return this.#endSocket()
      case 'logout':
        await this.#socket?.logout()
        return this.#endSocket()
      case 'wipe':
        await this.#untilWritten(() => this.#auth.wipe())
        return
      case 'checkLease':
        return this.#parts.checkLease()
    }
  }

  async #requestCode(number: string) {
    const socket = this.#socket
    const code = await socket?.requestPairingCode(number)
    if (code !== undefined && socket === this.#socket) this.#dispatch({ kind: 'coded', number, code })
  }

  async #writeStatus({ retryMs: wait, ...change }: StatusChange) {
    const retryAt = wait === null ? null : new Date(Date.now() + wait * this.#spread)
    const shown = { ...change, retryAt }
    this.#shown = shown
    const relinked = this.#relinking && shown.status !== 'DISCONNECTED' && { relinked: true as const }
    const written = await this.#untilWritten(() => this.#row.write({ ...shown, ...relinked }))
    if (written === true) this.#relinking = false
    // A person disconnected it; the job that says so may still be on its way.
    if (written === false) this.#disconnect()
    if (change.status === 'CONNECTED' && this.#state?.kind === 'open' && this.#socket) {
      this.#traffic.opened(this.#socket)
    }
  }

  /** The result, or undefined when the lease is lost. */
  async #untilWritten<T>(write: () => Promise<T>): Promise<T | undefined> {
    while (!this.#isLeaseLost) {
      try {
        return await write()
      } catch (error) {
        // Before the keeper looks: who is not the owner any more has nothing to do with the phone.
        if (error instanceof LeaseLostError) {
          this.leaseLost()
          return undefined
        }
        this.#parts.log.error({ err: error }, 'session not written, trying again')
        await delay(retryMs)
      }
    }
    return undefined
  }

  async #connect() {
    // Its status could not be written: the lease is another's, and so is the phone, which a second socket would take away.
    if (this.isStopped) return
    clearTimeout(this.#retryTimer)
    this.#auth.forgetAbandoned()
    const { env, db, media, lease, log } = this.#parts
    let own: WASocket | null = null
    own = openSocket({
      env,
      log,
      auth: this.#auth.state,
      memory: this.#memory,
      journal: this.#journal,
      messageAgain: (whatsappId, socket) =>
        sentAgain(db, lease.connectionId, whatsappId, { media, companyId: this.#companyId, socket }),
      group: (jid, socket) => this.#traffic.group(jid, socket),
      listeners: this.#listeners(() => own),
    })
    this.#socket = own
  }

  /** What the session does with the socket's events. Of a socket that was replaced, only what it had received before still counts. */
  #listeners(own: () => WASocket | null): SocketListeners {
    const ifCurrent = (run: () => void) => {
      if (this.#socket !== null && own() === this.#socket) run()
    }
    return {
      qr: (qr) => ifCurrent(() => this.#dispatch({ kind: 'qr', qr })),
      paired: () => ifCurrent(() => this.#dispatch({ kind: 'paired' })),
      connected: () =>
        ifCurrent(() => this.#dispatch({ kind: 'connected', number: this.#auth.number() ?? '', at: Date.now() })),
      closed: (code, message) => ifCurrent(() => this.#closed(code, message)),
      credsChanged: () => this.#auth.saveCreds(),
      messages: (messages) => this.#traffic.received(messages, this.#me(), own()),
      calls: (events) => this.#traffic.calls(events, this.#me(), own()),
      told: (news) => this.#traffic.told(news),
      history: (history) => this.#traffic.history(history, this.#me()),
      delivery: (updates) => this.#traffic.delivery(updates, this.#me()),
      groupDelivery: (updates) => this.#traffic.groupDelivery(updates, this.#me()),
      presence: (jid, state) => this.#traffic.presence(jid, state),
      ack: (whatsappId, error) => this.#traffic.ack(whatsappId, error),
    }
  }

  #me() {
    const { me } = this.#auth.state.creds
    return { number: this.#auth.number(), lid: digitsOf(me?.lid) }
  }

  /** Decrypted by a socket or process that ended before it could hand them over. */
  #receiveUnfinished() {
    const { me } = this.#auth.state.creds
    if (me && !this.#isLeaseLost)
      this.#traffic.received(this.#journal.unfinished({ id: me.id, lid: me.lid ?? '' }), this.#me(), null)
  }

  #closed(code: number, message: string) {
    this.#parts.log.info({ code, reason: message }, 'socket closed')
    this.#socket = null
    this.#traffic.closed()
    this.#receiveUnfinished()
    this.#spread = 0.8 + 0.4 * Math.random()
    this.#dispatch({ kind: 'closed', code, message, at: Date.now() })
  }

  async #endSocket() {
    const open = this.#socket
    // First, so that its own `closed` is nobody's news.
    this.#socket = null
    this.#traffic.closed()
    open?.ev.flush()
    await open?.end(undefined)
  }

  async #finish() {
    this.#receiveUnfinished()
    const settled = Promise.all([this.#stopConsuming(), this.#traffic.settled(settleMs), this.#auth.settled()])
    await Promise.race([settled, delay(settleMs, undefined, { ref: false })])
  }

  async #settle() {
    clearTimeout(this.#retryTimer)
    const { log, releaseLease } = this.#parts
    // Whatever fails, the lease goes: kept without a session, it is a number that stands still.
    await this.#finish().catch((err: unknown) => log.error({ err }, 'ended with something left'))
    this.#over.abort()
    if (!this.#isLeaseLost) await this.#journal.flush().catch((err: unknown) => log.warn({ err }, 'journal kept'))
    if (!this.#isLeaseLost) await releaseLease().catch((err: unknown) => log.error({ err }, 'lease not released'))
    this.#end()
  }
}
