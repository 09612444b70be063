// One simulated device: a local database and an outbox that survive tabs, a session, a faulty network, and a leading tab that runs
// the real sync. When the leader dies another tab takes over at once. Invariant: as in a browser, the database belongs to the
// user and goes with the session; the outbox stays.
import type { PGlite } from '@electric-sql/pglite'
import { parseArgs } from 'db/kit/define-mutation.ts'
import { AppError } from 'db/kit/errors.ts'
import { newId } from 'db/kit/new-id.ts'
import { mutations } from 'db/mutations.ts'
import { randomFrom } from 'db/node/random.ts'
import { testPglite } from '../src/sync/local/test-pglite.ts'
import type { UserOutbox } from '../src/sync/device-sync.ts'
import type { OutboxEntry } from '../src/sync/outbox/outbox.ts'
import { heldEntries } from '../src/sync/outbox/sendable.ts'
import { argsFor } from './arguments/arguments.ts'
import { createDeviceOutbox } from './device-outbox.ts'
import { DeviceSession } from './device-session.ts'
import type { Manner } from './history.ts'
import { LawBroken } from './laws/law-broken.ts'
import { Screen, type ScreenOptions } from './screen.ts'
import { openTab, type Tab } from './tab.ts'
import { Network, type NetworkOptions } from './network.ts'
import { seenBy } from './rows.ts'
import { wishOf, type Wish } from './wish.ts'

export interface Login {
  email: string
  password: string
}

export interface DeviceOptions extends Omit<NetworkOptions, 'onCable'>, Pick<ScreenOptions, 'onPaint'> {
  /** Sync took these out of the outbox. */
  onLeft(database: PGlite, entries: readonly OutboxEntry[]): void
}

/** What the app did with a person's wish. */
export type Made = 'appended' | 'refused-at-once' | 'no-session'

export class Device {
  readonly name: string
  readonly outbox = createDeviceOutbox()
  readonly network: Network
  readonly screen: Screen
  private readonly onLeft: DeviceOptions['onLeft']
  /** Of its people; the first is whoever works here at first. */
  private readonly logins: readonly Login[]
  private readonly origin: string
  private login: Login
  private readonly databases = new Map<string, PGlite>()
  private session: DeviceSession | null = null
  private tab: Tab | null = null
  /** Entries that tabs asked the leader to run, not answered yet. */
  private readonly asked = new Map<string, OutboxEntry>()
  /** Entries whose tab has not asked yet. */
  private frozen: OutboxEntry[] = []
  private isEvicted = false
  private starts = 0
  skewHours = 0

  constructor(name: string, logins: readonly [Login, ...Login[]], options: DeviceOptions) {
    this.name = name
    this.logins = logins
    this.login = logins[0]
    this.origin = options.origin
    this.onLeft = options.onLeft
    this.network = new Network({ ...options, onCable: () => this.screen.hearNetwork() })
    this.screen = new Screen({
      outbox: this.outbox,
      isOnline: () => this.network.isOnline,
      onPaint: options.onPaint,
    })
  }

  get actor() {
    return this.session?.actor ?? null
  }

  get leader() {
    return this.tab?.sync ?? null
  }

  get hasOpenAsks() {
    return this.asked.size > 0
  }

  get database(): PGlite | null {
    return (this.session && this.databases.get(this.session.actor.userId)) ?? null
  }

  /** @throws TypeError when the network fails, AppError when the server refuses. */
  async logIn(as: Login = this.login) {
    await this.close()
    this.login = as
    const session: DeviceSession = await DeviceSession.open(
      {
        origin: this.origin,
        send: this.network.send,
        onChange: () => this.tab?.changeActor(),
        onEnd: () => this.session === session && void this.close(),
      },
      as.email,
      as.password,
    )
    this.session = session
    await this.lead()
  }

  /** Another person logs in; what the first one left stays in the outbox. */
  switchUser() {
    return this.logIn(this.others[0])
  }

  get others(): readonly Login[] {
    return this.logins.filter((login) => login !== this.login)
  }

  get currentLogin() {
    return this.login
  }

  expireToken() {
    this.session?.expireToken()
  }

  /** The leading tab dies; `evict`: the browser throws its database away. */
  killTab(statements: number, evict: boolean) {
    this.isEvicted ||= evict
    this.tab?.life.endAfter(statements)
  }

  /** No tab is going to die. */
  spareTab() {
    this.isEvicted = false
    this.tab?.life.endAfter(Infinity)
  }

  async mutate(named: string | undefined, draw: number, manner: Manner): Promise<Made> {
    const { session, database } = this
    if (!session || !database) return 'no-session'
    const { actor } = session
    const at = new Date(Date.now() + this.skewHours * 3_600_000)
    const wish = named === undefined ? wishOf(database, actor, at, draw) : namedWish(named, database, draw)
    const made = await wish.catch((error: unknown) => {
      // It went with its session, or with its tab.
      if (!database.closed) throw error
    })
    if (!made || this.session !== session) return 'no-session'
    const { name, args } = made
    if (manner !== 'old' && !isAccepted(name, args, actor)) return 'refused-at-once'
    const entry = this.append(actor, name, args, at)
    if (manner === 'frozen') this.frozen.push(entry)
    else if (manner !== 'lost') await this.ask(entry)
    return 'appended'
  }

