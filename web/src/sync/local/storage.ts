// Which of the browser's stores holds the local database. Asked once per device and remembered: switching silently would
// refetch everything. Runs in the worker, where sync access handles exist.
import { browserStore } from '../kit/browser-store.ts'

/** Where PGlite keeps its files: OPFS by sync access handles, or IndexedDB as whole files in memory. */
export type StorageKind = 'opfs' | 'idb'

export async function chooseStorage(): Promise<StorageKind> {
  const fact = await browserStore.get('device', 'storage')
  if (fact?.kind === 'storage') return fact.choice
  const choice = !isWebKit() && (await canUseOpfs()) ? 'opfs' : 'idb'
  await browserStore.put('device', { kind: 'storage', choice }, 'storage')
  return choice
}

/** Safari allowed too few open handles for a file each; with one for all it was not tried (decision 0100). */
function isWebKit(): boolean {
  return /AppleWebKit/.test(navigator.userAgent) && !/Chrom(e|ium)/.test(navigator.userAgent)
}

/** The interface may exist and still be refused (private windows), so it is tried. */
async function canUseOpfs(): Promise<boolean> {
  const probe = `probe-${crypto.randomUUID()}`
  try {
    const root = await navigator.storage.getDirectory()
    const file = await root.getFileHandle(probe, { create: true })
    const handle = await file.createSyncAccessHandle()
    handle.close()
    await root.removeEntry(probe)
    return true
  } catch {
    return false
  }
}
