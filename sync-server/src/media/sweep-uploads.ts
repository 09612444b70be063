// Unfinished uploads on disk: what a company's announce counts against its quota, and one without progress for an hour is deleted.
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import * as v from 'valibot'

const minute = 60_000
const keptFor = 60 * minute

/** As tus describes an upload beside its content. */
const description = v.object({ size: v.number(), metadata: v.object({ userId: v.optional(v.string()) }) })

export interface UnfinishedUpload {
  /** Bytes that were announced. */
  size: number
  /** Undefined: an earlier version began it. */
  userId: string | undefined
}

/** Those in a company's folder. */
export async function unfinishedUploads(folder: string): Promise<UnfinishedUpload[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json'))
  const uploads = await Promise.all(names.map((name) => described(join(folder, name))))
  return uploads.filter((upload) => upload !== null)
}

/** Null of one that was finished meanwhile, or is only just being described. */
async function described(path: string): Promise<UnfinishedUpload | null> {
  try {
    const { size, metadata } = v.parse(description, JSON.parse(await readFile(path, 'utf8')))
    return { size, userId: metadata.userId }
  } catch {
    return null
  }
}

/** Now and every ten minutes; returns how to stop. */
export function keepUploadsSwept(folder: string, logger: Logger) {
  const sweep = () =>
    sweepUploads(folder, Date.now()).catch((err: unknown) => logger.error({ err }, 'uploads not swept'))
  void sweep()
  const timer = setInterval(() => void sweep(), 10 * minute).unref()
  return () => clearInterval(timer)
}

/** Removes uploads that had no new byte for an hour before `now`, in milliseconds since the epoch. */
export async function sweepUploads(folder: string, now: number): Promise<void> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name))
  // Content and its description (.json) go together.
  for (const [upload, parts] of Map.groupBy(paths, (path) => path.replace(/\.json$/, ''))) {
    const times = await Promise.all(parts.map(lastChange))
    if (Math.max(...times) < now - keptFor)
      for (const part of [upload, `${upload}.json`]) await rm(part, { force: true })
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
