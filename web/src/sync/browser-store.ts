// The device's plain IndexedDB: what must survive when the local Postgres is wiped. Tabs, worker and service worker open the same one.
// Invariant: no other file opens it, and version changes only add stores.
import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import type { ErrorCode } from 'db/kit/errors.ts'
import type { Attachment } from './attachments.ts'
import type { OutboxEntry } from './outbox.ts'
import type { OwedLogout } from './owed-logouts.ts'
import type { Session } from './session.ts'
import type { Snapshot } from './snapshot.ts'
import type { StorageKind } from './storage.ts'

interface BrowserStore extends DBSchema {
  outbox: { key: number; value: OutboxEntry; indexes: { user: string } }
  session: { key: 'current'; value: Session }
  attachments: { key: [userId: string, hash: string]; value: Attachment }
  /** By user: what their screen last showed. */
  snapshots: { key: string; value: Snapshot }
  /** Facts about this device, by name. */
  device: { key: string; value: DeviceFact }
}

export type DeviceFact =
  | { kind: 'storage'; choice: StorageKind }
  | { kind: 'database'; complete: boolean }
  | { kind: 'session-end'; code: ErrorCode }
  /** Of people who left while the server could not be told. */
  | { kind: 'logouts'; owed: readonly OwedLogout[] }
  /** The local database did not open here, in ms since 1970. */
  | { kind: 'local-failed'; at: number }

let opened: Promise<IDBPDatabase<BrowserStore>> | undefined

export function browserStore(): Promise<IDBPDatabase<BrowserStore>> {
  opened ??= openDB<BrowserStore>('balcao', 3, {
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
    terminated: () => (opened = undefined),
    blocking: (_current, _blocked, event) => {
      opened = undefined
      if (event.target instanceof IDBDatabase) event.target.close()
    },
  })
  return opened
}
