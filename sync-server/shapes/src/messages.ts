// One change → what one shape's clients are told of it: a row may enter, stay, leave, or never have been there. Texts are made once for
// all shapes with the same columns.
import { keyOf, type Row } from './catalog.ts'
import type { Block, Change } from './log/block.ts'
import type { RowChange } from './log/pgoutput.ts'
import type { ShapeDefinition } from './shape.ts'
import type { Lsn } from './stream/lsn.ts'

/** A message but for its end, which says whether it is the transaction's last for the shape. */
export interface Rendered {
  lsn: Lsn
  op: number
  open: string
}

/** The end of a message. */
export const close = (last: boolean) => (last ? ',"last":true}}' : '}}')

export type Verdict = 'insert' | 'update' | 'delete'

/** Messages of a change, none when it is nothing to the shape. Ops are two apart: a changed key takes both. */
export function render(definition: ShapeDefinition, change: Change, { lsn, xid }: Commit): Rendered[] {
  const { was, is } = membershipOf(definition, change)
  const verdict: Verdict | null = is ? (was ? 'update' : 'insert') : was ? 'delete' : null
  if (verdict === null) return []
  return rendered(definition, change, { lsn, xid }, verdict, (at) => textsOf(definition, verdict, change, at))
}

/** Of a row that left: its key, whatever the shape shows of rows that leave. */
export function renderRemoval(definition: ShapeDefinition, change: Change, at: Commit): Rendered[] {
  const { table } = definition
  const { old } = change
  if (!old) return []
  const shape = table.key.length > 0 ? { ...definition, replica: 'default' as const } : definition
  return rendered(definition, change, at, 'removal', (position) => [
    message(shape, 'delete', keyOf(table, old), old, position),
  ])
}

/** All columns of the row as it is after the change: for who may have any version of it, or, with `insert`, none. */
export function renderWhole(
  definition: ShapeDefinition,
  change: Change,
  at: Commit,
  operation: 'insert' | 'update',
): Rendered[] {
  const { new: row, oldKey, newKey } = change
  if (!row) return []
  // Behind the removal under the key before.
  const isRenamed = oldKey !== null && oldKey !== newKey
  const messages = rendered(definition, change, at, `whole ${operation}`, ({ op, ...commit }) => [
    message(definition, operation, keyOf(definition.table, row), row, { ...commit, op: isRenamed ? op + 1 : op }),
  ])
  return isRenamed ? messages.map((one) => ({ ...one, op: one.op + 1 })) : messages
}

/** Once for all shapes with the same columns. */
function rendered(
  { projection }: ShapeDefinition,
  change: Change,
  { lsn, xid }: Commit,
  kind: string,
  make: (at: Position) => string[],
): Rendered[] {
  const op = change.op * 2
  const key = `${projection}/${kind}`
  const known = change.rendered.get(key)
  const texts = known ?? make({ lsn, xid, op }).join('\n')
  if (known === undefined) change.rendered.set(key, texts)
  if (texts === '') return []
  // JSON has no bare line breaks.
  return texts.split('\n').map((open, index) => ({ lsn, op: op + index, open }))
}

/** Whether the row was in the shape, and is. One whose values were erased from the log may have been, and is no more. */
export function membershipOf({ where }: ShapeDefinition, change: Change): { was: boolean; is: boolean } {
  const { old, new: fresh, isOldErased = false, isNewErased = false } = change
  return {
    was: old !== null && (isOldErased || where === null || where.matches(old)),
    is: fresh !== null && !isNewErased && (where === null || where.matches(fresh)),
  }
}

/** Of the change's transaction. */
type Commit = Pick<Block, 'lsn' | 'xid'>

interface Position extends Commit {
  op: number
}

/** Messages but for their ends; two of a changed key, whose ops follow each other. */
export function textsOf(
  definition: ShapeDefinition,
  verdict: Verdict,
  { old, new: fresh }: RowChange,
  at: Position,
): string[] {
  const { table } = definition
  if (verdict === 'update' && old && fresh) return updates(definition, old, fresh, at)
  const row = verdict === 'delete' ? old : fresh
  return row ? [message(definition, verdict, keyOf(table, row), row, at)] : []
}

function updates(definition: ShapeDefinition, old: Row, row: Row, at: Position): string[] {
  const { table, columns, replica } = definition
  // Without a primary key, columns that are not selected are part of it too.
  const [oldKey, key] = [keyOf(table, old), keyOf(table, row)]
  if (oldKey !== key) {
    return [
      message(definition, 'delete', oldKey, old, at, { headers: { key_change_to: key } }),
      message(definition, 'insert', key, row, { ...at, op: at.op + 1 }, { headers: { key_change_from: oldKey } }),
    ]
  }
  const changed = columns.filter((column) => old[column] !== row[column])
  if (changed.length === 0) return []
  if (replica === 'full') return [message(definition, 'update', key, row, at, { oldValue: pick(old, changed) })]
  const sent = columns.filter((column) => table.key.includes(column) || changed.includes(column))
  return [message(definition, 'update', key, pick(row, sent), at)]
}

function message(
  { table, columns, replica }: ShapeDefinition,
  operation: Verdict,
  key: string,
  value: Row,
  { lsn, xid, op }: Position,
  { oldValue, headers }: { oldValue?: Row; headers?: Record<string, string> } = {},
): string {
  const onlyKey = operation === 'delete' && replica === 'default' && table.key.length > 0
  const shown = onlyKey ? table.key : columns.filter((column) => column in value)
  const text = JSON.stringify({
    key,
    value: pick(value, shown),
    ...(oldValue && { old_value: oldValue }),
    headers: {
      operation,
      relation: [table.schema, table.name],
      lsn: String(lsn),
      op_position: op,
      txids: [xid],
      ...headers,
    },
  })
  return text.slice(0, -2)
}

function pick(row: Row, columns: readonly string[]): Row {
  const picked: Record<string, string | null> = {}
  for (const column of columns) picked[column] = row[column] ?? null
  return picked
}
