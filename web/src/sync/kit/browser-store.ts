// The device's plain IndexedDB: what must survive when the local Postgres is wiped. Tabs, worker and service worker open the same one.
// Invariant: no other file opens it, version changes only add stores, and a page or worker has one transaction at a time. In WebKit one that ends
// while one of its transactions waits for another of its own leaves both behind for good: nobody gets into the database any more (decision 0037).
import { createTurns } from 'db/kit/turns.ts'
import {
  openDB,
  type DBSchema,
  type IDBPDatabase,
  type IDBPTransaction,
  type IndexKey,
  type IndexNames,
  type StoreKey,
  type StoreNames,
  type StoreValue,
} from 'idb'
import type { ErrorCode } from 'db/kit/errors.ts'
import type { Attachment } from '../outbox/attachments.ts'
import type { OutboxEntry } from '../outbox/outbox.ts'
import type { OwedLogout } from '../session/owed-logouts.ts'
import type { Session } from '../session/session.ts'
import type { KeptAnswer, Snapshot } from '../queries/snapshot.ts'
import type { StorageKind } from '../local/storage.ts'

interface BrowserStore extends DBSchema {
  outbox: { key: number; value: OutboxEntry; indexes: { user: string } }
  session: { key: 'current'; value: Session }
  attachments: { key: [userId: string, hash: string]; value: Attachment }
  /** By user: what their screen last showed; by user and path: what the server last answered. */
  snapshots: { key: string; value: Snapshot | KeptAnswer }
  /** Facts about this device, by name. */
  device: { key: string; value: DeviceFact }
}

export type DeviceFact =
  | { kind: 'storage'; choice: StorageKind }
  /** A local database; `folder` has its files, or, in older ones, its name. */
  | { kind: 'database'; complete: boolean; folder?: string }
  | { kind: 'session-end'; code: ErrorCode }
  /** Logouts of people who left while the server could not be told. */
  | { kind: 'logouts'; owed: readonly OwedLogout[] }
  /** The local database did not open here, in ms since 1970. */
  | { kind: 'local-failed'; at: number }

type Name = StoreNames<BrowserStore>
export type Transaction<Mode extends IDBTransactionMode> = IDBPTransaction<BrowserStore, Name[], Mode>

let opening: Promise<IDBPDatabase<BrowserStore>> | undefined
let opened: IDBPDatabase<BrowserStore> | undefined
const serial = createTurns()

/** Each call is a transaction of its own, and resolves when that is done. */
export const browserStore = {
  get: <N extends Name>(store: N, key: StoreKey<BrowserStore, N>) =>
    transactOnce([store], 'readonly', (transaction) => transaction.objectStore(store).get(key)),

  getAll: <N extends Name>(store: N, range: IDBKeyRange) =>
    transactOnce([store], 'readonly', (transaction) => transaction.objectStore(store).getAll(range)),

  getAllFromIndex: <N extends Name, I extends IndexNames<BrowserStore, N>>(
    store: N,
    index: I,
    key: IndexKey<BrowserStore, N, I>,
  ) => transactOnce([store], 'readonly', (transaction) => transaction.objectStore(store).index(index).getAll(key)),

  count: (store: Name, range: IDBKeyRange) =>
    transactOnce([store], 'readonly', (transaction) => transaction.objectStore(store).count(range)),

  put: <N extends Name>(store: N, value: StoreValue<BrowserStore, N>, key: StoreKey<BrowserStore, N>) =>
    transactOnce([store], 'readwrite', (transaction) => transaction.objectStore(store).put(value, key)),

  delete: <N extends Name>(store: N, key: StoreKey<BrowserStore, N> | IDBKeyRange) =>
    transactOnce([store], 'readwrite', (transaction) => transaction.objectStore(store).delete(key)),
}

/**
 * As `transact`, of a job that asks all that it has to ask in its own turn. The browser would commit only when this thread has heard of the last answer,
 * which is tens of milliseconds while a screen is made: here it does so at once.
 */
export function transactOnce<Mode extends IDBTransactionMode, T>(
  stores: readonly Name[],
  mode: Mode,
  job: (transaction: Transaction<Mode>) => Promise<T>,
  options?: IDBTransactionOptions,
): Promise<T> {
  const askAndCommit = (transaction: Transaction<Mode>) => {
    const asked = job(transaction)
    transaction.commit()
    return asked
  }
  return transact(stores, mode, askAndCommit, options)
}

/**
 * `job` asks the transaction and waits for nothing else. Resolves when what it wrote is durable. Nothing before it, it begins in this very turn: what
 * somebody has just done is on its way to the disk while the screen that shows it is made.
 */
export function transact<Mode extends IDBTransactionMode, T>(
  stores: readonly Name[],
  mode: Mode,
  job: (transaction: Transaction<Mode>) => Promise<T>,
  options?: IDBTransactionOptions,
): Promise<T> {
  return serial(async () => {
    const transaction = (opened ?? (await open())).transaction([...stores], mode, options)
    const [result, done] = await Promise.allSettled([job(transaction), transaction.done])
    if (result.status === 'rejected') throw result.reason
    if (done.status === 'rejected') throw done.reason
    return result.value
  })
}

async function open(): Promise<IDBPDatabase<BrowserStore>> {
  opening ??= openDB<BrowserStore>('balcao', 3, {
    upgrade(store, version) {
      if (version < 1) {
        store.createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true }).createIndex('user', 'userId')
        store.createObjectStore('session')
        store.createObjectStore('device')
      }
      if (version < 2) store.createObjectStore('snapshots')
      if (version < 3) store.createObjectStore('attachments', { keyPath: ['userId', 'hash'] })
    },
    // The browser closed it (storage cleared, version change elsewhere): the next call opens it anew.
    terminated: forget,
    blocking: (_current, _blocked, event) => {
      forget()
      if (event.target instanceof IDBDatabase) event.target.close()
    },
  })
  const mine = opening
  try {
    const database = await mine
    if (opening === mine) opened = database
    return database
  } catch (error) {
    // A disk that is full now may not be so for the next call.
    if (opening === mine) forget()
    throw error
  }
}

function forget() {
  opening = undefined
  opened = undefined
}
