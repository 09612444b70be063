// A server for tests of sync: runs mutations on plain tables in PGlite and serves Electric's protocol from what they changed.
// No sessions and no scopes: everybody sees every row. Each accepted mutation is one transaction with one log position.
import type { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import type { Actor } from 'db/kit/actor.ts'
import { runMutation, type Tx } from 'db/kit/define-mutation.ts'
import { noEffects } from 'db/kit/effects.ts'
import { AppError } from 'db/kit/errors.ts'
import { createHold } from 'db/kit/hold.ts'
import { mutations, refusalKindOf } from 'db/mutations.ts'
import { appliedMutations } from 'db/mutation-log/table.ts'
import { deviceTables } from 'db/tables.ts'
import type { PushResult } from './push/push-batch.ts'
import { writtenIn } from './queries/sql-tables.ts'
import { testPglite } from './local/test-pglite.ts'
import type { Send } from './pull/transport.ts'

type TextRow = Record<string, string | null>
interface LogEntry {
  lsn: number
  messages: object[]
}
interface Shape {
  handle: string
  snapshot: TextRow[]
  /** Log position of the snapshot. */
  since: number
  log: LogEntry[]
}

export interface TestServer {
  pg: PGlite
  send: Send
  /** The same server, for somebody else. */
  sendAs(actor: Actor): Send
  /** One server transaction by other means than a push. */
  write(change: (tx: Tx) => Promise<void>): Promise<void>
  /** Devices have to fetch this table anew. */
  rotate(table: string): void
  /** While false every request fails like a network without server; those that wait fail then, too. */
  online: boolean
  /** Every id that was pushed, in order of arrival. */
  pushed: string[]
  rows(table: string): Promise<TextRow[]>
}

export async function createTestServer(me: Actor, { chunkRows = 500, pollMs = 20_000 } = {}): Promise<TestServer> {
  const pg = await testPglite('server')
  /** Tables that the statements of a mutation wrote. */
  const written = new Set<string>()
  const note = (text: string, params: unknown[]) => {
    const [table] = writtenIn(text, params) ?? []
    if (table) written.add(table)
  }
  const orm = drizzle({ client: pg, logger: { logQuery: note } })
  const current = new Map<string, Map<string, TextRow>>(deviceTables.map((table) => [table.name, new Map()]))
  const shapes = new Map<string, Shape>()
  const waiters = new Set<() => void>()
  let lsn = 1000
  let online = true

  const rows = async (name: string): Promise<TextRow[]> => {
    const table = deviceTables.find((candidate) => candidate.name === name)
    const columns = (table?.columns ?? []).map((column) => `"${column}"::text`)
    return (await pg.query<TextRow>(`select ${columns.join(', ')} from ${name} order by id`)).rows
  }

  /** Looks for changes in all tables: what is written here may be any statement. */
  async function write(change: (tx: Tx) => Promise<void>) {
    await commit(change, new Set(deviceTables.map(({ name }) => name)))
    wakeAll()
  }

  async function commit(change: (tx: Tx) => Promise<void>, tables: ReadonlySet<string>) {
    await orm.transaction(async (tx) => change(tx))
    lsn += 10
    for (const name of tables) await logChanges(name)
  }

  const wakeAll = () => {
    for (const wake of waiters) wake()
  }

  async function logChanges(name: string) {
    const before = current.get(name) ?? new Map<string, TextRow>()
    const after = new Map((await rows(name)).map((row) => [String(row['id']), row]))
    const messages = [...diff(name, before, after, lsn)]
    current.set(name, after)
    if (messages.length > 0) shapes.get(name)?.log.push({ lsn, messages })
  }

  async function push(actor: Actor, body: { mutations: { id: string; name: string; args: unknown }[] }) {
    const results: PushResult[] = []
    const hold = createHold(refusalKindOf)
    for (const call of body.mutations) {
      server.pushed.push(call.id)
      const isHeld = hold.holderOf(call) !== undefined
      const result: PushResult = isHeld ? { id: call.id, status: 'held' } : await accept(actor, call)
      if (result.status === 'rejected') hold.refuse(call)
      results.push(result)
    }
    wakeAll()
    return Response.json({ results })
  }

  async function accept(
    actor: Actor,
    { id, name, args }: { id: string; name: string; args: unknown },
  ): Promise<PushResult> {
    const mutation = mutations.get(name)
    const known = await pg.query('select 1 from applied_mutations where id = $1', [id])
    if (known.rows.length > 0) return { id, status: 'applied', lsn: String(lsn) }
    try {
      if (!mutation) throw new AppError('ERR_UNKNOWN_MUTATION')
      const now = new Date()
      written.clear()
      const change = async (tx: Tx) => {
        await runMutation(tx, mutation, args, { actor, now, side: 'client', effects: noEffects })
        const userId = actor.kind === 'user' ? actor.userId : id
        await tx.insert(appliedMutations).values({ id, companyId: actor.companyId, userId, name, appliedAt: now })
      }
      await commit(change, written)
      return { id, status: 'applied', lsn: String(lsn) }
    } catch (error) {
      if (error instanceof AppError) return { id, status: 'rejected', code: error.code, details: error.details }
      throw error
    }
  }

  function shapeOf(name: string): Shape {
    const log = deviceTables.some((table) => table.name === name && table.log === 'changes')
    const snapshot = log ? [] : [...(current.get(name)?.values() ?? [])]
    const shape = shapes.get(name) ?? { handle: `${name}-${crypto.randomUUID()}`, snapshot, since: lsn, log: [] }
    shapes.set(name, shape)
    return shape
  }

  function read(
    name: string,
    offset: string,
    handle: string,
  ): { status: number; headers: Record<string, string>; body: object[] } {
    const shape = shapeOf(name)
    const headers = { 'electric-handle': shape.handle, 'electric-schema': '{}' }
    if (offset !== '-1' && handle !== shape.handle) {
      return { status: 409, headers, body: [{ headers: { control: 'must-refetch' } }] }
    }
    const [tx = 0, op = 0] = offset.split('_').map(Number)
    const chunk = offset === '-1' ? 0 : tx === 0 ? op + 1 : Infinity
    const part = shape.snapshot.slice(chunk * chunkRows, (chunk + 1) * chunkRows)
    if (chunk === 0 || part.length > 0) {
      const body = part.map((value) => ({ key: keyOf(name, value), value, headers: { operation: 'insert' } }))
      return { status: 200, headers: { ...headers, 'electric-offset': `0_${chunk}` }, body }
    }
    const entries = shape.log.filter((entry) => entry.lsn > Math.max(tx, shape.since))
    const last = entries.at(-1)
    const upToDate = { headers: { control: 'up-to-date', global_last_seen_lsn: String(lsn) } }
    return {
      status: 200,
      headers: { ...headers, 'electric-offset': last ? `${last.lsn}_0` : offset, 'electric-up-to-date': '' },
      body: [...entries.flatMap((entry) => entry.messages), upToDate],
    }
  }

  /** Of shapes whose rows are one part all that there is. */
  function first(names: readonly string[]) {
    const events = names.map((name) => {
      const start = read(name, '-1', '')
      const handle = start.headers['electric-handle'] ?? ''
      const end = read(name, '0_0', handle)
      const isWhole = 'electric-up-to-date' in end.headers
      const position = isWhole ? { handle, offset: end.headers['electric-offset'] } : null
      return `data: ${JSON.stringify({ name, position, pages: isWhole ? [start.body, end.body] : [] })}\n\n`
    })
    return new Response(events.join(''), { headers: { 'content-type': 'text/event-stream' } })
  }

  async function changes(
    body: { wait: boolean; shapes: { name: string; offset: string; handle: string }[] },
    signal?: AbortSignal | null,
  ) {
    const ask = () =>
      body.shapes.flatMap(({ name, offset, handle }) => {
        const { status, headers, body: messages } = read(name, offset, handle)
        if (status !== 200) return [{ name, refetch: true }]
        // One message says that it is up to date.
        if (messages.length === 1) return []
        return [{ name, refetch: false, handle, offset: headers['electric-offset'], messages }]
      })
    if (body.wait && ask().length === 0) await somethingNew(signal)
    return Response.json({ upTo: String(lsn), whole: true, changes: ask() })
  }

  function somethingNew(signal?: AbortSignal | null) {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, pollMs)
    const goOn = () => (online ? resolve() : reject(new TypeError('no network')))
    waiters.add(goOn)
    signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
    return promise.finally(() => {
      clearTimeout(timer)
      waiters.delete(goOn)
    })
  }

  const server: TestServer = {
    pg,
    get online() {
      return online
    },
    set online(value) {
      online = value
      if (!online) for (const cut of waiters) cut()
    },
    pushed: [],
    write,
    rows,
    rotate(table) {
      shapes.delete(table)
      wakeAll()
    },
    send: (path, init) => answer(me, path, init),
    sendAs: (actor) => (path, init) => answer(actor, path, init),
  }
  return server

  async function answer(actor: Actor, path: string, init: RequestInit) {
    if (!online) throw new TypeError('no network')
    const url = new URL(path, 'http://test')
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    if (url.pathname === '/api/mutations') return push(actor, body as Parameters<typeof push>[1])
    if (url.pathname === '/api/shapes/changes') return changes(body as Parameters<typeof changes>[0], init.signal)
    if (url.pathname === '/api/shapes/first') return first((body as { shapes: string[] }).shapes)
    const name = url.pathname.split('/').at(-1) ?? ''
    const part = read(name, url.searchParams.get('offset') ?? '-1', url.searchParams.get('handle') ?? '')
    return new Response(JSON.stringify(part.body), part)
  }
}

function* diff(name: string, before: ReadonlyMap<string, TextRow>, after: ReadonlyMap<string, TextRow>, lsn: number) {
  const headers = { lsn: String(lsn), relation: ['public', name] }
  for (const [id, value] of after) {
    const old = before.get(id)
    const changed = Object.entries(value).filter(([key, field]) => key === 'id' || old?.[key] !== field)
    if (!old) yield { key: keyOf(name, value), value, headers: { ...headers, operation: 'insert' } }
    else if (changed.length > 1) {
      yield {
        key: keyOf(name, value),
        value: Object.fromEntries(changed),
        headers: { ...headers, operation: 'update' },
      }
    }
  }
  for (const [id, value] of before) {
    if (!after.has(id)) yield { key: keyOf(name, value), value: { id }, headers: { ...headers, operation: 'delete' } }
  }
}

const keyOf = (name: string, row: TextRow) => `"public"."${name}"/"${row['id']}"`
