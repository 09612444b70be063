// What a person looks at on a device: a page with a few of the app's queries, which run in two places as in the app and with its code. The
// page goes on when the session ends and the next one begins, and is gone with its tab; what it showed is kept for the next one to paint.
// Of a browser only what lies between page, worker and leader is imitated: messages arrive at once.
import { allContacts } from 'db/contacts/queries.ts'
import { queryKey, type QueryCall } from 'db/kit/define-query.ts'
import type { UserActor } from 'db/kit/actor.ts'
import { messagesOf } from 'db/messages/queries.ts'
import { headOf, ticketCounts } from 'db/tickets/list-queries.ts'
import { createAskServer } from '../src/sync/queries/ask-server.ts'
import type { Painter } from '../src/sync/queries/painting.ts'
import { createQueryStores } from '../src/sync/queries/query-stores.ts'
import type { LiveStore, StoreParts } from '../src/sync/queries/query-store.ts'
import type { OutboxEntry } from '../src/sync/outbox/outbox.ts'
import type { Send } from '../src/sync/pull/transport.ts'
import type { ResultRow } from '../src/sync/tabs/protocol.ts'
import { initialStatus, isCut, type LeaderStatus } from '../src/sync/tabs/status.ts'
import type { DeviceOutbox } from './device-outbox.ts'
import type { Tab } from './tab.ts'

/** What was on the screen from then on, of one query. */
export interface Paint {
  query: QueryCall
  actor: UserActor
  rows: readonly ResultRow[]
  by: Painter
  whole: boolean
  /** Log position at or past all that the server had said by then; 0 before its first answer. */
  lsn: bigint
  /** The server was in reach, as far as the page knew. */
  isReachable: boolean
  /** What the person had in the outbox, without what was refused. */
  pending: readonly OutboxEntry[]
}

export interface ScreenOptions {
  outbox: DeviceOutbox
  isOnline(): boolean
  /** `before`: what it took the place of. */
  onPaint(paint: Paint, before: Paint | undefined): void
}

interface Session {
  readonly actor: UserActor
  send: Send
}

/** Query key → rows. */
type Results = ReadonlyMap<string, readonly ResultRow[]>

export class Screen {
  private readonly options: ScreenOptions
  /** By user. */
  private readonly kept = new Map<string, Results>()
  private page: Page | null = null

  constructor(options: ScreenOptions) {
    this.options = options
  }

  /** In the order in which they were opened; none while nobody works here. */
  paints(): readonly Paint[] {
    return this.page?.paints() ?? []
  }

  /** A tab of the session leads; the page that is there, or a new one, shows what the person works with. */
  open(tab: Tab, session: Session) {
    this.page ??= openPage(this.options, this.kept.get(session.actor.userId))
    this.page.open(tab, session)
  }

  /** Resolves when the page waits for no answer of the server. */
  async whenAnswered() {
    await this.page?.whenAnswered()
  }

  hearStatus(status: LeaderStatus) {
    this.page?.hearStatus(status)
  }

  /** The cable was pulled, or is there again. */
  hearNetwork() {
    this.page?.hearNetwork()
  }

  /** Somebody may come next on the same page. */
  endSession() {
    this.page?.endSession()
  }

  /** The tab is gone. */
  close(userId: string) {
    if (this.page) this.kept.set(userId, this.page.close())
    this.page = null
  }

  /** What is kept of a user goes with their database. */
  forget(userId: string) {
    this.kept.delete(userId)
  }
}

interface Following {
  query: QueryCall
  onRows: Parameters<StoreParts['subscribe']>[1]
  end(): void
}

type Page = ReturnType<typeof openPage>

