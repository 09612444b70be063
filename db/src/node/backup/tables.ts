// Tables out of one database and into another, as COPY tells them: the one way that Postgres alone has, without pg_dump, which the embedded
// package does not bring (decision 0069).
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import type postgres from 'postgres'
import { isDerived } from './derived.ts'
import { tableFile, type BackupTable, type Manifest } from './format.ts'
import type { Progress } from './progress.ts'

type Tx = postgres.TransactionSql
type Named = Pick<BackupTable, 'schema' | 'name'>

/** Made by whoever makes the tables: migrations and pg-boss. */
const ofMakers = ['public.schema_migrations', 'pgboss.version']

interface Found extends Named {
  columns: string[]
  /** Columns of the primary key; none: rows have no order of their own. */
  key: string[]
  /** Of its rows, as Postgres last counted them. */
  estimate: number
}

/** Those of ours and of the jobs that say something of themselves; a partition's rows are its parent's. */
export async function findTables(tx: Tx): Promise<Found[]> {
  const found = await tx<Found[]>`
    select n.nspname as schema, c.relname as name,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
      array(select a.attname::text from pg_index i, unnest(i.indkey) with ordinality as k (attnum, place)
        join pg_attribute a on a.attnum = k.attnum
        where i.indrelid = c.oid and i.indisprimary and a.attrelid = c.oid order by k.place) as key,
      greatest(0, coalesce((select sum(greatest(p.reltuples, 0)) from pg_inherits h join pg_class p on p.oid = h.inhrelid where h.inhparent = c.oid),
        c.reltuples))::float8 as estimate
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'pgboss') and c.relkind in ('r', 'p') and not c.relispartition
    order by 1, 2`
  return found.filter((table) => !ofMakers.includes(nameOf(table)) && !isDerived(table))
}

export const nameOf = ({ schema, name }: Named) => `${schema}.${name}`

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
const list = (names: readonly string[]) => names.map(quoted).join(', ')
const tableOf = ({ schema, name }: Named) => `${quoted(schema)}.${quoted(name)}`

/** Byte order, which is the same whatever the database's collation. */
const ordered = ({ schema, name, key }: Found) =>
  key.length > 0 ? list(key) : `${tableOf({ schema, name })}::text collate "C"`

const copyOut = (tx: Tx, table: Found) =>
  tx
    .unsafe(`copy (select ${list(table.columns)} from ${tableOf(table)} order by ${ordered(table)}) to stdout`)
    .readable()

/** COPY's text has a line for each row. */
class Measure {
  rows = 0
  private readonly hash = createHash('sha256')

  take(chunk: Buffer) {
    const before = this.rows
    for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, at + 1)) this.rows++
    this.hash.update(chunk)
    return this.rows - before
  }

  told() {
    return { rows: this.rows, sha256: this.hash.digest('hex') }
  }
}

const newline = 10

/** Where it is told how far it is, and who ends it. */
export interface Watch {
  progress: Progress
  signal: AbortSignal
}

/** Bytes that compressor and hash get at once: each part is a task for another thread, and rows come one by one. */
const partBytes = 256 * 1024

const measured = (measure: Measure, progress: Progress) =>
  async function* (rows: AsyncIterable<Buffer>) {
    let [parts, bytes]: [Buffer[], number] = [[], 0]
    const gathered = () => {
      const part = Buffer.concat(parts, bytes)
      ;[parts, bytes] = [[], 0]
      progress.add(measure.take(part))
      return part
    }
    for await (const row of rows) {
      parts.push(row)
      bytes += row.length
      if (bytes >= partBytes) yield gathered()
    }
    if (bytes > 0) yield gathered()
  }

/** Writes a table's rows into the backup. */
export async function saveTable(
  tx: Tx,
  backup: string,
  table: Found,
  { progress, signal }: Watch,
): Promise<BackupTable> {
  progress.begin(nameOf(table), table.estimate)
  const measure = new Measure()
  const rows = await copyOut(tx, table)
  const file = createWriteStream(tableFile(backup, table), { mode: 0o600, flush: true })
  await pipeline(rows, measured(measure, progress), createZstdCompress(), file, { signal })
  const { schema, name, columns } = table
  return { schema, name, columns, ...measure.told() }
}

/** What a table has now, told as in the manifest. */
export async function measureTable(
  tx: Tx,
  table: Found,
  expected: number,
  { progress, signal }: Watch,
): Promise<Pick<BackupTable, 'rows' | 'sha256'>> {
  progress.begin(`conferindo ${nameOf(table)}`, expected)
  const measure = new Measure()
  const rows = await copyOut(tx, table)
  await pipeline(rows, measured(measure, progress), new Writable({ write: (_part, _encoding, done) => done() }), {
    signal,
  })
  return measure.told()
}

/** Into an emptied table, whose triggers are silent. */
export async function loadTable(
  tx: Tx,
  backup: string,
  table: BackupTable,
  { progress, signal }: Watch,
): Promise<void> {
  progress.begin(nameOf(table), table.rows)
  const measure = new Measure()
  const into = await tx.unsafe(`copy ${tableOf(table)} (${list(table.columns)}) from stdin`).writable()
  const file = createReadStream(tableFile(backup, table))
  await pipeline(file, createZstdDecompress(), measured(measure, progress), into, { signal })
}

export const emptyTables = (tx: Tx, tables: readonly Named[]) =>
  tx.unsafe(`truncate ${tables.map(tableOf).join(', ')} cascade`)

export async function findSequences(tx: Tx): Promise<Manifest['sequences']> {
  return tx<Manifest['sequences']>`
    select schemaname as schema, sequencename as name, last_value::text as value from pg_sequences
    where schemaname in ('public', 'pgboss') and last_value is not null order by 1, 2`
}

export async function setSequences(tx: Tx, sequences: Manifest['sequences']): Promise<void> {
  for (const { value, ...name } of sequences) await tx`select setval(${tableOf(name)}::regclass, ${value})`
}
