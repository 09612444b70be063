// Opening the local Postgres: storage choice, boot flags, the prebuilt data directory. Invariant: it is a disposable cache; whatever
// is wrong with it, deleting it costs a refetch and loses nothing. A failed opening may leave file handles open that only the
// worker's end closes, so the next attempt, which starts by deleting, belongs to a new worker (tab-link.ts).
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { bootFlags } from './boot-flags.ts'
import { browserStore } from './browser-store.ts'
import { deleteDatabase } from './delete-databases.ts'
import { localDdl } from './local-schema.ts'
import { OpfsFiles } from './opfs-files.ts'
import { chooseStorage, type StorageKind } from './storage.ts'

/** A wasm failure hangs instead of rejecting. A slow phone that makes its database for the first time takes long, and must not be given up. */
const openTimeoutMs = 60_000

/** Handles opened at first: files of the prebuilt directory, or of a whole initdb, with some to spare. The pool grows by itself. */
const poolSize = { prebuilt: 650, initdb: 1400 }

/** @throws Error when it does not open; the next attempt then makes it anew. */
export async function openDatabase(name: string, dataDirUrl: string): Promise<PGlite> {
  const storage = await chooseStorage()
  const store = await browserStore()
  const fact = await store.get('device', name)
  const complete = fact?.kind === 'database' && fact.complete
  // Half made by a start that did not get to its end, or marked as broken.
  if (!complete) await deleteDatabase(name)
  try {
    const pg = await withTimeout(create(name, storage, complete ? undefined : await fetchDataDir(dataDirUrl)))
    await installSchema(pg)
    if (!complete) await store.put('device', { kind: 'database', complete: true }, name)
    return pg
  } catch (error) {
    await store.delete('device', name)
    throw error
  }
}

function create(name: string, storage: StorageKind, loadDataDir: File | undefined): Promise<PGlite> {
  return PGlite.create({
    ...storageOptions(name, storage, loadDataDir !== undefined),
    startParams: [...PGlite.defaultStartParams, ...bootFlags],
    ...(loadDataDir && { loadDataDir }),
  })
}

function storageOptions(name: string, storage: StorageKind, prebuilt: boolean): PGliteOptions {
  // What a crash may lose is fetched again, or is in the outbox.
  if (storage === 'idb') return { dataDir: `idb://${name}`, relaxedDurability: true }
  const initialPoolSize = prebuilt ? poolSize.prebuilt : poolSize.initdb
  return { fs: new OpfsFiles(name, { initialPoolSize }), relaxedDurability: true }
}

/** A tenth of initdb's time. Without it (development, an old server) the database is made here. */
async function fetchDataDir(url: string): Promise<File | undefined> {
  const response = await fetch(url).catch(() => undefined)
  if (!response?.ok || response.headers.get('content-type')?.startsWith('text/html')) return undefined
  const bytes = new Uint8Array(await response.arrayBuffer())
  // Some servers declare .gz files as encoded; the browser has unpacked it then.
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b
  return new File([bytes], 'data.tar', { type: isGzip ? 'application/gzip' : 'application/x-tar' })
}

/** The prebuilt directory has it already. */
export async function installSchema(pg: PGlite): Promise<void> {
  const { rows } = await pg.query<{ installed: boolean }>(`select to_regclass('shape_state') is not null as installed`)
  if (!rows[0]?.installed) await pg.exec(`begin; ${localDdl} commit;`)
}

async function withTimeout(opening: Promise<PGlite>): Promise<PGlite> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('the local database did not open in time')), openTimeoutMs)
  try {
    return await Promise.race([opening, promise])
  } finally {
    clearTimeout(timer)
  }
}
