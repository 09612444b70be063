// Deleting local databases: at logout, when one does not open, and the orphans of older schemas and other users at boot.
// Invariant: a database is deleted only by who holds its lock, so never under a worker that has it open.
import { deleteDB } from 'idb'
import { browserStore } from '../kit/browser-store.ts'

const prefix = 'balcao-'
/** PGlite's prefix for databases in IndexedDB. */
const idbPrefix = '/pglite/'
const attempts = 10

/** Held by the leader for as long as it has the database open. */
export const databaseLock = (name: string) => `db:${name}`

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
  await browserStore.delete('device', name)
  await deleteDB(idbPrefix + name)
  await removeFolder(name)
}

/** The browser may have taken it, or the person in its settings. */
export async function hasDatabase(name: string): Promise<boolean> {
  return (await databaseNames()).includes(name)
}

async function databaseNames(): Promise<string[]> {
  const names = new Set<string>()
  for (const { name } of (await indexedDB.databases?.()) ?? []) {
    if (name?.startsWith(idbPrefix + prefix)) names.add(name.slice(idbPrefix.length))
  }
  const root = await opfsRoot()
  if (root) {
    for await (const name of root.keys()) if (name.startsWith(prefix)) names.add(name)
  }
  return [...names]
}

/** Handles of a worker that just ended are released a moment later. */
async function removeFolder(name: string): Promise<void> {
  const root = await opfsRoot()
  if (!root) return
  for (let attempt = 1; attempt <= attempts; attempt++) {
    try {
      return await root.removeEntry(name, { recursive: true })
    } catch (error) {
      if (error instanceof DOMException && error.name === 'NotFoundError') return
      if (attempt === attempts) throw error
      await new Promise((resolve) => setTimeout(resolve, 50 * attempt))
    }
  }
}

const opfsRoot = () => navigator.storage?.getDirectory?.().catch(() => undefined)
