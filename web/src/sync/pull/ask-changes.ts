// What is new in the shapes that the device follows, asked in one request: whole transactions, all shapes up to the same commit.
import type { Message } from '@electric-sql/client'
import type { SyncedTable } from 'db/kit/define-table.ts'
import * as v from 'valibot'
import type { Batch } from './apply-batch.ts'
import { foldMessages, type ShapeRow } from './fold-messages.ts'
import type { Send } from './transport.ts'

export interface Position {
  table: SyncedTable
  handle: string
  offset: string
}

export interface Changes {
  /** A batch for each table with news. */
  batches: readonly Batch[]
  /** Commit position up to which all tables that were asked for are current, but those that start anew; null: there is more. */
  upTo: bigint | null
  /** False: a transaction goes on in the next answer. */
  whole: boolean
}

const answerSchema = v.object({
  upTo: v.nullable(
    v.pipe(
      v.string(),
      v.regex(/^\d+$/),
      v.transform((text) => BigInt(text)),
    ),
  ),
  whole: v.boolean(),
  changes: v.array(
    v.variant('refetch', [
      v.object({ name: v.string(), refetch: v.literal(true) }),
      v.object({
        name: v.string(),
        refetch: v.literal(false),
        handle: v.string(),
        offset: v.string(),
        messages: v.custom<Message<ShapeRow>[]>(Array.isArray),
      }),
    ]),
  ),
})

export function requestChanges(
  send: Send,
  asked: readonly Position[],
  { wait, signal }: { wait: boolean; signal: AbortSignal },
): Promise<Response> {
  const shapes = asked.map(({ table, handle, offset }) => ({ name: table.name, handle, offset }))
  return send('/api/shapes/changes', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ wait, shapes }),
    signal,
  })
}

/** @throws Error for an answer that is none. */
export async function readChanges(asked: readonly Position[], response: Response): Promise<Changes> {
  if (!response.ok) throw new Error(`changes: ${response.status}`)
  const { upTo, whole, changes } = v.parse(answerSchema, await response.json())
  const tables = new Map(asked.map(({ table }) => [table.name, table]))
  const batches = changes.flatMap((change): Batch[] => {
    const table = tables.get(change.name)
    if (!table) return []
    if (change.refetch) return [{ table, folded: foldMessages([mustRefetch]), handle: '', offset: '-1' }]
    const { handle, offset, messages } = change
    return [{ table, folded: foldMessages(messages), handle, offset }]
  })
  return { batches, upTo, whole }
}

const mustRefetch: Message<ShapeRow> = { headers: { control: 'must-refetch' } }
