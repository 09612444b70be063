// PGlite's files in IndexedDB: what is written is one moment's state, and one transaction is open at a time. PGlite by itself compares what is stored with
// the files of a moment, and writes later, with the first transaction still open: a statement in between may tear it, and a worker that ends in between
// leaves a database in WebKit that nobody gets into any more (browser-store.ts).
import { createTurns } from 'db/kit/turns.ts'
import { IdbFs, type PGlite } from '@electric-sql/pglite'

interface Files {
  /** By path. */
  entries: Record<string, { timestamp: Date }>
}

interface StoredFiles extends Files {
  type: 'remote'
  db: IDBDatabase
}

interface Mount {
  mountpoint: string
}

type Callback<T> = (error: unknown, result?: T) => void

/** Emscripten's, with its names. */
interface IndexedDbFileSystem {
  DB_STORE_NAME: string
  getDB(name: string, callback: Callback<IDBDatabase>): void
  /** In this turn. */
  getLocalSet(mount: Mount, callback: Callback<Files>): void
  /** Reads the files of `from` in this turn, and writes those that are others into `to`. */
  reconcile(from: Files, to: Files, callback: Callback<void>): void
  syncfs(mount: Mount, populate: boolean, callback: Callback<void>): void
}

type Init = IdbFs['init']

export class IdbFiles extends IdbFs {
  readonly #serial = createTurns()
  #closed = false

  override async init(pg: PGlite, options: Parameters<Init>[1]): ReturnType<Init> {
    const { emscriptenOpts } = await super.init(pg, options)
    const preRun = [emscriptenOpts.preRun ?? []].flat()
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [({ IDBFS }) => syncInOneTurn(IDBFS), ...preRun] } }
  }

  override syncToFs(): Promise<void> {
    return this.#serial(async () => {
      if (!this.#closed) await super.syncToFs()
    })
  }

  /** What is under way gets to its end, and what it missed is stored. PGlite asks once more afterwards: the next one may have the database by then. */
  override async closeFs(): Promise<void> {
    await this.syncToFs()
    this.#closed = true
    await super.closeFs()
  }
}

function syncInOneTurn(type: object) {
  const files = type as IndexedDbFileSystem
  files.syncfs = (mount, populate, callback) =>
    files.getDB(mount.mountpoint, (noDatabase, db) => {
      if (!db) return callback(noDatabase)
      const sync = (stored: StoredFiles) =>
        files.getLocalSet(mount, (error, local) => {
          if (!local) return callback(error)
          files.reconcile(populate ? stored : local, populate ? local : stored, callback)
        })
      // oxlint-disable-next-line promise/no-callback-in-promise -- Emscripten's way of being told
      storedFiles(db, files.DB_STORE_NAME).then(sync).catch(callback)
    })
}

/** Resolves when its transaction is over. */
function storedFiles(db: IDBDatabase, store: string): Promise<StoredFiles> {
  const { promise, resolve, reject } = Promise.withResolvers<StoredFiles>()
  const entries: StoredFiles['entries'] = {}
  const transaction = db.transaction(store, 'readonly')
  const asked = transaction.objectStore(store).index('timestamp').openKeyCursor()
  asked.addEventListener('success', () => {
    const cursor = asked.result
    if (!cursor) return
    entries[String(cursor.primaryKey)] = { timestamp: cursor.key as Date }
    cursor.continue()
  })
  transaction.addEventListener('complete', () => resolve({ type: 'remote', db, entries }))
  transaction.addEventListener('abort', () => reject(transaction.error))
  return promise
}