  /** Somebody writes what the caller decided; null without a session. The outbox has it at once. */
  write(name: string, args: Record<string, unknown>): OutboxEntry | null {
    const { session } = this
    if (!session) return null
    const entry = this.append(session.actor, name, args, new Date())
    void this.ask(entry)
    return entry
  }

  private append({ userId, companyId }: DeviceSession['actor'], name: string, args: OutboxEntry['args'], at: Date) {
    return this.outbox.append({ userId, companyId, name, args, id: newId(), at, state: 'waiting' })
  }

  /** Frozen tabs ask now for what they wrote long ago. */
  async thaw() {
    const entries = this.frozen
    this.frozen = []
    for (const entry of entries) await this.ask(entry)
  }

  /** Runs `job` at a moment at which nothing changes the local copy. False when the tab ended before. */
  async inspect(job: (tab: Tab) => Promise<void>): Promise<boolean> {
    const { tab } = this
    return tab ? tab.inspect(job, () => this.outbox.touch()) : false
  }

  /** Ends all of it; what is durable stays until the world ends. */
  async close() {
    const { tab, session } = this
    this.tab = null
    this.session = null
    this.asked.clear()
    // Tabs of a user who is gone are refused.
    this.frozen = []
    tab?.life.end()
    if (!session) return
    this.screen.endSession()
    await this.dropDatabase(session.actor.userId)
  }

  /** Resolves when the leader ran it or died. */
  private async ask(entry: OutboxEntry) {
    this.asked.set(entry.id, entry)
    if (this.tab) await this.askTab(this.tab, entry)
  }

  private async askTab(tab: Tab, entry: OutboxEntry) {
    if (!(await tab.run(entry))) return
    this.asked.delete(entry.id)
    this.assertInOrder(tab)
  }

  private async lead() {
    const { session } = this
    if (!session) return
    const { userId } = session.actor
    const database = this.databases.get(userId) ?? (await testPglite('device'))
    if (this.session !== session) return database.close()
    this.databases.set(userId, database)
    const tab = openTab({
      database,
      outbox: this.watchedOutbox(userId, database),
      actor: () => session.actor,
      send: (path, init) => {
        if (path === '/api/mutations' && !init.signal?.aborted) this.assertSendable(init, userId)
        return session.send(path, init)
      },
      // In a browser it takes seconds, in which the server has answered. Here it may be there first, every other time.
      opening: this.starts++ % 2 === 0 ? () => this.screen.whenAnswered() : null,
      onStatus: (status) => this.tab === tab && this.screen.hearStatus(status),
    })
    this.tab = tab
    this.screen.open(tab, session)
    tab.life.signal.addEventListener('abort', () => void this.takeOver(tab))
    for (const entry of this.asked.values()) void this.askTab(tab, entry)
  }

  /** Another tab of this device gets the lock. */
  private async takeOver(dead: Tab) {
    if (this.tab !== dead || !this.session) return
    this.screen.close(this.session.actor.userId)
    if (this.isEvicted) await this.dropDatabase(this.session.actor.userId)
    this.isEvicted = false
    if (this.tab === dead) await this.lead()
  }

  private async dropDatabase(userId: string) {
    const database = this.databases.get(userId)
    this.databases.delete(userId)
    this.screen.forget(userId)
    await database?.close().catch(() => undefined)
  }

  private watchedOutbox(userId: string, database: PGlite): UserOutbox {
    const outbox = this.outbox.forUser(userId)
    const remove = async (seqs: readonly number[]) => {
      // A refused one was not shown, and leaves as soon as the log names it.
      const shown = this.outbox.of(userId).filter(({ seq, state }) => seqs.includes(seq) && state !== 'refused')
      await outbox.remove(seqs)
      this.onLeft(database, shown)
    }
    return { ...outbox, remove }
  }

  /** Of tabs that ask late too: the outbox's order is the one in which the server will run them. */
  private assertInOrder(tab: Tab) {
    const pending = tab.sync?.pending() ?? []
    const early = pending.find(({ seq }, index) => seq < (pending[index - 1]?.seq ?? 0))
    if (early)
      this.broken = new LawBroken("what is pending runs in the outbox's order", `${this.name} ran ${early.id} late`)
  }

  private assertSendable(init: RequestInit, userId: string) {
    const { mutations: calls } = JSON.parse(String(init.body)) as { mutations: { id: string }[] }
    const foreign = calls.find(({ id }) => this.outbox.remembered.get(id)?.entry.userId !== userId)
    if (foreign) this.broken = new LawBroken('own entries', `${this.name} pushed ${foreign.id} of another user`)
    const held = heldEntries(this.outbox.of(userId))
    const early = calls.find(({ id }) => held.has(id))
    if (early) this.broken = new LawBroken('what is held back waits', `${this.name} pushed ${early.id}`)
  }

  /** Found where nobody could be told. */
  broken: LawBroken | null = null
}

/** Of a history that says which. */
async function namedWish(name: string, database: PGlite, draw: number): Promise<Wish> {
  return { name, args: argsFor(name, await seenBy(database), randomFrom(draw)) }
}

/** What client.ts checks before it appends. */
function isAccepted(name: string, args: unknown, actor: DeviceSession['actor']): boolean {
  const mutation = mutations.get(name)
  if (!mutation?.can(actor)) return false
  try {
    parseArgs(mutation.args, args)
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}
