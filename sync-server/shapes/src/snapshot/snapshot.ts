// The rows of a shape at one moment, as JSON that Postgres makes, and which transactions they already contain.
// Invariant: rows, table definition and moment are of the same instant; values are the texts that the change stream prints.
import { randomInt } from 'node:crypto'
import type { Readable } from 'node:stream'
import type postgres from 'postgres'
import {
  keyed,
  quoteIdent,
  readFingerprint,
  relationPart,
  type Column,
  type Table,
  type TableName,
} from '../catalog.ts'
import { parseLsn } from '../stream/lsn.ts'
import { parseMoment, type Moment } from './moment.ts'
import type { ShapeDefinition } from '../shape.ts'
import type { SnapshotFile, SnapshotWriter } from './snapshot-file.ts'
import { quoteLiteral } from '../where/quote.ts'
import { refusedByPostgres, type SubsetSql } from '../request.ts'

/** The table is not what the definition says: it was altered since the catalog was read. */
class TableChanged extends Error {}

/** The table is another than the shape's, or is not there any more: undefined_table, invalid_schema_name. */
export function isTableChanged(error: unknown): boolean {
  if (error instanceof TableChanged) return true
  return error instanceof Error && 'code' in error && (error.code === '42P01' || error.code === '3F000')
}

/** Runs `read` in a transaction that sees `definition`'s table as it was described. @throws TableChanged */
export async function atMoment<T>(
  { sql }: { sql: postgres.Sql },
  table: Table,
  read: (tx: postgres.TransactionSql, moment: Moment) => Promise<T>,
): Promise<T> {
  return (await sql.begin('isolation level repeatable read read only', async (tx) => {
    const [, [row], now] = await Promise.all([
      // Ahead of the snapshot: whoever rewrites the table commits before it, or waits until it is read.
      tx.unsafe(`lock table ${nameOf(table)} in access share mode`),
      tx<{ snapshot: string; lsn: string }[]>`
        select pg_current_snapshot()::text as snapshot, pg_current_wal_insert_lsn()::text as lsn`,
      readFingerprint(tx, table),
    ])
    if (now !== table.fingerprint) throw new TableChanged()
    return read(tx, parseMoment(row?.snapshot ?? '', parseLsn(row?.lsn)))
  })) as T
}

/** Writes the snapshot's chunks into `file`. Null when `accepts` refuses the moment. @throws TableChanged */
export async function takeSnapshot(options: {
  sql: postgres.Sql
  definition: ShapeDefinition
  chunkBytes: number
  file: SnapshotFile
  accepts(moment: Moment): boolean
}): Promise<Moment | null> {
  const { definition, chunkBytes, file } = options
  return atMoment(options, definition.table, async (tx, moment) => {
    if (!options.accepts(moment)) return null
    const writer = await file.write()
    try {
      if (definition.log === 'full') {
        const rows = await tx.unsafe(`copy (${itemsQuery(definition)}) to stdout (format binary)`).readable()
        try {
          await writeRows(rows, writer, chunkBytes)
        } finally {
          // Rows that nobody reads would hold the connection up.
          rows.destroy()
        }
      }
      writer.add(Buffer.from(moment.message))
      await writer.endChunk(true)
    } finally {
      await writer.close()
    }
    return moment
  })
}

/** `headers` join the items'. */
export function itemsQuery(
  definition: ShapeDefinition,
  { rest, isFenced }: SubsetSql = { rest: '', isFenced: false },
  headers: object = {},
): string {
  const { table, columns, where } = definition
  const selected = table.columns.filter(({ name }) => columns.includes(name)).map(textOf)
  const relation = { operation: 'insert', relation: [table.schema, table.name], ...headers }
  const tail = quoteLiteral(`,"headers":${JSON.stringify(relation)}}`)
  const [key, row] = ['key', 'row'].map((name) => quoteIdent(unlike(name, table)))
  const names = columns.map(quoteIdent).join(', ')
  const json = `concat('{"key":', ${key}, ',"value":', (select row_to_json(${row}) from (select ${names}) ${row}), ${tail})`
  const own = `where (${where?.sql ?? 'true'})`
  // Past an OFFSET Postgres moves no condition further in, whatever that would save.
  const fenced = `(select * from ${nameOf(table)} ${own} offset 0) ${quoteIdent(table.name)} where true`
  return `select ${json} from (select ${keyJson(table)} as ${key}, ${selected.join(', ')} from ${isFenced ? fenced : `${nameOf(table)} ${own}`}${rest}) ${row}`
}

