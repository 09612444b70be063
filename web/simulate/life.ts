// The life of a tab. When it ends, nothing of the tab goes on: statements fail, so that Postgres rolls back what was open, and
// whatever waits on anything waits for ever. Invariant: no effect of a tab after its end.
import type { LocalPostgres, LocalTx } from '../src/sync/local/local-postgres.ts'
import type { UserOutbox } from '../src/sync/device-sync.ts'

class TabEnded extends Error {}

export interface Life {
  /** Aborted at its end. */
  signal: AbortSignal
  /** After so many further statements and outbox writes. */
  endAfter(operations: number): void
  end(): void
  /** One operation. @throws when it can't happen any more. */
  act<T>(operation: () => Promise<T>): Promise<T>
  /** The result; never when the life ended meanwhile. */
  outlive<T>(work: Promise<T>): Promise<T>
}

export function createLife(): Life {
  const ended = new AbortController()
  let left = Infinity
  const never = new Promise<never>(() => {})
  const assertAlive = () => {
    if (ended.signal.aborted) throw new TabEnded('the tab was closed')
  }
  return {
    signal: ended.signal,
    endAfter: (operations) => (left = operations),
    end: () => ended.abort(),
    async act(operation) {
      if (left-- <= 0) ended.abort()
      assertAlive()
      const result = await operation()
      assertAlive()
      return result
    },
    async outlive(work) {
      try {
        const result = await work
        return ended.signal.aborted ? await never : result
      } catch (error) {
        if (ended.signal.aborted) return never
        throw error
      }
    },
  }
}

export function mortalPostgres(pg: LocalPostgres, { act, outlive }: Life): LocalPostgres {
  const mortal = (tx: LocalTx): LocalTx => ({
    query: (...args) => act(() => tx.query(...args)),
    exec: (text) => act(() => tx.exec(text)),
  })
  return {
    query: (...args) => outlive(act(() => pg.query(...args))),
    exec: (text) => outlive(act(() => pg.exec(text))),
    transaction: (job) => outlive(pg.transaction((tx) => job(mortal(tx)))),
    close: () => pg.close(),
  }
}

export function mortalOutbox(outbox: UserOutbox, { act, outlive, signal }: Life): UserOutbox {
  const mortal = <T>(operation: () => Promise<T>) => outlive(act(operation))
  return {
    entries: () => mortal(() => outbox.entries()),
    find: (seq) => mortal(() => outbox.find(seq)),
    update: (changes) => mortal(() => outbox.update(changes)),
    remove: (seqs) => mortal(() => outbox.remove(seqs)),
    drop: (seqs) => mortal(() => outbox.drop(seqs)),
    onChange: (listener) => outbox.onChange((change) => !signal.aborted && listener(change)),
  }
}
