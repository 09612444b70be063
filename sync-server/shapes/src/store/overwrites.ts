// Parts of files that are overwritten, all of them or, after a crash, again: first it is written down what, then done. What is written down
// has nothing of what it takes away.
import { open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface Overwrite {
  /** In the folder. */
  file: string
  at: number
  bytes: Uint8Array
}

export const overwritesFile = 'overwrites.json'
interface Line {
  file: string
  at: number
  base64: string
}

/** Resolves when all are on disk. */
export async function overwrite(dir: string, overwrites: readonly Overwrite[]) {
  const path = join(dir, overwritesFile)
  const lines = overwrites.map(({ file, at, bytes }): Line => ({
    file,
    at,
    base64: Buffer.from(bytes).toString('base64'),
  }))
  await writeFile(`${path}.new`, JSON.stringify(lines), { flush: true })
  await rename(`${path}.new`, path)
  await write(dir, overwrites)
  await rm(path)
}

/** What an earlier process had not finished. To be called before any of the files is read. */
export async function finishOverwrites(dir: string) {
  const path = join(dir, overwritesFile)
  const text = await readFile(path, 'utf8').catch(() => null)
  if (text !== null) {
    const lines = JSON.parse(text) as Line[]
    await write(
      dir,
      lines.map(({ file, at, base64 }) => ({ file, at, bytes: Buffer.from(base64, 'base64') })),
    )
  }
  for (const name of [path, `${path}.new`]) await rm(name, { force: true })
}

async function write(dir: string, overwrites: readonly Overwrite[]) {
  for (const [name, parts] of Map.groupBy(overwrites, ({ file }) => file)) {
    const file = await open(join(dir, name), 'r+').catch(unlessGone)
    // Deleted meanwhile.
    if (!file) continue
    try {
      for (const { at, bytes } of parts) await file.write(bytes, 0, bytes.length, at)
      await file.datasync()
    } finally {
      await file.close()
    }
  }
}

function unlessGone(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}