/** A name that no column has. */
function unlike(name: string, table: Table): string {
  return table.columns.some((column) => column.name === name) ? unlike(`${name}_`, table) : name
}

/** Types whose texts are the same in JSON and in keys. */
const plain = new Set(['uuid', 'int2', 'int4', 'int8'])

/** JSON of the protocol's name of a row; see keyOf in catalog.ts. */
function keyJson(table: Table): string {
  const columns = keyed(table).flatMap((name) => table.columns.filter((one) => one.name === name))
  const relation = relationPart(table)
  if (table.key.length > 0 && columns.every(({ type, dims }) => plain.has(type) && dims === 0)) {
    const start = JSON.stringify(relation).slice(0, -1)
    const parts = columns.map((column) => [
      quoteLiteral(String.raw`/\"`),
      plainText(column),
      quoteLiteral(String.raw`\"`),
    ])
    return `concat(${[quoteLiteral(start), ...parts.flat(), quoteLiteral('"')].join(', ')})`
  }
  const parts = columns.map((column) => `coalesce('/"' || replace(${plainText(column)}, '/', '//') || '"', '/_')`)
  return `to_json(${[quoteLiteral(relation), ...parts].join(' || ')})`
}

const nameOf = (table: TableName) => `${quoteIdent(table.schema)}.${quoteIdent(table.name)}`

const textOf = (column: Column) => `${plainText(column)} as ${quoteIdent(column.name)}`

/** A cast to text would take the padding of char(n) away, and of domains over it. */
function plainText({ name, output }: Column) {
  const column = quoteIdent(name)
  return output === 'bpcharout' ? `case when ${column} is not null then concat(${column}, '') end` : `${column}::text`
}

/** Bytes before the first row in COPY's binary format. */
const copyHeader = 19
/** Count of the row's columns, which is 1, and length of the first. */
const rowHeader = 6

/** Every message of the protocol is one row; what marks the end is one without columns. */
function writeRows(rows: Readable, writer: SnapshotWriter, chunkBytes: number): Promise<void> {
  return new Promise((resolve, reject) => {
    let at = copyHeader
    rows.on('error', reject)
    rows.on('end', resolve)
    rows.on('data', (message: Buffer) => {
      if (message.readInt16BE(at) > 0) writer.add(message.subarray(at + rowHeader))
      at = 0
      const isChunk = writer.chunkBytes >= chunkBytes
      if (!isChunk && !writer.isFull) return
      rows.pause()
      const written = isChunk ? writer.endChunk(false) : writer.flush()
      written.then(() => rows.resume(), reject)
    })
  })
}

/** ms. A subset is a page of a list, not all of a table. */
const subsetWithin = 15_000

/** The answer to a subset request: rows at a moment of their own. Null when the table was altered meanwhile. */
export async function readSubset(options: {
  sql: postgres.Sql
  definition: ShapeDefinition
  subset: SubsetSql
}): Promise<string | null> {
  const { definition, subset } = options
  // Tells its rows from those of other subsets that a client merges.
  const mark = randomInt(2 ** 31)
  try {
    return await atMoment(options, definition.table, async (tx, { record: { xmin, xmax, xip, lsn } }) => {
      const query = itemsQuery(definition, subset, { snapshot_mark: mark })
      await tx.unsafe(`set local statement_timeout = ${subsetWithin}`)
      const rows = await tx.unsafe<{ concat: string }[]>(query)
      const metadata = { snapshot_mark: mark, database_lsn: String(lsn), xmin, xmax, xip_list: xip }
      return `{"metadata":${JSON.stringify(metadata)},"data":[${rows.map(({ concat }) => concat).join(',')}]}`
    })
  } catch (error) {
    if (isTableChanged(error)) return null
    return refusedByPostgres(error)
  }
}
