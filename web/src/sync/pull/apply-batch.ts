// Writes what a shape brought into `x_synced`, with the position it was read up to. Invariant: position and rows are written so
// that a crash at any point means reading some of them again, never missing one.
import type { SyncedTable } from 'db/kit/define-table.ts'
import { copyRows } from './copy-rows.ts'
import { foldMessages, type Folded, type ShapeRow } from './fold-messages.ts'
import type { LocalPostgres, LocalTx } from '../local/local-postgres.ts'
import { syncedName } from 'db/kit/sql/local-names.ts'
import { columnsOf, definitionOf, type LocalColumn } from '../local/local-schema.ts'

/** One connection: a longer statement would keep queries waiting. */
export const rowsPerStatement = 1000

export interface ShapeState {
  handle: string
  offset: string
  complete: boolean
  refetching: boolean
}

/** One table's part of an answer, on its way into the database. */
export interface Batch {
  table: SyncedTable
  folded: Folded
  handle: string
  offset: string
}

/** What its rows were read of is no more. */
export const refetchOf = (table: SyncedTable): Batch => ({
  table,
  folded: foldMessages([{ headers: { control: 'must-refetch' } }]),
  handle: '',
  offset: '-1',
})

/** These tables have everything up to a commit. */
export interface Current {
  tables: readonly string[]
  lsn: bigint
}

export const unread: ShapeState = { handle: '', offset: '-1', complete: false, refetching: false }

/** By shape. A shape whose definition changed starts anew, keeping its rows until the new ones are there. */
export async function readStates(pg: LocalPostgres, tables: readonly SyncedTable[]): Promise<Map<string, ShapeState>> {
  const { rows } = await pg.query<ShapeState & { shape: string; definition: string }>('select * from shape_state')
  const stored = new Map(rows.map((row) => [row.shape, row]))
  return new Map(
    tables.map((table) => {
      const row = stored.get(table.name)
      if (!row) return [table.name, unread]
      const { handle, offset, complete, refetching } = row
      const fits = row.definition === definitionOf(table)
      return [table.name, fits ? { handle, offset, complete, refetching } : { ...unread, complete, refetching: true }]
    }),
  )
}

/** Statements of a batch's rows, each to be run in order; idempotent. Logs are not stored. */
export function rowStatements({ table, folded }: Batch, state: ShapeState): ((tx: LocalTx) => Promise<void>)[] {
  if (table.log === 'changes') return []
  const put = state.complete || state.refetching ? upsert : copy
  return [
    ...chunks(folded.upserts).map((rows) => (tx: LocalTx) => put(tx, table, rows, state)),
    ...updatesByColumns(folded.updates).map((rows) => (tx: LocalTx) => update(tx, table, rows)),
    ...chunks(folded.deletes).map((ids) => (tx: LocalTx) => remove(tx, table, ids)),
  ]
}

/** Moves the position; a refetch that became complete drops the rows it did not bring. */
export async function writeState(tx: LocalTx, batch: Batch, before: ShapeState): Promise<ShapeState> {
  const state = nextState(batch, before)
  const { name } = batch.table
  if (batch.folded.mustRefetch) await tx.query('delete from shape_seen where shape = $1', [name])
  if (before.refetching && !state.refetching) await dropUnseen(tx, batch.table)
  await tx.query(
    `insert into shape_state (shape, definition, handle, "offset", complete, refetching) values ($1, $2, $3, $4, $5, $6)
     on conflict (shape) do update set definition = excluded.definition, handle = excluded.handle,
       "offset" = excluded."offset", complete = excluded.complete, refetching = excluded.refetching`,
    [name, definitionOf(batch.table), state.handle, state.offset, state.complete, state.refetching],
  )
  return state
}

/** Pure. A must-refetch starts over; up-to-date ends a refetch and makes the copy complete. */
export function nextState({ table, folded, handle, offset }: Batch, before: ShapeState): ShapeState {
  if (folded.mustRefetch) return { ...unread, complete: before.complete, refetching: table.log === 'full' }
  return {
    handle,
    offset,
    complete: before.complete || folded.upToDate,
    refetching: before.refetching && !folded.upToDate,
  }
}

