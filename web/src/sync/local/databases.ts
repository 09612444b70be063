// Which local databases this device has, where their files are, and how they are deleted: at logout, when one does not open, and those of
// older schemas and other users at boot. Invariant: a database is deleted only by who holds its lock, so never under a worker that has it
// open, and what has files has a name, so that who leaves takes them along.
import { deleteDB } from 'idb'
import { browserStore, transact } from '../kit/browser-store.ts'
import { whenReleased } from './files/opfs-handles.ts'

/** What the names of folders in OPFS begin with, and those of databases in IndexedDB after PGlite's own prefix. */
const prefix = 'balcao-'
const idbPrefix = '/pglite/'

/** Held by the leader for as long as it has the database open. */
export const databaseLock = (name: string) => `db:${name}`

export const newFolder = () => `${prefix}${crypto.randomUUID()}`

/** Where the files of a database are that was made to its end; the browser, or the person in its settings, may have taken them. */
export async function completeFolder(name: string): Promise<string | undefined> {
  const fact = await browserStore.get('device', name)
  if (fact?.kind !== 'database' || !fact.complete) return undefined
  const folder = fact.folder ?? name
  return (await folders()).has(folder) ? folder : undefined
}

/** `complete`: false before there are files, true when they are whole. */
export async function noteDatabase(name: string, folder: string, complete: boolean): Promise<void> {
  await browserStore.put('device', { kind: 'database', complete, folder }, name)
}

/** A whole one goes on under another name, whose own is gone. */
export async function renameDatabase(from: string, to: string): Promise<void> {
  await transact(['device'], 'readwrite', async (transaction) => {
    const device = transaction.objectStore('device')
    const fact = await device.get(from)
    if (fact) await device.put(fact, to)
    await device.delete(from)
  })
}

/** The next opening makes it anew. */
export async function markBroken(name: string): Promise<void> {
  await transact(['device'], 'readwrite', async (transaction) => {
    const device = transaction.objectStore('device')
    const fact = await device.get(name)
    if (fact?.kind === 'database') await device.put({ ...fact, complete: false }, name)
  })
}

/** Those that match, each as soon as nobody has it open. */
export async function deleteDatabases(matches: (name: string) => boolean): Promise<void> {
  for (const name of (await databaseNames()).filter(matches)) {
    await navigator.locks.request(databaseLock(name), () => deleteDatabase(name))
  }
}

/** All but `keep` that no worker has open. */
export async function sweepDatabases(keep: string): Promise<void> {
  for (const name of (await databaseNames()).filter((candidate) => candidate !== keep)) {
    await navigator.locks.request(databaseLock(name), { ifAvailable: true }, async (lock) => {
      if (lock) await deleteDatabase(name)
    })
  }
}

/** The caller holds its lock. */
export async function deleteDatabase(name: string): Promise<void> {
  const fact = await browserStore.get('device', name)
  const folder = (fact?.kind === 'database' && fact.folder) || name
  await deleteDB(idbPrefix + folder)
  await removeFolder(folder)
  await browserStore.delete('device', name)
}

/** Files that no name leads to are a database of that name. */
async function databaseNames(): Promise<string[]> {
  const [found, named] = [await folders(), await namedFolders()]
  const known = new Set(named.values())
  return [...named.keys(), ...[...found].filter((folder) => !known.has(folder))]
}

/** By the name of the database. */
function namedFolders(): Promise<Map<string, string>> {
  return transact(['device'], 'readonly', async (transaction) => {
    const named = new Map<string, string>()
    let cursor = await transaction.objectStore('device').openCursor()
    while (cursor) {
      const { key, value } = cursor
      if (value.kind === 'database') named.set(key, value.folder ?? key)
      cursor = await cursor.continue()
    }
    return named
  })
}

async function folders(): Promise<Set<string>> {
  const names = new Set<string>()
  for (const { name } of (await indexedDB.databases?.()) ?? []) {
    if (name?.startsWith(idbPrefix + prefix)) names.add(name.slice(idbPrefix.length))
  }
  const root = await opfsRoot()
  if (root) {
    for await (const name of root.keys()) if (name.startsWith(prefix)) names.add(name)
  }
  return names
}

async function removeFolder(name: string): Promise<void> {
  const root = await opfsRoot()
  if (!root) return
  try {
    await whenReleased(() => root.removeEntry(name, { recursive: true }))
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'NotFoundError')) throw error
  }
}

const opfsRoot = () => navigator.storage?.getDirectory?.().catch(() => undefined)
