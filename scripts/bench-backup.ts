// `pnpm bench:backup [--messages N]`: how long a backup of a large installation takes, its restore, and what those who write meanwhile notice.
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { makeBackup } from '../db/src/node/backup/backup.ts'
import { connect } from '../db/src/node/connect.ts'
import { makeDerived } from '../db/src/node/backup/derived.ts'
import { Counted } from '../db/src/node/backup/progress.ts'
import { restoreBackup } from '../db/src/node/backup/restore.ts'
import { makeDemoMonth } from '../db/src/node/demo-month/demo-month.ts'
import { createDatabase, startEmbeddedPostgres } from '../db/src/node/postgres/embedded-postgres.ts'
import { seedDemo } from '../db/src/node/seed.ts'
import { setUpDatabase } from '../db/src/node/set-up-database.ts'
import { print } from './figure.ts'

const { values } = parseArgs({ options: { messages: { type: 'string', default: '500000' } } })
const wanted = Number(values.messages)
const folder = await mkdtemp(join(tmpdir(), 'balcao-bench-backup-'))
// Postgres runs as another user where root measures.
await chmod(folder, 0o711)
const server = await startEmbeddedPostgres(join(folder, 'postgres'))
const media = { MEDIA_DIR: join(folder, 'media'), S3_REGION: '', S3_ACCESS_KEY_ID: '', S3_SECRET_ACCESS_KEY: '' }
const watching = { print: console.log }

/** The demo's month, its messages as often as it takes. */
async function fill(url: string) {
  const { app } = await setUpDatabase(url)
  await seedDemo(app)
  await makeDemoMonth(app, { seed: 1 })
  const { sql, end } = connect(url, { max: 1 })
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    const columns = await tx<{ name: string }[]>`
      select attname as name from pg_attribute where attrelid = 'messages'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`
    const names = columns.map(({ name }) => name)
    const own: Record<string, string> = { id: 'uuidv7()', whatsapp_id: `m.whatsapp_id || '-' || n` }
    const copied = names.map((name) => own[name] ?? `m.${name}`)
    await tx.unsafe(`insert into messages (${names.join(', ')}) select ${copied.join(', ')} from messages m,
      generate_series(1, greatest(0, ${wanted} / (select count(*) from messages) - 1)) n`)
    await tx`truncate message_search, figure_days, figure_hours`
    await makeDerived(tx, new Counted())
  })
  await sql`vacuum analyze`
  await end()
}

/** ms that each small write takes until `isDone`. */
async function writes(url: string, isDone: () => boolean) {
  const { sql, end } = connect(url, { max: 1 })
  const took: number[] = []
  while (!isDone()) {
    const from = performance.now()
    await sql`update contacts set updated_at = now() where id = (select id from contacts offset ${took.length % 500} limit 1)`
    took.push(performance.now() - from)
  }
  await end()
  return took
}

async function timed<T>(work: () => Promise<T>): Promise<[result: T, seconds: number]> {
  const from = performance.now()
  return [await work(), (performance.now() - from) / 1000]
}

try {
  for (const name of ['source', 'target']) await createDatabase(server, name)
  const [source, target] = [server.url('source'), server.url('target')]
  await fill(source)
  const until = performance.now() + 5000
  const quiet = await writes(source, () => performance.now() > until)
  let isDone = false
  const beside = writes(source, () => isDone)
  const [{ backup, manifest }, seconds] = await timed(() =>
    makeBackup({
      databaseUrl: source,
      media,
      to: join(folder, 'copies'),
      dataFolder: join(folder, 'data'),
      secrets: null,
      keyId: null,
      keep: null,
      now: new Date(),
      watching,
    }),
  )
  isDone = true
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  const [, restoring] = await timed(() => restoreBackup({ superuserUrl: target, media, backup, moved: true, watching }))
  print({ name: 'backup_rows', unit: 'rows/s', samples: [rows / seconds], aim: '100000', reference: '27000' })
  print({ name: 'restore_rows', unit: 'rows/s', samples: [rows / restoring], aim: '–', reference: '–' })
  print({ name: 'write_alone', unit: 'ms', samples: quiet, aim: '–', reference: '–' })
  print({ name: 'write_beside_backup', unit: 'ms', samples: await beside, aim: '–', reference: '–' })
} finally {
  await server.stop()
  await rm(folder, { recursive: true })
}
process.exit(0)
