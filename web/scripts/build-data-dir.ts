// Makes the browser's database once, at build time: a fresh PGlite with the local schema, as a tarball that a new device loads
// instead of running initdb. Its name carries the schema's version, so it is made again only when the schema changes.
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { PGlite } from '@electric-sql/pglite'
import { bootFlags } from '../src/sync/local/boot-flags.ts'
import { dataDirUrl, localDdl, schemaVersion } from '../src/sync/local/local-schema.ts'

const folder = join(import.meta.dirname, '../public/pglite')
const target = join(import.meta.dirname, '../public', dataDirUrl(schemaVersion))

/** tar: a header of 512 bytes, then the file in blocks of 512. */
const blockSize = 512

if (await stat(target).catch(() => undefined)) {
  console.log(`data directory ${schemaVersion} is there`)
} else {
  await build()
}

async function build() {
  const started = performance.now()
  const pg = await PGlite.create({
    startParams: [...PGlite.defaultStartParams, ...bootFlags],
    // The smallest segments: the directory is mostly WAL otherwise.
    initDbStartParams: ['--wal-segsize=1'],
  })
  await pg.exec(`begin; ${localDdl} commit;`)
  // A quarter of it is for people who look around in databases, and what making it left over.
  await pg.exec(`drop schema information_schema cascade; delete from pg_description;`)
  await pg.exec('vacuum (full, freeze)')
  await pg.exec('checkpoint')
  const templates = await pg.query<{ oid: number }>(`select oid from pg_database where datname <> current_database()`)
  const wal = await pg.query<{ redo: string; now: string }>(
    `select redo_wal_file as redo, pg_walfile_name(pg_current_wal_lsn()) as now from pg_control_checkpoint()`,
  )
  const dump = await pg.dumpDataDir('none')
  await pg.close()
  const unused = templates.rows.map(({ oid }) => `base/${oid}/`)
  const { tar, files } = withoutFiles(new Uint8Array(await dump.arrayBuffer()), (path) => {
    // The folders themselves stay: Postgres looks whether they are there.
    if (unused.some((base) => path.startsWith(base) && path !== base)) return true
    // What lies before the checkpoint is not read again; what comes after is old log under the names of its future use.
    return (
      /^pg_wal\/[\dA-F]{24}$/.test(path) && !wal.rows.some(({ redo, now }) => path.endsWith(redo) || path.endsWith(now))
    )
  })
  const file = gzipSync(tar, { level: 9 })
  await mkdir(folder, { recursive: true })
  for (const old of await readdir(folder)) if (old.startsWith('data-')) await rm(join(folder, old))
  await writeFile(target, file)
  console.log(
    `data directory ${schemaVersion}: ${files} files, ${file.length} bytes in ${Math.round(performance.now() - started)} ms`,
  )
}

/** The template databases are two thirds of all files and nobody connects to them. */
function withoutFiles(tar: Uint8Array, isUnused: (path: string) => boolean) {
  const kept: Uint8Array[] = []
  for (let at = 0; at + blockSize <= tar.length;) {
    const name = textAt(tar, at, 100)
    const size = name === '' ? 0 : Number.parseInt(textAt(tar, at + 124, 12), 8) || 0
    const end = at + blockSize + Math.ceil(size / blockSize) * blockSize
    if (!isUnused(name.replace(/^\//, ''))) kept.push(tar.subarray(at, end))
    at = end
  }
  return { tar: Buffer.concat(kept), files: kept.length }
}

function textAt(bytes: Uint8Array, start: number, length: number): string {
  return new TextDecoder()
    .decode(bytes.subarray(start, start + length))
    .replace(/\0.*$/s, '')
    .trim()
}