function openPage({ outbox, isOnline, onPaint }: ScreenOptions, kept: Results | undefined) {
  const closed = new AbortController()
  const following = new Set<Following>()
  const statusListeners = new Set<() => void>()
  const sessionEnds: (() => void)[] = []
  let snapshot = kept
  let status = initialStatus
  let session: Session | null = null
  let tab: Tab | null = null

  const askServer = createAskServer({
    send: async (path, init) => {
      if (!session) throw new TypeError('no session')
      return session.send(path, init)
    },
    userId: () => session?.actor.userId,
    signal: () => closed.signal,
  })
  const questions = new Set<Promise<unknown>>()
  /** Query key → log position of the last answer. */
  const heardUpTo = new Map<string, bigint>()

  const entries = () => (session ? outbox.of(session.actor.userId) : [])
  const isAlive = () => !closed.signal.aborted
  const statusNow = () => ({ ...status, network: isOnline() ? ('online' as const) : ('offline' as const) })
  const tellStatus = () => statusListeners.forEach((listener) => listener())
  const stores = createQueryStores({
    // As tab-link.ts does: the next leader is asked what the last one was.
    subscribe(query, onRows, onError) {
      const one: Following = { query, onRows, end: tab?.watch(query, onRows, onError) ?? (() => undefined) }
      following.add(one)
      return () => {
        following.delete(one)
        one.end()
      }
    },
    askServer(query) {
      const question = askServer(query)
      question.then(
        ({ lsn }) => heardUpTo.set(queryKey(query), lsn),
        () => undefined,
      )
      questions.add(question)
      return question.finally(() => questions.delete(question))
    },
    lastRows: (key) => snapshot?.get(key),
    endSnapshot: () => (snapshot = undefined),
    status: {
      get: statusNow,
      subscribe(listener) {
        statusListeners.add(listener)
        return () => statusListeners.delete(listener)
      },
    },
    onOutboxChange: (listener) => closed.signal.addEventListener('abort', outbox.onChange(listener)),
    isLooked: isAlive,
    hasSession: () => session !== null,
    isWaiting: () => entries().some(({ state }) => state === 'waiting'),
    onSessionEnd: (listener) => sessionEnds.push(listener),
  })
  /** Query key → what is mounted. */
  const shown = new Map<string, { paint: Paint; end(): void }>()

  /** As a component that renders. */
  function mount(query: QueryCall, onRows: (rows: readonly ResultRow[]) => void = () => undefined) {
    const key = queryKey(query)
    if (shown.has(key) || !session) return
    const { actor } = session
    const store = stores.liveStore(query)
    const look = (before?: Paint) => paintOf(query, actor, store, before)
    let paint = look()
    const show = () => {
      const next = look(paint)
      if (next === paint) return
      const before = paint
      paint = next
      shown.set(key, { paint, end })
      onPaint(paint, before)
      if (paint.rows !== before.rows) onRows(paint.rows)
    }
    const ends = [store.subscribe(show), stores.serverPaints.subscribe(show)]
    const end = () => ends.forEach((one) => one())
    shown.set(key, { paint, end })
    onPaint(paint, undefined)
    onRows(paint.rows)
  }

  function paintOf(query: QueryCall, actor: UserActor, store: LiveStore, before: Paint | undefined): Paint {
    const [{ rows, whole }, by] = [store.get(), store.painter()]
    if (before?.rows === rows && before.whole === whole && before.by === by) return before
    const pending = entries().filter(({ state }) => state !== 'refused')
    const lsn = heardUpTo.get(queryKey(query)) ?? 0n
    return { query, actor, rows, by, whole, lsn, isReachable: !isCut(statusNow()), pending }
  }

  /** The first that has any stays open. */
  const openConversation = (rows: readonly ResultRow[]) => {
    const [first] = rows.map(({ id }) => String(id)).toSorted()
    const isOpen = [...shown.values()].some(({ paint }) => paint.query.name === messagesOf.definition.name)
    if (first !== undefined && !isOpen && isAlive())
      mount(messagesOf({ ticketId: first, floor: null, ceiling: null, limit: 40 }))
  }

  function unmount() {
    for (const { end } of shown.values()) end()
    shown.clear()
  }

  return {
    whenAnswered: () => Promise.allSettled(questions),
    paints: () => [...shown.values()].map(({ paint }) => paint),
    hearStatus(now: LeaderStatus) {
      status = now
      tellStatus()
    },
    hearNetwork: tellStatus,
    open(leading: Tab, of: Session) {
      ;[tab, session, status] = [leading, of, initialStatus]
      for (const one of following) one.end = leading.watch(one.query, one.onRows, () => undefined)
      const { userId } = of.actor
      for (const list of ['open', 'pending'] as const)
        mount(headOf({ tab: list, userId, queueIds: null, limit: 120 }), (rows) =>
          queueMicrotask(() => openConversation(rows)),
        )
      mount(ticketCounts({ userId, queueIds: null }))
      mount(allContacts())
    },
    endSession() {
      session = null
      for (const listener of sessionEnds) listener()
      unmount()
      status = initialStatus
      tellStatus()
    },
    /** Nothing of it goes on. Returns what it leaves for the next start. */
    close(): Results {
      closed.abort()
      const results = stores.shownResults()
      unmount()
      return results
    },
  }
}
