// Whose changes a folder holds. Positions and xids of another database, or of this one after a restore, mean something else: then all
// that was kept is deleted and clients fetch again.
import { constants } from 'node:fs'
import { mkdir, open, readFile, rm, writeFile, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { Lsn } from './stream/lsn.ts'
import { eraserFile } from './store/eraser.ts'
import { overwritesFile } from './store/overwrites.ts'
import { subqueryFiles } from './subqueries/subqueries.ts'

export interface Identity {
  systemIdentifier: string
  timeline: string
  database: string
  slot: string
  publication: string
}

/** Version of the folder's layout; a folder of another version is wiped. */
const format = 2
const fileName = 'identity.json'

/** Deletes what is not of `identity`; whether anything was kept. */
export async function claim(dir: string, identity: Identity): Promise<boolean> {
  const wanted = JSON.stringify({ format, ...identity })
  await mkdir(dir, { recursive: true })
  const found = await readFile(join(dir, fileName), 'utf8').catch(() => null)
  if (found === wanted) return true
  await wipe(dir)
  await writeFile(join(dir, fileName), wanted, { flush: true })
  return false
}

/** Leaves an empty folder without an identity. */
export async function wipe(dir: string) {
  for (const name of [
    fileName,
    'acknowledged',
    'shapes.jsonl',
    'snapshots',
    'log',
    eraserFile,
    overwritesFile,
    ...subqueryFiles,
  ]) {
    await rm(join(dir, name), { recursive: true, force: true })
  }
}

/** Up to where Postgres was told to forget: a slot that is further on was made anew, and changes are missing. */
export class Acknowledged {
  lsn: Lsn
  private readonly file: FileHandle

  private constructor(file: FileHandle, lsn: Lsn) {
    this.file = file
    this.lsn = lsn
  }

  static async open(dir: string): Promise<Acknowledged> {
    const file = await open(join(dir, 'acknowledged'), constants.O_RDWR | constants.O_CREAT)
    return new Acknowledged(file, BigInt((await file.readFile('utf8')).trim() || 0))
  }

  /** On disk before it resolves, so to be called ahead of telling Postgres. */
  async advance(lsn: Lsn) {
    if (lsn <= this.lsn) return
    this.lsn = lsn
    await this.file.write(String(lsn).padEnd(20), 0)
    await this.file.datasync()
  }

  async close() {
    await this.file.close()
  }
}
