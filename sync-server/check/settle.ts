// The end of a round: when nothing is written any more, every client must have what SELECT has, at the latest with the first answer
// that says it is up to date with a position past the last commit.
import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from 'pg'
import { withConnection } from './connection.ts'
import { Failure } from './failure.ts'
import type { FollowedShape } from './followed.ts'
import type { FromClient } from './protocol.ts'
import { difference, digestOf, type Row } from './rows.ts'
import { definitionOf, type ShapeSpec } from './shape-spec.ts'
import type { World } from './world.ts'

/** ms without any client's having come further, and ms altogether. */
const standstill = 120_000
const deadline = 300_000
const linesShown = 10

export interface Settled {
  ms: number
  rows: number
}

interface Verdict {
  /** The first shape that is not as it should be; null when all are. */
  id: string | null
  reason: string
}

export async function settle(world: World, round: number): Promise<Settled> {
  const started = Date.now()
  const { lsn, expected } = await withConnection(world.server.url, async (client) => {
    const found = await readExpected(client, world)
    // Something to come past that position, which no shape has.
    await client.query(`insert into markers values (1, ${round}) on conflict (id) do update set round = excluded.round`)
    return found
  })
  const verdict = awaitVerdict(world, round)
  let rows = 0
  for (const [id, { client, spec }] of world.followed.shapes) {
    const wanted = expected.get(definitionOf(spec))
    rows += wanted?.rows.length ?? 0
    client.send({ kind: 'expect', id, round, lsn, digest: wanted?.digest ?? '' })
  }
  const { id, reason } = await verdict
  if (id === null) return { ms: Date.now() - started, rows }
  const shape = world.followed.shapes.get(id)
  if (!shape) throw new Error(`${id} is not followed`)
  throw await explainDifference(world, shape, reason, lsn, expected.get(definitionOf(shape.spec))?.rows ?? [])
}

async function awaitVerdict({ followed, listen }: World, round: number): Promise<Verdict> {
  const over = new AbortController()
  const verdict = Promise.withResolvers<Verdict>()
  const waiting = new Set(followed.shapes.keys())
  const late = (ms: number) => () => {
    const [id = null] = waiting
    verdict.resolve({ id, reason: `${waiting.size} shapes are not caught up, after ${ms} ms` })
  }
  const still = setTimeout(late(standstill), standstill)
  const end = setTimeout(late(deadline), deadline)
  listen((message) => {
    if (message.kind === 'checked' && message.round !== round) return
    still.refresh()
    if (message.kind !== 'checked') return
    waiting.delete(message.id)
    if (!message.isEqual) verdict.resolve({ id: message.id, reason: 'up to date, but not equal' })
    else if (waiting.size === 0) verdict.resolve({ id: null, reason: '' })
  }, over.signal)
  const found = await verdict.promise
  over.abort()
  clearTimeout(still)
  clearTimeout(end)
  return found
}

/** What SELECT has, by definition, and the position that it has it from. */
async function readExpected(client: Client, { followed }: World) {
  const expected = new Map<string, { rows: Row[]; digest: string }>()
  const position = await client.query<{ lsn: string }>(`select (pg_current_wal_insert_lsn() - '0/0')::text as lsn`)
  for (const { spec } of followed.shapes.values()) {
    const definition = definitionOf(spec)
    if (expected.has(definition)) continue
    const rows = await selectRows(client, spec)
    expected.set(definition, { rows, digest: digestOf(rows) })
  }
  return { lsn: position.rows[0]?.lsn ?? '0', expected }
}

async function selectRows(client: Client, { table, columns, sql: where }: ShapeSpec): Promise<Row[]> {
  const all = await client.query<{ name: string }>(
    'select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped',
    [table],
  )
  const list = (columns ?? all.rows.map(({ name }) => name)).map((name) => `"${name}"::text as "${name}"`)
  const filter = where === null ? '' : ` where ${where}`
  return (await client.query<Row>(`select ${list.join(', ')} from ${table}${filter}`)).rows
}

async function explainDifference(
  world: World,
  shape: FollowedShape,
  reason: string,
  lsn: string,
  wanted: readonly Row[],
) {
  const over = new AbortController()
  const shown = Promise.withResolvers<Extract<FromClient, { kind: 'shown' }>>()
  world.listen((message) => {
    if (message.kind === 'shown' && message.id === shape.spec.id) shown.resolve(message)
  }, over.signal)
  shape.client.send({ kind: 'show', id: shape.spec.id })
  const timeout = delay(5000, null, { signal: over.signal }).catch(() => null)
  const found = await Promise.race([shown.promise, timeout])
  over.abort()
  const name = world.followed.nameOf(shape)
  if (!found) return new Failure(`${reason}: ${name}\nits client does not answer`)
  const { onlyMine, onlyTheirs } = difference(found.rows, wanted)
  const where = `at ${found.lsn} of ${lsn}, ${found.isAtRest ? 'at rest' : 'in the middle'}, ${found.status}`
  const list = (lines: readonly string[]) => lines.slice(0, linesShown).map((line) => `  ${line.slice(0, 600)}`)
  return new Failure(
    [
      `${reason}: ${name}`,
      `client: ${found.rows.length} rows, ${where}; SELECT: ${wanted.length} rows`,
      `only the client has ${onlyMine.length}:`,
      ...list(onlyMine),
      `only SELECT has ${onlyTheirs.length}:`,
      ...list(onlyTheirs),
    ].join('\n'),
  )
}
