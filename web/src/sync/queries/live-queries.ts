// Live queries of all tabs, in the leader: after each commit those that mention what changed run again, and a result goes out
// only when it differs from the last. Invariant: a subscriber's last result is that of some committed state, and never stays
// behind the newest one.
import { macrotask } from '../kit/macrotask.ts'
import type { AskedQuery } from './asked-query.ts'
import { together, type Changes } from './changes.ts'
import { changedRows, withPart, type Page } from './page-part.ts'
import { everything, unheard, type Standing } from './painting.ts'
import type { LocalPostgres } from '../local/local-postgres.ts'
import type { ResultRow } from '../tabs/protocol.ts'
import { mentionsIn, touching, type Mentions } from './sql-tables.ts'

interface Subscription {
  query: AskedQuery
  mentions: Mentions
  /** The first change that no result knows of: of the next read, and of the one that is under way. */
  dirtySince: number | undefined
  readingSince: number | undefined
  /** What changed since; undefined: anything. */
  due: Changes | undefined
  page: Page | undefined
  /** The last result, and as text. */
  rows: readonly ResultRow[] | undefined
  sent: string | undefined
  /** What was said of it. */
  kind: Kind | undefined
  /** `upTo`: what the rows are worth. */
  onRows(rows: readonly ResultRow[], upTo: Standing): void
  onError(error: unknown): void
}

/** Told anew when it is another, though the rows be the same. */
type Kind = 'part' | 'unheard' | 'current'
const kindOf = (upTo: Standing): Kind => (upTo === null ? 'part' : upTo === unheard ? 'unheard' : 'current')

function lesser(one: Standing, other: Standing): Standing {
  if (one === null || other === null) return null
  return one < other ? one : other
}

export interface LiveQueries {
  /** Replaces a subscription with the same key. */
  add(key: string, subscription: Pick<Subscription, 'query' | 'onRows' | 'onError'>): void
  remove(matches: (key: string) => boolean): void
  changed(changes: Changes): void
  /** The copy is newer, whether or not rows changed. */
  reached(): void
  /** Resolves once everybody has been told what changed until now. */
  told(): Promise<void>
}

/** Nothing is due for more changes than these while others come first. */
const patience = 8

/** Who waits until changes up to `change` are told. */
interface Waiter {
  change: number
  resolve(): void
}

/**
 * `read` asks the local Postgres, or the server; `standing` says what rows of these tables are worth that are read from now on, and `pageIn` what
 * of a query `read` can ask for alone.
 */
export function createLiveQueries(
  read: (query: AskedQuery) => Promise<readonly ResultRow[]>,
  standing: (tables: ReadonlySet<string>) => Standing = () => everything,
  pageIn: (query: AskedQuery) => Page | undefined = () => undefined,
): LiveQueries {
  const subscriptions = new Map<string, Subscription>()
  let waiters: readonly Waiter[] = []
  let change = 0
  let running = false

  /**
   * Changes that come while it runs mark again what they touch, so a burst costs two rounds and not one each. Between two queries what waits in
   * this thread has its turn: a message that has come, or been written, waits for one query and not for all.
   */
  async function refresh() {
    if (running) return
    running = true
    await Promise.resolve()
    for (let due = dirty(); due !== undefined; due = dirty()) {
      due.readingSince = due.dirtySince
      due.dirtySince = undefined
      await send(due)
      due.readingSince = undefined
      answerWaiters()
      if (dirty()) await macrotask()
    }
    running = false
  }

  const owes = ({ dirtySince, readingSince }: Subscription, upTo: number) =>
    [dirtySince, readingSince].some((since) => since !== undefined && since <= upTo)
  const isTold = (upTo: number) => ![...subscriptions.values()].some((subscription) => owes(subscription, upTo))

  function answerWaiters() {
    const answered = waiters.filter((waiter) => isTold(waiter.change))
    waiters = waiters.filter((waiter) => !answered.includes(waiter))
    for (const { resolve } of answered) resolve()
  }

  /**
   * What somebody has just opened, before what they see already; of that the newest, because what was opened last is what is looked at: the
   * conversation before the list, the list before the bar. What has been due for long comes first, so that a stream of changes keeps nobody waiting.
   */
  const dirty = () => {
    const due = [...subscriptions.values()].filter(({ dirtySince }) => dirtySince !== undefined)
    const longest = Math.min(...due.map(({ dirtySince = Infinity }) => dirtySince))
    const first = change - longest < patience ? due : due.filter(({ dirtySince }) => dirtySince === longest)
    return due.find(({ sent }) => sent === undefined) ?? first.at(-1)
  }

  /** Of a page, what changed is asked for alone, where that is known and enough. */
  async function rowsNow({ query, page, rows }: Subscription, due: Changes | undefined) {
    const ids = page && rows && due && changedRows(page, due)
    const renewed = ids && withPart(rows, await read(page.of(ids)), ids, page.order)
    return renewed ?? read(query)
  }

  async function send(subscription: Subscription) {
    const { due } = subscription
    subscription.due = new Map()
    try {
      const { tables } = subscription.mentions
      const before = standing(tables)
      const rows = await rowsNow(subscription, due)
      subscription.rows = subscription.page && rows
      // Newer than they were before it they are not, and something pending may hide them since.
      const upTo = lesser(before, standing(tables))
      const [text, kind] = [JSON.stringify(rows), kindOf(upTo)]
      if (text === subscription.sent && kind === subscription.kind) return
      subscription.sent = text
      subscription.kind = kind
      subscription.onRows(rows, upTo)
    } catch (error) {
      // What had changed is forgotten.
      subscription.due = undefined
      subscription.onError(error)
    }
  }

  const mark = (subscription: Subscription) => (subscription.dirtySince ??= change)

  return {
    add(key, subscription) {
      const mentions = mentionsIn(subscription.query.text)
      const nothingYet = { readingSince: undefined, due: undefined, rows: undefined, sent: undefined, kind: undefined }
      const page = pageIn(subscription.query)
      subscriptions.set(key, { ...subscription, ...nothingYet, mentions, page, dirtySince: ++change })
      void refresh()
    },
    remove(matches) {
      for (const key of subscriptions.keys()) if (matches(key)) subscriptions.delete(key)
      answerWaiters()
    },
    changed(changes) {
      change++
      for (const subscription of subscriptions.values()) {
        const due = touching(subscription.mentions, changes)
        if (due.size === 0) continue
        subscription.due &&= together(subscription.due, due)
        mark(subscription)
      }
      void refresh()
    },
    reached() {
      change++
      for (const subscription of subscriptions.values()) {
        const { kind, mentions } = subscription
        if (kind !== undefined && kind !== 'current' && kind !== kindOf(standing(mentions.tables))) mark(subscription)
      }
      void refresh()
    },
    told() {
      const { promise, resolve } = Promise.withResolvers<void>()
      waiters = [...waiters, { change, resolve }]
      answerWaiters()
      return promise
    },
  }
}

/** Columns in camelCase. */
export async function selectRows(
  pg: Pick<LocalPostgres, 'query'>,
  text: string,
  params: readonly unknown[],
): Promise<readonly ResultRow[]> {
  const result = await pg.query<unknown[]>(text, [...params], { rowMode: 'array' })
  const names = result.fields.map((field) => camelCase(field.name))
  return result.rows.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index]])))
}

export function camelCase(name: string): string {
  return name.replaceAll(/(?<=[a-z0-9])_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}
