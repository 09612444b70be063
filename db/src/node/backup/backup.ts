// A backup while everybody works: all tables as they are at one moment, then the files that they name. Files are written before a row names them
// and stay a week after the last one did, so what the tables name is there.
import { copyFile, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import postgres from 'postgres'
import { openMediaStore, type MediaSettings, type MediaStore } from '../media/media-store.ts'
import { keepNewest, saveContent } from './content.ts'
import {
  backupName,
  BackupProblem,
  emptyManifest,
  filesList,
  keyIn,
  keyLine,
  makePrivate,
  manifestFile,
  secretsFile,
  unfinished,
  type Manifest,
} from './format.ts'
import { findSequences, findTables, saveTable } from './tables.ts'

export interface BackupOptions {
  /** Of who may read every table: a superuser, or the tables' owner. */
  databaseUrl: string
  media: MediaSettings
  /** Folder of the backups. */
  to: string
  /** The installation's own folder, which a backup must not lie in. */
  dataFolder: string
  /** The installation's file of secrets; null: they are the environment's, or are to be kept elsewhere. */
  secrets: string | null
  keyId: string | null
  /** How many stay; null: all. */
  keep: number | null
  now: Date
}

export interface BackupMade {
  backup: string
  manifest: Manifest
  /** Files that no earlier backup had. */
  copied: number
  /** Earlier backups that went. */
  removed: number
}

/** @throws BackupProblem */
export async function makeBackup(options: BackupOptions): Promise<BackupMade> {
  const { to, now } = options
  if (`${resolve(to)}${sep}`.startsWith(`${resolve(options.dataFolder)}${sep}`)) {
    throw new BackupProblem(`${to} fica dentro da própria instalação: escolha outro disco ou outra máquina`)
  }
  await makePrivate(to)
  const writing = unfinished(to, now)
  await rm(writing, { recursive: true, force: true })
  await mkdir(join(writing, 'tables'), { recursive: true, mode: 0o700 })
  const { tables, sequences, migrations, files, bytes } = await saveDatabase(options.databaseUrl, writing)
  await writeFile(filesList(writing), files.map((line) => `${line}\n`).join(''), { mode: 0o600, flush: true })
  const { copied, missing } = await saveFiles(await openMediaStore(options.media), to, files)
  if (options.secrets !== null && existsSync(options.secrets)) await copyFile(options.secrets, secretsFile(writing))
  const manifest: Manifest = {
    ...emptyManifest(now),
    migrations,
    keyId: options.keyId,
    tables,
    sequences,
    files: { count: files.length, bytes, missing },
  }
  await writeFile(manifestFile(writing), JSON.stringify(manifest, null, 1), { mode: 0o600, flush: true })
  const backup = join(to, backupName(now))
  await rename(writing, backup)
  return { backup, manifest, copied, removed: options.keep === null ? 0 : await keepNewest(to, options.keep) }
}

/** One snapshot: whatever is written meanwhile is not in it. */
async function saveDatabase(url: string, backup: string) {
  const sql = postgres(url, { max: 1, onnotice: () => {}, connection: { statement_timeout: 0 } })
  try {
    return await sql.begin('isolation level repeatable read read only', async (tx) => {
      const done = await tx<{ name: string }[]>`select name from schema_migrations order by name`
      const files = await tx<{ companyId: string; hash: string; size: number }[]>`
        select company_id as "companyId", hash, size from media_files order by 1, 2`
      const sequences = await findSequences(tx)
      const tables = []
      for (const table of await findTables(tx)) tables.push(await saveTable(tx, backup, table))
      const bytes = files.reduce((sum, { size }) => sum + size, 0)
      return { tables, sequences, migrations: done.map(({ name }) => name), files: files.map(keyLine), bytes }
    })
  } finally {
    await sql.end({ timeout: 5 })
  }
}

async function saveFiles(media: MediaStore, to: string, files: readonly string[]) {
  let copied = 0
  const missing: string[] = []
  for (const line of files) {
    const what = await saveContent(media, to, keyIn(line))
    if (what === 'copied') copied++
    if (what === 'missing') missing.push(line)
  }
  return { copied, missing }
}
