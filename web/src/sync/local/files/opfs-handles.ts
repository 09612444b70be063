// The files of a database in its folder of OPFS. Runs in a worker, where sync access handles exist.
import type { OpfsHandles } from './opfs-files.ts'

const attempts = 10

/** Made when they are not there. */
export async function openOpfsHandles(folder: string): Promise<OpfsHandles> {
  const root = await navigator.storage.getDirectory()
  const directory = await root.getDirectoryHandle(folder, { create: true })
  const open = async (name: string) => {
    const file = await directory.getFileHandle(name, { create: true })
    return whenReleased(() => file.createSyncAccessHandle())
  }
  const [blocks, first, second] = await Promise.all([open('blocks'), open('journal-0'), open('journal-1')])
  return { blocks, journal: [first, second] }
}

/** Handles of a worker that just ended are released a moment after its locks. */
export async function whenReleased<T>(use: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await use()
    } catch (error) {
      if (attempt === attempts || !isHeld(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, 50 * attempt))
    }
  }
}

const isHeld = (error: unknown) =>
  error instanceof DOMException && ['NoModificationAllowedError', 'InvalidStateError'].includes(error.name)
