// What of pending mutations' rows looks different once they are confirmed: mostly nothing but the server's times, so that no query need
// run again for what is on the screen already.
import { overlayName, syncedName } from 'db/kit/sql/local-names.ts'
import { changedColumns, rowsOf, together, type Changes } from '../queries/changes.ts'
import type { LocalTx } from './local-postgres.ts'

type Row = Readonly<Record<string, unknown>>
type Rows = ReadonlyMap<string, Row>
/** By table: the rows that pending mutations wrote, as they are shown; those that they hide are `_deleted`. */
export type ShownRows = ReadonlyMap<string, Rows>

export async function pendingRows(tx: LocalTx, tables: Iterable<string>): Promise<ShownRows> {
  const shown = new Map<string, Rows>()
  for (const table of tables) {
    const { rows } = await tx.query<{ row: Row }>(`select to_jsonb(o) as row from ${overlayName(table)} o`)
    shown.set(table, byId(rows))
  }
  return shown
}

/** Of these rows and of those that are pending now. */
export async function changesSince(tx: LocalTx, before: ShownRows): Promise<Changes> {
  let changes: Changes = new Map()
  for (const [table, rows] of before) {
    changes = together(changes, changesOf(table, rows, await nowOf(tx, table, rows)))
  }
  return changes
}

async function nowOf(tx: LocalTx, table: string, before: Rows): Promise<Rows> {
  const [synced, overlay] = [syncedName(table), overlayName(table)]
  const { rows } = await tx.query<{ row: Row }>(
    `select to_jsonb(o) as row from ${overlay} o union all
     select to_jsonb(s) from ${synced} s where id in (select value::uuid from json_array_elements_text($1::json))
       and not exists (select from ${overlay} o where o.id = s.id)`,
    [JSON.stringify([...before.keys()])],
  )
  return byId(rows)
}

/** Pure. Nothing: all look the same. */
export function changesOf(table: string, before: Rows, now: Rows): Changes {
  const each = [...new Set([...before.keys(), ...now.keys()])].map((id): Changes => {
    const [old, row] = [before.get(id), now.get(id)]
    if (isShown(old) !== isShown(row)) return rowsOf([table], new Set([id]))
    if (!old || !row) return new Map()
    const changed = Object.keys(row).filter((name) => name !== '_deleted' && !isSame(old[name], row[name]))
    return changed.length > 0 ? new Map([changedColumns(table, changed, new Set([id]))]) : new Map()
  })
  return together(...each)
}

const isShown = (row: Row | undefined) => row !== undefined && row['_deleted'] !== true
/** As JSON has them: a Date would end at the millisecond. */
const isSame = (one: unknown, other: unknown) => one === other || JSON.stringify(one) === JSON.stringify(other)
const byId = (rows: readonly { row: Row }[]): Rows => new Map(rows.map(({ row }) => [String(row['id']), row]))
