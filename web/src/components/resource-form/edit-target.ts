// What a resource's form opens on: the row, or the change of it that the server refused; and what saving then means. Pure; the entries
// come from whoever shows the form.
import type { ErrorCode, ErrorDetails } from 'db/kit/errors.ts'
import { changesBetween } from 'db/kit/merge-changes.ts'

export interface EditEntry {
  id: string
  name: string
  args: Record<string, unknown>
  state: 'waiting' | 'applied' | 'refused'
  code?: ErrorCode | undefined
  details?: ErrorDetails | undefined
}

export type EditTarget<Row, Entry> =
  /** Both values wait for a choice, which is made elsewhere. */
  | { kind: 'conflict'; entry: Entry }
  /** `before`: what the edit was made on, so that later changes of others are still seen. */
  | { kind: 'refused-edit'; entry: Entry; before: Row; values: Row }
  | { kind: 'refused-create'; entry: Entry; values: Row }
  | { kind: 'row'; before: Row }

export interface EditSource<Row, Entry> {
  /** First part of the mutations' names: `queue` of queue.update. */
  noun: string
  id: string
  rows: readonly Row[]
  outbox: readonly Entry[]
  /** The row that a refused create would have made; it is in no table. */
  rowOf(entry: Entry): Row
}

export function editTarget<Row extends { id: string }, Entry extends EditEntry>({
  noun,
  id,
  rows,
  outbox,
  rowOf,
}: EditSource<Row, Entry>): EditTarget<Row, Entry> | undefined {
  const editable = [`${noun}.create`, `${noun}.update`]
  const row = rows.find((candidate) => candidate.id === id)
  const entry = outbox.find(
    ({ name, args, state }) => state === 'refused' && editable.includes(name) && args['id'] === id,
  )
  if (entry?.name === `${noun}.create`) return { kind: 'refused-create', entry, values: rowOf(entry) }
  if (!row) return undefined
  if (!entry) return { kind: 'row', before: row }
  if (entry.code === 'ERR_CONFLICT') return { kind: 'conflict', entry }
  const [before, values] = [side(entry, 'from'), side(entry, 'to')]
  return { kind: 'refused-edit', entry, before: { ...row, ...before }, values: { ...row, ...values } }
}

export type OpenTarget<Row, Entry> = Exclude<EditTarget<Row, Entry>, { kind: 'conflict' }>

/** What a form shows first. */
export function valuesOf<Row, Entry>(target: OpenTarget<Row, Entry>): Row {
  return target.kind === 'row' ? target.before : target.values
}

interface Saving {
  update(args: Record<string, unknown>): Promise<void>
  retry(entryId: string, args: Record<string, unknown>): Promise<void>
  discard(entryId: string): Promise<void>
}

/** Whether there was anything to save. */
export async function saveTarget<Row extends { id: string }, Entry extends EditEntry>(
  target: OpenTarget<Row, Entry>,
  output: Partial<Row>,
  { update, retry, discard }: Saving,
): Promise<boolean> {
  if (target.kind === 'refused-create') {
    await retry(target.entry.id, { id: target.values.id, ...output })
    return true
  }
  const args = editedArgs(target.before, output)
  if (target.kind === 'refused-edit') await (args ? retry(target.entry.id, args) : discard(target.entry.id))
  else if (args) await update(args)
  return args !== null
}

/** The args that save an edit; null when nothing of it is left. */
export function editedArgs<Row extends { id: string }>(
  before: Row,
  output: Partial<Row>,
): Record<string, unknown> | null {
  const changes = changesBetween(before, output)
  return Object.keys(changes).length === 0 ? null : { id: before.id, changes }
}

function side({ args }: EditEntry, which: 'from' | 'to'): object {
  const changes = args['changes'] as Record<string, { from?: unknown; to: unknown }>
  const known = Object.entries(changes).filter(([, change]) => change[which] !== undefined)
  return Object.fromEntries(known.map(([field, change]) => [field, change[which]]))
}
