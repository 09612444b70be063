// Follows every device table: one ShapeStream each, from the stored position, into the local copy.
//
//   ShapeStream ──live, catch-up──► join-requests ──► answer-groups ──► local-copy.apply (one transaction an answer)
//              └─first load, four at a time────────────────────────────► local-copy.applyLong
// Invariant: a stream's next request goes out when its last answer is applied; an answer that can't be applied ends the
// stream, which starts again from the stored position. Rows are never skipped.
import { isControlMessage, ShapeStream, type Message, type Offset } from '@electric-sql/client'
import type { SyncedTable } from 'db/kit/define-table.ts'
import { deviceTables } from 'db/tables.ts'
import { createAnswerGroups } from './answer-groups.ts'
import type { Batch, ShapeState } from './apply-batch.ts'
import { waitBackoff } from '../kit/backoff.ts'
import { foldMessages, type ShapeRow } from './fold-messages.ts'
import { createJoin, type UntilAnswered } from './join-requests.ts'
import { createLimiter, sendUntilAnswered, type Reachability, type Send } from './transport.ts'

const firstLoadLimit = 4
/** One transaction of more keeps queries waiting. */
const maxRowsTogether = 500

export interface PullOptions extends Reachability {
  origin: string
  send: Send
  signal: AbortSignal
  copy: {
    states(): ReadonlyMap<string, ShapeState>
    apply(batches: readonly Batch[]): Promise<void>
    applyLong(batch: Batch): Promise<void>
  }
  /** Every table was told to be current since the last request that failed. */
  onCurrent(): void
}

export function startPull(options: PullOptions): void {
  const { copy, signal } = options
  const stale = new Set(deviceTables.map((table) => table.name))
  const { send, onReachable, onUnreachable, onBusy, onOutdated, onOverdue } = options
  const reach: Reachability = { onReachable, onUnreachable, onBusy, onOutdated, onOverdue }
  const untilAnswered: UntilAnswered = (attempt, during) => sendUntilAnswered(attempt, during, reach)
  const limited = createLimiter(firstLoadLimit)
  const groups = createAnswerGroups({
    async together(batches) {
      if (rowsIn(batches) <= maxRowsTogether) await copy.apply(batches)
      else for (const batch of batches) await copy.applyLong(batch)
      noteCurrent(batches)
    },
    async alone(batch) {
      await copy.applyLong(batch)
      noteCurrent([batch])
    },
  })
  const live = createJoin({ send, untilAnswered, live: true, onAnswers: groups.open })
  const catchUp = createJoin({ send, untilAnswered, live: false, onAnswers: groups.open })

  function noteCurrent(batches: readonly Batch[]) {
    for (const { table, folded } of batches) {
      if (folded.mustRefetch) stale.add(table.name)
      else if (folded.upToDate) stale.delete(table.name)
    }
    if (stale.size === 0) options.onCurrent()
  }

  /** What a stream calls instead of the browser's fetch. */
  const fetchFor =
    (name: string): typeof fetch =>
    async (input, init) => {
      groups.pass(name)
      const url = new URL(String(input instanceof Request ? input.url : input))
      const requestSignal = init?.signal ?? signal
      const param = (key: string) => url.searchParams.get(key) ?? ''
      const isLive = param('live') === 'true'
      if (!isLive && !isPosition.test(param('offset'))) {
        const path = url.pathname + url.search
        return limited(() => untilAnswered(() => send(path, { signal: requestSignal }), requestSignal))
      }
      const cursor = param('cursor')
      const request = { name, handle: param('handle'), offset: param('offset'), ...(cursor && { cursor }) }
      return (isLive ? live : catchUp).fetch(request, requestSignal)
    }

  for (const table of deviceTables) void follow(table, options, fetchFor(table.name), groups)
}

/** Streams until the end of sync; each failure starts a new one from the stored position. */
async function follow(
  table: SyncedTable,
  { origin, copy, signal }: PullOptions,
  fetchClient: typeof fetch,
  groups: ReturnType<typeof createAnswerGroups>,
) {
  for (let failures = 0; !signal.aborted; failures++) {
    if (failures > 0) await waitBackoff(failures, signal)
    const state = copy.states().get(table.name)
    const ended = await streamOnce(table, {
      url: `${origin}/api/shapes/${table.name}`,
      state,
      signal,
      fetchClient,
      deliver: groups.deliver,
      onApplied: () => (failures = 0),
    })
    groups.pass(table.name)
    if (ended && !signal.aborted) console.error('shape', table.name, ended)
  }
}

/** Past the snapshot, whose parts are `-1` and `0_N`; its end is `0_inf`. */
const isPosition = /^(?!0_\d)\d+_/

const rowsIn = (batches: readonly Batch[]) =>
  batches.reduce((sum, { folded }) => sum + folded.upserts.length + folded.updates.length + folded.deletes.length, 0)

interface StreamOptions {
  url: string
  state: ShapeState | undefined
  signal: AbortSignal
  fetchClient: typeof fetch
  deliver(batch: Batch): Promise<void>
  onApplied(): void
}

/** Resolves with why it ended. */
function streamOnce(table: SyncedTable, options: StreamOptions): Promise<unknown> {
  const { promise: ended, resolve: end } = Promise.withResolvers<unknown>()
  const controller = new AbortController()
  const stop = (reason: unknown) => {
    controller.abort()
    end(reason)
  }
  options.signal.addEventListener('abort', () => stop(undefined), { signal: controller.signal })
  const { handle, offset } = options.state ?? {}
  const stream = new ShapeStream<ShapeRow>({
    url: options.url,
    ...(handle && { handle }),
    ...(offset !== undefined && offset !== '-1' && { offset: offset as Offset }),
    log: table.log === 'changes' ? 'changes_only' : 'full',
    signal: controller.signal,
    fetchClient: options.fetchClient,
    // join-requests has its own watchdog.
    liveRequestTimeoutMs: false,
    warnOnHttp: false,
    parser: asSent,
    onError: (error) => stop(error),
  })
  stream.subscribe(
    (messages) =>
      options
        .deliver(batchOf(table, messages, stream))
        .then(options.onApplied)
        .catch((error: unknown) => stop(error)),
    (error) => stop(error),
  )
  return ended
}

function batchOf(table: SyncedTable, messages: Message<ShapeRow>[], stream: ShapeStream<ShapeRow>): Batch {
  const refetch = messages.some((message) => isControlMessage(message) && message.headers.control === 'must-refetch')
  const handle = refetch ? '' : (stream.shapeHandle ?? '')
  return { table, folded: foldMessages(messages), handle, offset: refetch ? '-1' : stream.lastOffset }
}

/** UntilAnsweredgres' own text goes back into UntilAnsweredgres: parsing would lose big integers and NaN. */
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
