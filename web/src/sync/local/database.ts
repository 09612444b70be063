// Opening the local Postgres: storage choice, boot flags, the prebuilt data directory. Invariant: it is a disposable cache; whatever
// is wrong with it, deleting it costs a refetch and loses nothing. A failed opening may leave file handles open that only the
// worker's end closes, so the next attempt, which starts by deleting, belongs to a new worker (tab-link.ts).
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import databaseFiles from 'virtual:database-files'
import { bootFlags } from './boot-flags.ts'
import {
  completeFolder,
  databaseLock,
  deleteDatabase,
  markBroken,
  newFolder,
  noteDatabase,
  renameDatabase,
} from './databases.ts'
import { OpfsFiles } from './files/opfs-files.ts'
import { openOpfsHandles } from './files/opfs-handles.ts'
import { IdbFiles } from './idb-files.ts'
import { dataDirUrl, localDdl, schemaVersion } from './local-schema.ts'
import { chooseStorage, type StorageKind } from './storage.ts'

/** A wasm failure hangs instead of rejecting. A slow phone that makes its database for the first time takes long, and must not be given up. */
const openTimeoutMs = { first: 60_000, again: 15_000 }

// PGlite's own file: its package names no way to it.
const wasmUrl = new URL('../../../node_modules/@electric-sql/pglite/dist/pglite.wasm', import.meta.url)

/** Names the database that is nobody's yet: made while somebody types who they are, since making it takes longer than all else of a first login. */
const spareName = `spare-${schemaVersion}`

/** Opens the device's spare database and keeps it until `stopping` resolves. Without one (another tab has it, it does not open): undefined. */
export function openSpare(stopping: Promise<void>): Promise<PGlite | undefined> {
  const { promise, resolve } = Promise.withResolvers<PGlite | undefined>()
  const keep = async (lock: Lock | null) => {
    if (!lock) return resolve(undefined)
    resolve(await open(spareName))
    await stopping
  }
  navigator.locks.request(databaseLock(spareName), { ifAvailable: true }, keep).catch((error: unknown) => {
    console.warn('spare database', error)
    resolve(undefined)
  })
  return promise
}

/**
 * `spare`: becomes this one, if there is none of this name yet.
 * @throws Error when it does not open; the next attempt then makes it anew.
 */
export async function openDatabase(name: string, spare: PGlite | undefined): Promise<PGlite> {
  if (!spare) return open(name)
  if (await completeFolder(name)) {
    await spare.close()
    return open(name)
  }
  await deleteDatabase(name)
  await renameDatabase(spareName, name)
  return spare
}

async function open(name: string): Promise<PGlite> {
  const loading = loadRuntime()
  // Until it is awaited below nobody else hears of its failure.
  loading.catch(() => undefined)
  const storage = await chooseStorage()
  const found = await completeFolder(name)
  const folder = found ?? newFolder()
  if (!found) {
    // Half made by a start that did not get to its end, marked as broken, or taken by the browser.
    await deleteDatabase(name)
    await noteDatabase(name, folder, false)
  }
  try {
    const loadDataDir = found ? undefined : await fetchDataDir()
    // A device that has the database has its program too; another may have to fetch it over a slow line.
    const runtime = await (found ? withTimeout(loading, openTimeoutMs.again) : loading)
    const opening = create({ folder, storage, runtime, isFound: found !== undefined, loadDataDir })
    const pg = await withTimeout(opening, openTimeoutMs[found ? 'again' : 'first'])
    await installSchema(pg)
    if (!found) await noteDatabase(name, folder, true)
    return pg
  } catch (error) {
    await markBroken(name)
    throw error
  }
}

type Runtime = Required<Pick<PGliteOptions, 'pgliteWasmModule' | 'fsBundle'>>

/** Beside the rest, and by ourselves: what fails here fails at once, where PGlite would hang. @throws TypeError, WebAssembly.CompileError */
async function loadRuntime(): Promise<Runtime> {
  const [wasm, data] = await Promise.all([fetch(wasmUrl), fetch(databaseFiles)])
  if (!wasm.ok || !data.ok) throw new TypeError('the database program is not there')
  const [pgliteWasmModule, fsBundle] = await Promise.all([compile(wasm), data.blob()])
  return { pgliteWasmModule, fsBundle }
}

/** While it comes in; Firefox may never end that (decision 0037). */
async function compile(wasm: Response): Promise<WebAssembly.Module> {
  if (navigator.userAgent.includes('Gecko/')) return WebAssembly.compile(await wasm.arrayBuffer())
  return WebAssembly.compileStreaming(wasm)
}

interface CreateOptions {
  folder: string
  storage: StorageKind
  runtime: Runtime
  /** There are files already. */
  isFound: boolean
  loadDataDir: File | undefined
}

async function create({ folder, storage, runtime, isFound, loadDataDir }: CreateOptions): Promise<PGlite> {
  return PGlite.create({
    fs: storage === 'idb' ? new IdbFiles(folder) : new OpfsFiles(await openOpfsHandles(folder)),
    // What a crash may lose is fetched again, or is in the outbox.
    relaxedDurability: true,
    ...runtime,
    startParams: [...PGlite.defaultStartParams, ...bootFlags],
    ...(loadDataDir && { loadDataDir }),
    ...((isFound || loadDataDir) && { initdbWasmModule: noProgram() }),
  })
}

/** Where there are files nothing makes them, and what would is not fetched at each start. */
const noProgram = () => new WebAssembly.Module(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0))

/** A tenth of initdb's time. Without it (development, an old server) the database is made here. */
async function fetchDataDir(): Promise<File | undefined> {
  const response = await fetch(dataDirUrl(schemaVersion)).catch(() => undefined)
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

async function withTimeout<T>(opening: Promise<T>, ms: number): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('the local database did not open in time')), ms)
  try {
    return await Promise.race([opening, promise])
  } finally {
    clearTimeout(timer)
  }
}
