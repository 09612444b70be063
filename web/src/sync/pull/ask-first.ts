// The first rows of many shapes, asked for in one request: of most there are few, and each would cost two round trips.
import type { SyncedTable } from 'db/kit/define-table.ts'
import * as v from 'valibot'
import type { Batch } from './apply-batch.ts'
import { foldMessages, messagesSchema } from './fold-messages.ts'
import { readEvents } from './read-events.ts'
import type { Send } from './transport.ts'

/** What is there at a time. */
export interface First {
  batches: readonly Batch[]
  /** They have more rows than one request should bring. */
  large: readonly SyncedTable[]
}

const answerSchema = v.object({
  name: v.string(),
  position: v.nullable(v.object({ handle: v.string(), offset: v.string() })),
  pages: v.array(messagesSchema),
})

export const requestFirst = (send: Send, tables: readonly SyncedTable[], signal: AbortSignal): Promise<Response> =>
  send('/api/shapes/first', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ shapes: tables.map(({ name }) => name) }),
    signal,
  })

/** `onHeard`: something came. @throws Broken, Error for an answer that is none */
export async function* readFirst(
  tables: readonly SyncedTable[],
  response: Response,
  onHeard: () => void,
): AsyncGenerator<First> {
  if (!response.ok) throw new Error(`first rows: ${response.status}`)
  const byName = new Map(tables.map((table) => [table.name, table]))
  for await (const texts of readEvents(response, onHeard)) {
    const batches: Batch[] = []
    const large: SyncedTable[] = []
    for (const text of texts) {
      const { name, position, pages } = v.parse(answerSchema, JSON.parse(text))
      const table = byName.get(name)
      if (!table) continue
      if (position) batches.push({ table, folded: foldMessages(pages.flat()), ...position })
      else large.push(table)
    }
    yield { batches, large }
  }
}
