// The rows of a shape at one moment, in chunks of JSON, and which transactions they already contain.
// Invariant: rows, table definition and `moment` are of the same instant; values are the texts that the change stream prints.
import type postgres from 'postgres'
import { keyOf, quoteIdent, readTable, signatureOf, type Column, type Row, type TableName } from './catalog.ts'
import { parseLsn } from './lsn.ts'
import type { ShapeDefinition } from './shape.ts'

export interface Snapshot {
  /** JSON items without the array's brackets, at least one chunk. */
  chunks: readonly string[]
  moment: Moment
}

export interface Moment {
  /** Whether a transaction (32-bit xid) was visible. Holds for 2^31 transactions, so not to be asked past `lsn`. */
  contains(xid: number): boolean
  /** No transaction that commits at or past this position is contained. */
  lsn: bigint
}

/** The table is not what the definition says: it was altered since the catalog was read. */
export class TableChanged extends Error {}

const rowsPerFetch = 2000

/** Null when `accepts` refuses the moment. */
export async function takeSnapshot(options: {
  sql: postgres.Sql
  publication: string
  definition: ShapeDefinition
  chunkBytes: number
  accepts(moment: Moment): boolean
}): Promise<Snapshot | null> {
  const { definition } = options
  const { table } = definition
  return options.sql.begin('isolation level repeatable read read only', async (tx) => {
    // Ahead of the snapshot: whoever rewrites the table commits before it, or waits until it is read.
    await tx.unsafe(`lock table ${nameOf(table)} in access share mode`)
    const [row] = await tx<{ snapshot: string; lsn: string }[]>`
      select pg_current_snapshot()::text as snapshot, pg_current_wal_insert_lsn()::text as lsn`
    const [xmin = '0', xmax = '0', list = ''] = (row?.snapshot ?? '').split(':')
    const running = list === '' ? [] : list.split(',')
    const moment = momentOf(xmax, running, parseLsn(row?.lsn ?? null))
    if (!options.accepts(moment)) return null
    const now = await readTable(tx, options.publication, table)
    if (!now || signatureOf(now) !== signatureOf(table) || now.key.join() !== table.key.join()) throw new TableChanged()
    const end = JSON.stringify({ headers: { control: 'snapshot-end', xmin, xmax, xip_list: running } })
    const chunks = definition.log === 'full' ? await readChunks(tx, definition, options.chunkBytes, end) : [end]
    return { chunks, moment }
  })
}

function momentOf(xmax: string, running: readonly string[], lsn: bigint): Moment {
  const [end, inProgress] = [to32(xmax), new Set(running.map(to32))]
  return { lsn, contains: (xid) => precedes(xid, end) && !inProgress.has(xid) }
}

async function readChunks(tx: postgres.TransactionSql, definition: ShapeDefinition, chunkBytes: number, end: string) {
  const { table, columns, where } = definition
  const list = table.columns.filter(({ name }) => columns.includes(name)).map(textOf)
  const text = `select ${list.join(', ')} from ${nameOf(table)}${where ? ` where ${where.sql}` : ''}`
  const tail = `,"headers":${JSON.stringify({ operation: 'insert', relation: [table.schema, table.name] })}}`
  const chunks: string[] = []
  let items: string[] = []
  let bytes = 0
  for await (const rows of tx.unsafe<Row[]>(text, [...(where?.params ?? [])]).cursor(rowsPerFetch)) {
    for (const row of rows) {
      const item = `{"key":${JSON.stringify(keyOf(table, row))},"value":${JSON.stringify(row)}${tail}`
      items.push(item)
      bytes += item.length
      if (bytes < chunkBytes) continue
      chunks.push(items.join(','))
      items = []
      bytes = 0
    }
  }
  chunks.push([...items, end].join(','))
  return chunks
}

const nameOf = (table: TableName) => `${quoteIdent(table.schema)}.${quoteIdent(table.name)}`

/** A cast to text would take the padding of char(n) away. */
function textOf({ name, type, dims }: Column) {
  const column = quoteIdent(name)
  const padded = type === 'bpchar' && dims === 0
  return `${padded ? `case when ${column} is not null then concat(${column}, '') end` : `${column}::text`} as ${column}`
}

const to32 = (xid: string) => Number(BigInt(xid) & 0xffffffffn)

/** a < b on the 32-bit circle. */
const precedes = (a: number, b: number) => ((a - b) | 0) < 0
