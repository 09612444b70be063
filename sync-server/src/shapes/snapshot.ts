// The rows of a shape at one moment, in chunks of JSON, and which transactions they already contain.
import type postgres from 'postgres'
import { keyOf, quoteIdent, type Row } from './catalog.ts'
import { printSettings } from './replication.ts'
import type { ShapeDefinition } from './shape.ts'

export interface Snapshot {
  /** JSON arrays, at least one. */
  chunks: string[]
  /** Whether a transaction (32-bit xid) was visible to the snapshot. */
  contains(xid: number): boolean
  /** Whether a transaction began after it: from the first such one in commit order on, none is contained. */
  isBefore(xid: number): boolean
  /** Transactions that were in progress then: those that the router had already seen are in neither. */
  inProgress: readonly number[]
}

const rowsPerFetch = 2000

export async function takeSnapshot(
  sql: postgres.Sql,
  definition: ShapeDefinition,
  chunkBytes: number,
): Promise<Snapshot> {
  return sql.begin('isolation level repeatable read read only', async (tx) => {
    for (const [name, value] of Object.entries(printSettings)) await tx`select set_config(${name}, ${value}, true)`
    const [moment] = await tx<{ snapshot: string }[]>`select pg_current_snapshot()::text as snapshot`
    const [xmin = '0', xmax = '0', list = ''] = (moment?.snapshot ?? '').split(':')
    const xids = list === '' ? [] : list.split(',')
    const end = JSON.stringify({ headers: { control: 'snapshot-end', xmin, xmax, xip_list: xids } })
    const chunks = definition.log === 'full' ? await readChunks(tx, definition, chunkBytes, end) : [`[${end}]`]
    const inProgress = xids.map(to32)
    return {
      chunks,
      inProgress,
      contains: (xid) => precedes(xid, to32(xmax)) && !inProgress.includes(xid),
      isBefore: (xid) => !precedes(xid, to32(xmax)),
    }
  })
}

async function readChunks(tx: postgres.TransactionSql, definition: ShapeDefinition, chunkBytes: number, end: string) {
  const { table, columns, where } = definition
  const list = columns.map((column) => `${quoteIdent(column)}::text as ${quoteIdent(column)}`).join(', ')
  const from = `${quoteIdent(table.schema)}.${quoteIdent(table.name)}`
  const text = `select ${list} from ${from}${where ? ` where ${where.sql}` : ''}`
  const relation = [table.schema, table.name]
  const chunks: string[] = []
  let items: string[] = []
  let bytes = 0
  for await (const rows of tx.unsafe<Row[]>(text, [...(where?.params ?? [])]).cursor(rowsPerFetch)) {
    for (const row of rows) {
      const item = JSON.stringify({ key: keyOf(table, row), value: row, headers: { operation: 'insert', relation } })
      items.push(item)
      bytes += item.length
      if (bytes < chunkBytes) continue
      chunks.push(`[${items.join(',')}]`)
      items = []
      bytes = 0
    }
  }
  chunks.push(`[${[...items, end].join(',')}]`)
  return chunks
}

const to32 = (xid: string) => Number(BigInt(xid) & 0xffffffffn)

/** a < b on the 32-bit circle. */
const precedes = (a: number, b: number) => ((a - b) | 0) < 0
