// One answer of a shape, folded to its net effect: per row at most one upsert, update or delete, so that applying it twice or in
// any order of rows gives the same. Pure; values stay the text that the server sent.
import { isChangeMessage, isControlMessage, type Message, type Row } from '@electric-sql/client'
import * as v from 'valibot'
import { lsnIn } from '../kit/lsn.ts'

export type ShapeRow = Row<unknown>

/** The protocol's messages, as far as they are looked at before they are read. */
export const messagesSchema = v.custom<Message<ShapeRow>[]>(Array.isArray)

export interface Folded {
  /** Whole rows. */
  upserts: ShapeRow[]
  /** Id and changed columns of rows that are there. */
  updates: ShapeRow[]
  deletes: string[]
  /** The shape is current as of `lsn`. */
  upToDate: boolean
  /** The rows so far are of an older handle. */
  mustRefetch: boolean
  /** Latest log position that the answer speaks of. */
  lsn: bigint
  /** Log position of each change by row id; only changes have one, rows of a snapshot don't. */
  lsnOf: ReadonlyMap<string, bigint>
}

interface Change {
  kind: 'upsert' | 'update' | 'delete'
  row: ShapeRow
}

export function foldMessages(messages: readonly Message<ShapeRow>[]): Folded {
  const changes = new Map<string, Change>()
  const lsnOf = new Map<string, bigint>()
  const folded = { upToDate: false, mustRefetch: false, lsn: 0n }
  for (const message of messages) {
    const lsn = lsnIn(message.headers['lsn']) ?? lsnIn(message.headers['global_last_seen_lsn'])
    if (lsn !== undefined && lsn > folded.lsn) folded.lsn = lsn
    if (isChangeMessage(message)) {
      const id = String(message.value['id'])
      changes.set(id, merge(changes.get(id), message.headers.operation, message.value))
      if (lsn !== undefined) lsnOf.set(id, lsn)
    } else if (isControlMessage(message)) {
      folded.upToDate ||= message.headers.control === 'up-to-date'
      folded.mustRefetch ||= message.headers.control === 'must-refetch'
    }
  }
  return { ...folded, lsnOf, ...byKind(changes) }
}

function merge(before: Change | undefined, operation: 'insert' | 'update' | 'delete', row: ShapeRow): Change {
  if (operation === 'insert') return { kind: 'upsert', row }
  if (operation === 'delete') return { kind: 'delete', row }
  if (!before || before.kind === 'delete') return { kind: 'update', row }
  return { kind: before.kind, row: { ...before.row, ...row } }
}

function byKind(changes: ReadonlyMap<string, Change>) {
  const rows = (kind: Change['kind']) =>
    [...changes.values()].filter((change) => change.kind === kind).map((c) => c.row)
  return { upserts: rows('upsert'), updates: rows('update'), deletes: rows('delete').map((row) => String(row['id'])) }
}
