// Live queries of all tabs, in the leader: after each commit those that mention a changed table run again, and a result goes out
// only when it differs from the last. Invariant: a subscriber's last result is that of some committed state, and never stays
// behind the newest one.
import type { AskedQuery } from './asked-query.ts'
import { everything, unheard, type Standing } from './painting.ts'
import type { LocalPostgres } from '../local/local-postgres.ts'
import type { ResultRow } from '../tabs/protocol.ts'
import { mentionsAny, tablesIn } from './sql-tables.ts'

interface Subscription {
  query: AskedQuery
  tables: ReadonlySet<string>
  dirty: boolean
  /** The last result as text. */
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

export interface LiveQueries {
  /** Replaces a subscription with the same key. */
  add(key: string, subscription: Pick<Subscription, 'query' | 'onRows' | 'onError'>): void
  remove(matches: (key: string) => boolean): void
  changed(tables: ReadonlySet<string>): void
  /** The copy is newer, whether or not rows changed. */
  reached(): void
  /** Resolves once everybody has been told what changed until now. */
  told(): Promise<void>
}

/** Who waits for `told`, and the subscriptions whose results are still to come. */
interface Waiter {
  due: Set<Subscription>
  resolve(): void
}

/** `read` asks the local Postgres, or the server; `standing` says what rows of these tables are worth that are read from now on. */
export function createLiveQueries(
  read: (query: AskedQuery) => Promise<readonly ResultRow[]>,
  standing: (tables: ReadonlySet<string>) => Standing = () => everything,
): LiveQueries {
  const subscriptions = new Map<string, Subscription>()
  let waiters: readonly Waiter[] = []
  let running = false

  /** Changes that come while it runs mark again what they touch, so a burst costs two rounds and not one each. */
  async function refresh() {
    if (running) return
    running = true
    await Promise.resolve()
    for (let due = dirty(); due !== undefined; due = dirty()) {
      due.dirty = false
      // Who comes while it is read waits for the next time.
      const waiting = waiters.filter((waiter) => waiter.due.has(due))
      await send(due)
      done(due, waiting)
    }
    running = false
  }

  function done(subscription: Subscription, waiting: readonly Waiter[]) {
    for (const { due } of waiting) due.delete(subscription)
    for (const { due, resolve } of waiters) if (due.size === 0) resolve()
    waiters = waiters.filter(({ due }) => due.size > 0)
  }

  /** What somebody has just opened, before what they see already. */
  const dirty = () => {
    const due = [...subscriptions.values()].filter((subscription) => subscription.dirty)
    return due.find(({ sent }) => sent === undefined) ?? due[0]
  }

  async function send(subscription: Subscription) {
    try {
      const upTo = standing(subscription.tables)
      const rows = await read(subscription.query)
      const [text, kind] = [JSON.stringify(rows), kindOf(upTo)]
      if (text === subscription.sent && kind === subscription.kind) return
      subscription.sent = text
      subscription.kind = kind
      subscription.onRows(rows, upTo)
    } catch (error) {
      subscription.onError(error)
    }
  }

  function forget(key: string) {
    const gone = subscriptions.get(key)
    subscriptions.delete(key)
    if (gone) done(gone, waiters)
  }

  return {
    add(key, subscription) {
      const tables = tablesIn(subscription.query.text)
      forget(key)
      subscriptions.set(key, { ...subscription, tables, dirty: true, sent: undefined, kind: undefined })
      void refresh()
    },
    remove(matches) {
      for (const key of subscriptions.keys()) if (matches(key)) forget(key)
    },
    changed(tables) {
      for (const subscription of subscriptions.values()) {
        if (mentionsAny(subscription.tables, tables)) subscription.dirty = true
      }
      void refresh()
    },
    reached() {
      for (const subscription of subscriptions.values()) {
        const { kind, tables } = subscription
        if (kind !== undefined && kind !== 'current' && kind !== kindOf(standing(tables))) subscription.dirty = true
      }
      void refresh()
    },
    told() {
      const due = new Set([...subscriptions.values()].filter((subscription) => subscription.dirty))
      if (due.size === 0) return Promise.resolve()
      const { promise, resolve } = Promise.withResolvers<void>()
      waiters = [...waiters, { due, resolve }]
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
