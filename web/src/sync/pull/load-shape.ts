// The rows of a shape that has many of them, and of one that starts anew, in parts until it is up to date once: Electric's protocol. Electric's
// client calls a function for each value that it parses, which was a fifth of what a device's first rows took (decision 0103).
import type { Message } from '@electric-sql/client'
import type { SyncedTable } from 'db/kit/define-table.ts'
import * as v from 'valibot'
import { refetchOf, unread, type Batch, type ShapeState } from './apply-batch.ts'
import { foldMessages, messagesSchema, type ShapeRow } from './fold-messages.ts'
import type { Send } from './transport.ts'

/** An answer; `messages` where it is one of rows. */
export interface Part {
  response: Response
  messages: Message<ShapeRow>[]
}

/** With all of its body. @throws TypeError, SyntaxError, ValiError when that breaks off or is none. */
export async function requestPart(send: Send, path: string, signal: AbortSignal): Promise<Part> {
  const response = await send(path, { signal })
  return { response, messages: response.ok ? v.parse(messagesSchema, await response.json()) : [] }
}

type Position = Pick<ShapeState, 'handle' | 'offset'>

interface LoadOptions {
  from: Position | undefined
  ask(path: string): Promise<Part>
  apply(batch: Batch): Promise<void>
}

/** A part is applied while the next is on its way. @throws whatever kept it from being read or applied; parts that were applied stay. */
export async function loadShape(table: SyncedTable, { from = unread, ask, apply }: LoadOptions): Promise<void> {
  const read = async (at: Position) => batchOf(table, await ask(pathOf(table, at)))
  let batch: Batch | undefined = await read(from)
  while (batch) {
    const next: Promise<Batch> | undefined = batch.folded.upToDate ? undefined : read(batch)
    // Heard of when it is waited for, and not at all where this part fails.
    next?.catch(() => undefined)
    await apply(batch)
    batch = await next
  }
}

function pathOf({ name }: SyncedTable, { handle, offset }: Position): string {
  return `/api/shapes/${name}?${new URLSearchParams({ ...(handle && { handle }), offset })}`
}

function batchOf(table: SyncedTable, { response: { ok, status, headers }, messages }: Part): Batch {
  if (status === 409) return refetchOf(table)
  const [handle, offset] = [headers.get('electric-handle'), headers.get('electric-offset')]
  if (!ok || handle === null || offset === null) throw new Error(`shape ${table.name}: ${status}`)
  return { table, folded: foldMessages(messages), handle, offset }
}
