// What a queue's form opens on: the row, or the change of it that the server refused. Pure.
import { changesBetween } from 'db/kit/merge-changes.ts'
import type { OutboxEntry } from '../../sync/client.ts'
import type { QueueRow } from './queries.ts'
import type { QueueOutput } from './queue-fields.ts'

export type EditTarget =
  /** Both values wait for a choice, which is made elsewhere. */
  | { kind: 'conflict'; entry: OutboxEntry }
  /** `before`: what the edit was made on, so that later changes of others are still seen. */
  | { kind: 'refused-edit'; entry: OutboxEntry; before: QueueRow; values: QueueRow }
  | { kind: 'refused-create'; entry: OutboxEntry; values: QueueRow }
  | { kind: 'row'; before: QueueRow }

export function editTarget(
  id: string,
  rows: readonly QueueRow[],
  outbox: readonly OutboxEntry[],
): EditTarget | undefined {
  const row = rows.find((candidate) => candidate.id === id)
  const entry = outbox.find(({ name, args, state }) => state === 'refused' && editable.has(name) && args['id'] === id)
  if (entry?.name === 'queue.create') return { kind: 'refused-create', entry, values: rowOf(entry) }
  if (!row) return undefined
  if (!entry) return { kind: 'row', before: row }
  if (entry.code === 'ERR_CONFLICT') return { kind: 'conflict', entry }
  const [before, values] = [side(entry, 'from'), side(entry, 'to')]
  return { kind: 'refused-edit', entry, before: { ...row, ...before }, values: { ...row, ...values } }
}

const editable = new Set(['queue.create', 'queue.update'])

/** Of a refused queue.create, which is no row of any table; an app of before left the later columns out. */
export function rowOf({ args }: OutboxEntry): QueueRow {
  const later = { outOfHoursMessage: '', hours: null, mediaHash: null }
  return { ...later, ...args } as unknown as QueueRow
}

/** The args that save a refused edit once more; null when nothing of it is left. */
export function editedArgs(before: QueueRow, output: QueueOutput): Record<string, unknown> | null {
  const changes = changesBetween(before, output)
  return Object.keys(changes).length === 0 ? null : { id: before.id, changes }
}

function side({ args }: OutboxEntry, which: 'from' | 'to'): Partial<QueueRow> {
  const changes = args['changes'] as Record<string, { from?: unknown; to: unknown }>
  const known = Object.entries(changes).filter(([, change]) => change[which] !== undefined)
  return Object.fromEntries(known.map(([field, change]) => [field, change[which]]))
}
