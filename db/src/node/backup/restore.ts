// A backup into an empty database and store, on this machine or another, then compared with what the backup says of it. The tables are made as they
// were, filled, compared, and only then brought up to this version.
import { dirname } from 'node:path'
import postgres from 'postgres'
import { migrate, migrationFiles } from '../migrate.ts'
import { openMediaStore, type MediaSettings } from '../media/media-store.ts'
import { prepareDatabase, prepareRoles, urlsOf } from '../roles.ts'
import { loadContent, namedFiles } from './content.ts'
import { BackupProblem, readManifest, type BackupTable, type Manifest } from './format.ts'
import { isDerived, makeDerived } from './derived.ts'
import { withoutIndexes } from './indexes.ts'
import { watched, type Progress, type Watching } from './progress.ts'
import { emptyTables, findTables, loadTable, measureTable, nameOf, setSequences, type Watch } from './tables.ts'

export interface RestoreOptions {
  /** Of a superuser, of a database without companies. */
  superuserUrl: string
  media: MediaSettings
  /** The backup's own folder. */
  backup: string
  /** The old installation was stopped before the backup was made: nothing was sent since then. */
  moved: boolean
  watching: Watching
}

export interface Restored {
  manifest: Manifest
  /** Of this version, that came on top. */
  migrations: string[]
  /** Files that are in neither the backup nor the store. */
  missing: string[]
  /** What may have been sent after the backup was made, and is not sent again by itself. */
  held: { campaigns: number; schedules: number }
}

/** What its connections are called. */
const application = 'balcao restore'

/** @throws BackupProblem; the database is then as empty as before. */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const manifest = await readManifest(options.backup)
  const { owner } = urlsOf(options.superuserUrl)
  await refuseNewer(manifest)
  await refuseFull(options.superuserUrl)
  await prepareRoles(options.superuserUrl)
  await prepareDatabase(options.superuserUrl)
  await migrate(owner, { only: manifest.migrations })
  const migrations = await watched({ ...options.watching, url: options.superuserUrl, name: application }, (...watch) =>
    fillAndUpgrade(options, manifest, watch),
  )
  const held = options.moved ? { campaigns: 0, schedules: 0 } : await holdWhatWasDue(owner)
  return { manifest, migrations, held, missing: await loadFiles(options) }
}

async function fillAndUpgrade(
  options: RestoreOptions,
  manifest: Manifest,
  [progress, signal]: [Progress, AbortSignal],
) {
  const owner = new URL(urlsOf(options.superuserUrl).owner)
  owner.searchParams.set('application_name', application)
  await fill(options, manifest, { progress, signal })
  progress.begin('migrações desta versão')
  const migrations = await migrate(owner.href)
  await finish(owner.href, progress)
  return migrations
}

async function refuseNewer({ migrations }: Manifest) {
  const known = new Set(await migrationFiles())
  const unknown = migrations.filter((name) => !known.has(name))
  if (unknown.length === 0) return
  throw new BackupProblem(
    `a cópia é de uma versão mais nova do Balcão (${unknown.join(', ')}): instale essa versão, ou uma posterior, e repita`,
  )
}

async function refuseFull(url: string) {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    const [found] = await sql`select to_regclass('public.companies') is not null as made`
    if (!found?.['made']) return
    const [row] = await sql`select exists (select from companies) as full`
    if (row?.['full']) throw new BackupProblem('já há empresas neste banco: restaure em um banco vazio')
  } finally {
    await sql.end({ timeout: 5 })
  }
}

/** All or nothing. */
async function fill({ superuserUrl, backup, watching }: RestoreOptions, manifest: Manifest, watch: Watch) {
  const sql = postgres(superuserUrl, { max: 1, onnotice: () => {}, connection: { application_name: application } })
  const abandon = () => void sql.end({ timeout: 0 })
  watch.signal.addEventListener('abort', abandon)
  const tables = manifest.tables.filter((table) => !isDerived(table))
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  watching.print(`Restaurando ${tables.length} tabelas com ${rows.toLocaleString('pt-BR')} linhas`)
  try {
    await sql.begin(async (tx) => {
      // Rows come as they were: nothing is counted, numbered or refused anew.
      await tx`set local session_replication_role = replica`
      await tx`set local statement_timeout = 0`
      const found = new Map((await findTables(tx)).map((table) => [nameOf(table), table]))
      await emptyTables(tx, [...found.values()])
      await withoutIndexes(tx, tables, watch.progress, async () => {
        for (const table of tables) await loadTable(tx, backup, table, watch)
        await setSequences(tx, manifest.sequences)
        const different: string[] = []
        for (const table of tables) {
          const there = found.get(nameOf(table))
          const now = there && (await measureTable(tx, { ...there, columns: table.columns }, table.rows, watch))
          if (!now || !isSame(now, table)) different.push(nameOf(table))
        }
        if (different.length > 0) throw new BackupProblem(`não ficou igual à cópia: ${different.join(', ')}`)
      })
    })
  } finally {
    watch.signal.removeEventListener('abort', abandon)
    await sql.end({ timeout: 5 })
  }
}

/** What is made of the rows, in the tables of this version. */
async function finish(owner: string, progress: Progress) {
  const sql = postgres(owner, { max: 1, onnotice: () => {} })
  try {
    await sql.begin((tx) => makeDerived(tx, progress))
    progress.begin('estatísticas')
    await sql`analyze`
  } finally {
    await sql.end({ timeout: 5 })
  }
}

const isSame = (one: Pick<BackupTable, 'rows' | 'sha256'>, other: BackupTable) =>
  one.rows === other.rows && one.sha256 === other.sha256

/** Messages have ids that WhatsApp takes once; campaigns and scheduled messages make new ones, so that people would get them twice. */
async function holdWhatWasDue(url: string) {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    return await sql.begin(async (tx) => {
      const campaigns = await tx`
        update campaigns set status = case status when 'PROGRAMADA' then 'INATIVA' else 'CANCELADA' end, waits_for = null, updated_at = now()
        where status = 'EM_ANDAMENTO' or status = 'PROGRAMADA' and scheduled_at <= now()`
      const schedules = await tx`
        update schedules set status = 'ERRO', error = 'late', leased_until = null, updated_at = now()
        where status in ('PENDENTE', 'AGENDADA') and send_at <= now()`
      return { campaigns: campaigns.count, schedules: schedules.count }
    })
  } finally {
    await sql.end({ timeout: 5 })
  }
}

async function loadFiles({ media, backup, watching }: RestoreOptions): Promise<string[]> {
  const store = await openMediaStore(media)
  const missing: string[] = []
  const files = await namedFiles(backup)
  if (files.length > 0) watching.print(`Restaurando ${files.length} arquivos`)
  for (const key of files) {
    if ((await loadContent(store, dirname(backup), key)) === 'missing') missing.push(`${key.companyId}/${key.hash}`)
  }
  return missing
}