async function dropUnseen(tx: LocalTx, { name }: SyncedTable) {
  await tx.query(
    `delete from ${syncedName(name)} s where not exists (select from shape_seen where shape = $1 and id = s.id)`,
    [name],
  )
  await tx.query('delete from shape_seen where shape = $1', [name])
}

/** Below it the statements around a COPY cost more than it wins. */
const worthCopying = 100

/** First rows. An earlier start may have ended between rows and their position: then they are there already. */
async function copy(tx: LocalTx, table: SyncedTable, rows: readonly ShapeRow[], state: ShapeState) {
  const columns = visibleColumns(table).map(({ name }) => name)
  if (rows.length < worthCopying || !(await copyRows(tx, syncedName(table.name), columns, rows)))
    await upsert(tx, table, rows, state)
}

async function upsert(tx: LocalTx, table: SyncedTable, rows: readonly ShapeRow[], { refetching }: ShapeState) {
  await tx.query(upsertSql(table), [JSON.stringify(rows)])
  if (!refetching) return
  const ids = JSON.stringify(rows.map((row) => row['id']))
  await tx.query(
    `insert into shape_seen (shape, id) select $1, id::uuid from json_array_elements_text($2::json) as seen(id)
     on conflict do nothing`,
    [table.name, ids],
  )
}

/** JSON comes as the text that Postgres wrote: as a JSON column of the record it would become a string. */
const recordType = ({ name, type }: LocalColumn) => `"${name}" ${isJson(type) ? 'text' : type}`
const recordValue = ({ name, type }: LocalColumn) => `r."${name}"${isJson(type) ? `::${type}` : ''}`
const isJson = (type: string) => type === 'jsonb' || type === 'json'

const upsertTexts = new Map<string, string>()

function upsertSql(table: SyncedTable): string {
  const known = upsertTexts.get(table.name)
  if (known) return known
  const visible = visibleColumns(table)
  const names = visible.map(({ name }) => `"${name}"`).join(', ')
  const values = visible.map(recordValue).join(', ')
  const definition = visible.map(recordType).join(', ')
  const assignments = visible.map(({ name }) => `"${name}" = excluded."${name}"`).join(', ')
  const text = `insert into ${syncedName(table.name)} (${names}) select ${values}
    from json_to_recordset($1::json) as r(${definition}) on conflict (id) do update set ${assignments}`
  upsertTexts.set(table.name, text)
  return text
}

/** All rows of one call have the same columns. */
async function update(tx: LocalTx, table: SyncedTable, rows: readonly ShapeRow[]) {
  const given = new Set(Object.keys(rows[0] ?? {}))
  const columns = visibleColumns(table).filter(({ name }) => given.has(name))
  const assignments = columns
    .filter(({ name }) => name !== 'id')
    .map((column) => `"${column.name}" = ${recordValue(column)}`)
  if (assignments.length === 0) return
  const definition = columns.map(recordType).join(', ')
  await tx.query(
    `update ${syncedName(table.name)} s set ${assignments.join(', ')}
     from json_to_recordset($1::json) as r(${definition}) where s.id = r.id`,
    [JSON.stringify(rows)],
  )
}

async function remove(tx: LocalTx, table: SyncedTable, ids: readonly string[]) {
  const list = 'select value::uuid from json_array_elements_text($1::json)'
  await tx.query(`delete from ${syncedName(table.name)} where id in (${list})`, [JSON.stringify(ids)])
  await tx.query(`delete from shape_seen where shape = $2 and id in (${list})`, [JSON.stringify(ids), table.name])
}

function visibleColumns(table: SyncedTable) {
  const visible = new Set(table.columns)
  return columnsOf(table).filter(({ name }) => visible.has(name))
}

function updatesByColumns(rows: readonly ShapeRow[]): ShapeRow[][] {
  const groups = Map.groupBy(rows, (row) => Object.keys(row).toSorted().join())
  return [...groups.values()].flatMap(chunks)
}

function chunks<T>(items: readonly T[]): T[][] {
  const parts: T[][] = []
  for (let i = 0; i < items.length; i += rowsPerStatement) parts.push(items.slice(i, i + rowsPerStatement))
  return parts
}
