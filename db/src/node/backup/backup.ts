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
  removeUnfinished,
  secretsFile,
  unfinished,
  type Manifest,
} from './format.ts'
import { watched, type Watching } from './progress.ts'
import { findSequences, findTables, saveTable, type Watch } from './tables.ts'

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
  watching: Watching
}

export interface BackupMade {
  backup: string
  manifest: Manifest
  /** Files that no earlier backup had. */
  copied: number
  /** Earlier backups that went. */
  removed: number
}

/** What its connections are called: for who looks into pg_stat_activity, and for the watch. */
const application = 'balcao backup'

/** @throws BackupProblem */
export async function makeBackup(options: BackupOptions): Promise<BackupMade> {
  const { to, databaseUrl: url } = options
  if (`${resolve(to)}${sep}`.startsWith(`${resolve(options.dataFolder)}${sep}`)) {
    throw new BackupProblem(`${to} fica dentro da própria instalação: escolha outro disco ou outra máquina`)
  }
  try {
    await makePrivate(to)
    return await alone(url, (side) =>
      watched({ ...options.watching, url, name: application }, (progress, signal) =>
        makeAlone(options, side, { progress, signal }),
      ),
    )
  } catch (error) {
    throw inWords(error, to)
  }
}

/** Of one database one backup at a time: what another left unfinished is then nobody's. */
async function alone<T>(url: string, make: (side: postgres.Sql) => Promise<T>): Promise<T> {
  const side = postgres(url, { max: 1, onnotice: () => {} })
  try {
    const [row] = await side<
      { free: boolean }[]
    >`select pg_try_advisory_lock(hashtextextended('balcao backup', 0)) as free`
    if (!row?.free) throw new BackupProblem('outra cópia deste banco está em andamento: espere que termine')
    return await make(side)
  } finally {
    await side.end({ timeout: 5 })
  }
}

async function makeAlone(options: BackupOptions, side: postgres.Sql, watch: Watch): Promise<BackupMade> {
  const { to, now } = options
  await removeUnfinished(to)
  const writing = unfinished(to, now)
  await mkdir(join(writing, 'tables'), { recursive: true, mode: 0o700 })
  try {
    const { tables, sequences, migrations, files, bytes } = await saveDatabase(options, writing, watch)
    await writeFile(filesList(writing), files.map((line) => `${line}\n`).join(''), { mode: 0o600, flush: true })
    const { copied, missing } = await saveFiles(await openMediaStore(options.media), to, files, watch)
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
    await note(side, now)
    return { backup, manifest, copied, removed: options.keep === null ? 0 : await keepNewest(to, options.keep) }
  } catch (error) {
    // Of one that stands still nothing is touched: its disk may be what does not answer.
    if (!watch.signal.aborted) await rm(writing, { recursive: true, force: true })
    throw error
  }
}

/** For the doctor. A standby, and tables of an earlier version, take no note. */
async function note(side: postgres.Sql, takenAt: Date) {
  try {
    await side`update installation set backed_up_at = ${takenAt}`
  } catch (error) {
    const code = error instanceof postgres.PostgresError ? error.code : ''
    if (!['25006', '42703', '42P01'].includes(code)) throw error
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** What an operator can do something about. */
function inWords(error: unknown, to: string): unknown {
  switch (codeOf(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
      return new BackupProblem(`sem espaço no disco de ${to}: libere espaço ou use --keep com menos cópias, e repita`)
    case 'EROFS':
    case 'EACCES':
    case 'EPERM':
      return new BackupProblem(`não dá para gravar em ${to} (${codeOf(error)}): confira dono e permissões`)
    case '55P03':
      return new BackupProblem(
        'uma tabela está bloqueada por outra transação (uma atualização em curso?): repita depois',
      )
    default:
      return error
  }
}

/** What it may do to those who work beside it: it waits half a minute for a lock, uses one processor, and Postgres ends it when nothing is heard of it. */
const bounds = `set local statement_timeout = 0; set local lock_timeout = '30s';
  set local idle_in_transaction_session_timeout = '10min'; set local max_parallel_workers_per_gather = 0`

/** One snapshot: whatever is written meanwhile is not in it. */
async function saveDatabase({ databaseUrl, watching }: BackupOptions, backup: string, watch: Watch) {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {}, connection: { application_name: application } })
  const abandon = () => void sql.end({ timeout: 0 })
  watch.signal.addEventListener('abort', abandon)
  try {
    return await sql.begin('isolation level repeatable read read only', async (tx) => {
      watch.progress.begin('banco de dados')
      await tx.unsafe(bounds)
      const done = await tx<{ name: string }[]>`select name from schema_migrations order by name`
      const files = await tx<{ companyId: string; hash: string; size: number }[]>`
        select company_id as "companyId", hash, size from media_files order by 1, 2`
      const sequences = await findSequences(tx)
      const found = await findTables(tx)
      const rows = found.reduce((sum, { estimate }) => sum + estimate, 0)
      watching.print(`Copiando ${found.length} tabelas, cerca de ${Math.round(rows).toLocaleString('pt-BR')} linhas`)
      const tables = []
      for (const table of found) tables.push(await saveTable(tx, backup, table, watch))
      const bytes = files.reduce((sum, { size }) => sum + size, 0)
      return { tables, sequences, migrations: done.map(({ name }) => name), files: files.map(keyLine), bytes }
    })
  } finally {
    watch.signal.removeEventListener('abort', abandon)
    await sql.end({ timeout: 5 })
  }
}

async function saveFiles(media: MediaStore, to: string, files: readonly string[], watch: Watch) {
  let copied = 0
  const missing: string[] = []
  watch.progress.begin('arquivos', files.length)
  for (const line of files) {
    const what = await saveContent(media, to, keyIn(line), watch)
    watch.progress.add(1)
    if (what === 'copied') copied++
    if (what === 'missing') missing.push(line)
  }
  return { copied, missing }
}
