// One transaction's changes → the messages that one shape's clients get for them: a row may enter, stay, leave, or never have been there.
// Invariant: offsets rise by 2 per message within the transaction, and only the last message says `last`.
import { keyOf, type Row } from './catalog.ts'
import { Offset } from './offset.ts'
import type { ShapeDefinition } from './shape.ts'
import type { Change } from './transaction.ts'

/** What a transaction is to a shape. */
export interface LogEntry {
  /** Of its last message. */
  offset: Offset
  /** JSON items without the array's brackets. */
  json: string
}

interface Operation {
  operation: 'insert' | 'update' | 'delete'
  key: string
  value: Row
  oldValue?: Row
  extra?: Record<string, string>
}

/** Null when it does not concern the shape. */
export function logEntryOf(
  definition: ShapeDefinition,
  transaction: { xid: number; lsn: bigint },
  changes: readonly Change[],
): LogEntry | null {
  const operations = changes.flatMap((change) => operationsOf(definition, change))
  if (operations.length === 0) return null
  const last = operations.length - 1
  const items = operations.map((operation, index) =>
    serialise(definition, transaction, operation, index * 2, index === last),
  )
  return { offset: new Offset(transaction.lsn, last * 2), json: items.join(',') }
}

function operationsOf(definition: ShapeDefinition, change: Change): Operation[] {
  const { table, where } = definition
  const matches = (row: Row | null): row is Row => row !== null && (where === null || where.matches(row))
  const [was, is] = [matches(change.old), matches(change.new)]
  if (is && was && change.old && change.new) return updates(definition, change.old, change.new)
  if (is && change.new) return [{ operation: 'insert', key: keyOf(table, change.new), value: change.new }]
  if (was && change.old) return [{ operation: 'delete', key: keyOf(table, change.old), value: change.old }]
  return []
}

function updates(definition: ShapeDefinition, old: Row, row: Row): Operation[] {
  const changed = definition.columns.filter((column) => old[column] !== row[column])
  if (changed.length === 0) return []
  const { table } = definition
  const [oldKey, key] = [keyOf(table, old), keyOf(table, row)]
  if (oldKey !== key) {
    return [
      { operation: 'delete', key: oldKey, value: old, extra: { key_change_to: key } },
      { operation: 'insert', key, value: row, extra: { key_change_from: oldKey } },
    ]
  }
  if (definition.replica === 'full') {
    return [{ operation: 'update', key, value: row, oldValue: pick(old, changed) }]
  }
  const sent = definition.columns.filter((column) => table.key.includes(column) || changed.includes(column))
  return [{ operation: 'update', key, value: pick(row, sent) }]
}

function pick(row: Row, columns: readonly string[]): Row {
  const picked: Record<string, string | null> = {}
  for (const column of columns) picked[column] = row[column] ?? null
  return picked
}

function serialise(
  definition: ShapeDefinition,
  { xid, lsn }: { xid: number; lsn: bigint },
  { operation, key, value, oldValue, extra }: Operation,
  position: number,
  last: boolean,
): string {
  const { table, columns, replica } = definition
  const onlyKey = operation === 'delete' && replica === 'default' && table.key.length > 0
  const shown = onlyKey ? table.key : columns.filter((column) => column in value)
  return JSON.stringify({
    key,
    value: pick(value, shown),
    ...(oldValue && { old_value: oldValue }),
    headers: {
      operation,
      relation: [table.schema, table.name],
      lsn: lsn.toString(),
      op_position: position,
      txids: [xid],
      ...extra,
      ...(last && { last }),
    },
  })
}
