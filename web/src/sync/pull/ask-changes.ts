// What is new in the shapes that the device follows, asked in one request: whole transactions, all shapes up to the same commit. One answer,
// or one after the other as they are made (server-sent events).
import type { SyncedTable } from 'db/kit/define-table.ts'
import * as v from 'valibot'
import { refetchOf, type Batch } from './apply-batch.ts'
import { foldMessages, messagesSchema } from './fold-messages.ts'
import { readEvents } from './read-events.ts'
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
        messages: messagesSchema,
      }),
    ]),
  ),
})

type Answer = v.InferOutput<typeof answerSchema>

export interface Asking {
  /** For the next transaction, when nothing is new. */
  wait: boolean
  /** With answer after answer, for as long as the server lets a device wait. */
  stream: boolean
  signal: AbortSignal
}

export function requestChanges(
  send: Send,
  asked: readonly Position[],
  { wait, stream, signal }: Asking,
): Promise<Response> {
  const shapes = asked.map(({ table, handle, offset }) => ({ name: table.name, handle, offset }))
  return send('/api/shapes/changes', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ wait, ...(stream && { stream }), shapes }),
    signal,
  })
}

/**
 * The one answer, or each of a stream; those that are there at the same time are told as one. `onHeard`: something came.
 * @throws Broken, Error for an answer that is none
 */
export async function* readChanges(
  asked: readonly Position[],
  response: Response,
  onHeard: () => void,
): AsyncGenerator<Changes> {
  if (!response.ok) throw new Error(`changes: ${response.status}`)
  const tables = new Map(asked.map(({ table }) => [table.name, table]))
  for await (const texts of readEvents(response, onHeard)) {
    const answers = texts.map((text) => v.parse(answerSchema, JSON.parse(text)))
    for (const answer of joined(answers)) yield changesOf(answer, tables)
  }
}

/** Whole ones that follow each other are one. */
function joined(answers: readonly Answer[]): Answer[] {
  const all: Answer[] = []
  for (const answer of answers) {
    const last = all.at(-1)
    if (last?.whole && answer.whole) all.splice(-1, 1, joinedPair(last, answer))
    else all.push(answer)
  }
  return all
}

function joinedPair(first: Answer, { upTo, whole, changes }: Answer): Answer {
  const byName = new Map(first.changes.map((change) => [change.name, change]))
  for (const change of changes) {
    const before = byName.get(change.name)
    const goesOn = before && !before.refetch && !change.refetch
    byName.set(change.name, goesOn ? { ...change, messages: [...before.messages, ...change.messages] } : change)
  }
  return { upTo, whole, changes: [...byName.values()] }
}

function changesOf({ upTo, whole, changes }: Answer, tables: ReadonlyMap<string, SyncedTable>): Changes {
  const batches = changes.flatMap((change): Batch[] => {
    const table = tables.get(change.name)
    if (!table) return []
    if (change.refetch) return [refetchOf(table)]
    const { handle, offset, messages } = change
    return [{ table, folded: foldMessages(messages), handle, offset }]
  })
  return { batches, upTo, whole }
}
