// Uploads that nobody went on with leave the disk a day after their last byte.
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'

const hour = 3_600_000
const keptFor = 24 * hour

/** Now and every hour; returns how to stop. */
export function keepUploadsSwept(folder: string, logger: Logger) {
  const sweep = () =>
    sweepUploads(folder, Date.now() - keptFor).catch((err: unknown) => logger.error({ err }, 'uploads not swept'))
  void sweep()
  const timer = setInterval(() => void sweep(), hour).unref()
  return () => clearInterval(timer)
}

/** Removes uploads whose last byte came before `before`, in milliseconds since the epoch. */
export async function sweepUploads(folder: string, before: number): Promise<void> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name))
  // Content and its description (.json) go together.
  for (const [upload, parts] of Map.groupBy(paths, (path) => path.replace(/\.json$/, ''))) {
    const times = await Promise.all(parts.map(lastChange))
    if (Math.max(...times) < before) for (const part of [upload, `${upload}.json`]) await rm(part, { force: true })
  }
}

/** ms since 1970; 0, long ago, for a file that is gone because its upload was finished meanwhile. */
async function lastChange(path: string) {
  try {
    return (await stat(path)).mtimeMs
  } catch {
    return 0
  }
}
