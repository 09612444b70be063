// A shape's first rows, and those of one that starts anew: Electric's client reads it in parts, until it is up to date once.
import { isControlMessage, ShapeStream, type Message, type Offset } from '@electric-sql/client'
import type { SyncedTable } from 'db/kit/define-table.ts'
import type { Batch, ShapeState } from './apply-batch.ts'
import { foldMessages, type ShapeRow } from './fold-messages.ts'

interface LoadOptions {
  origin: string
  state: ShapeState | undefined
  signal: AbortSignal
  /** What the client calls instead of the browser's fetch. */
  fetch: typeof fetch
  /** The next part is asked for when it resolves. */
  apply(batch: Batch): Promise<void>
}

/** @throws whatever kept it from being read or applied; parts that were applied stay. */
export async function loadShape(table: SyncedTable, { origin, state, signal, fetch, apply }: LoadOptions) {
  const { promise: loaded, resolve, reject } = Promise.withResolvers<void>()
  const ended = new AbortController()
  const { handle, offset } = state ?? {}
  const stream = new ShapeStream<ShapeRow>({
    url: `${origin}/api/shapes/${table.name}`,
    ...(handle && { handle }),
    ...(offset !== undefined && offset !== '-1' && { offset: offset as Offset }),
    log: table.log === 'changes' ? 'changes_only' : 'full',
    subscribe: false,
    signal: AbortSignal.any([signal, ended.signal]),
    fetchClient: fetch,
    warnOnHttp: false,
    parser: asSent,
    onError: reject,
  })
  stream.subscribe(async (messages) => {
    const batch = batchOf(table, messages, stream)
    await apply(batch).then(() => batch.folded.upToDate && resolve(), reject)
  }, reject)
  signal.addEventListener('abort', () => reject(signal.reason), { signal: ended.signal })
  try {
    await loaded
  } finally {
    ended.abort()
  }
}

function batchOf(table: SyncedTable, messages: Message<ShapeRow>[], stream: ShapeStream<ShapeRow>): Batch {
  const refetch = messages.some((message) => isControlMessage(message) && message.headers.control === 'must-refetch')
  const handle = refetch ? '' : (stream.shapeHandle ?? '')
  return { table, folded: foldMessages(messages), handle, offset: refetch ? '-1' : stream.lastOffset }
}

/** Postgres' own text goes back into Postgres: parsing would lose big integers and NaN. */
const keep = (value: string) => value
const asSent = {
  int2: keep,
  int4: keep,
  int8: keep,
  float4: keep,
  float8: keep,
  bool: keep,
  numeric: keep,
  json: keep,
  jsonb: keep,
}
