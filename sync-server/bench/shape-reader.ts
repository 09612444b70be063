// A client of one shape that looks at no row: it goes from position to position as Electric's protocol says, and counts.
import { setTimeout as delay } from 'node:timers/promises'
import type { Answer, Connection } from './connection.ts'

export interface ShapeQuery {
  table: string
  where: string | null
}

/** Where a client stands in a shape. */
export interface Position {
  handle: string
  offset: string
  cursor: string | null
}

export interface Read {
  at: Position
  /** Rows and changes; 0 unless they were to be counted. */
  changes: number
  bytes: number
  requests: number
}

/** In the headers of rows and changes only: within a value its quotes are escaped. */
const mark = Buffer.from('"operation":"')

/** Everything up to now. @throws when the shape has to be read anew, or the engine fails. */
export async function readUpToDate(
  connection: Connection,
  query: ShapeQuery,
  { from = null as Position | null, count = false } = {},
): Promise<Read> {
  const read = { changes: 0, bytes: 0, requests: 0 }
  for (let at = from; ;) {
    const answer = await ask(connection, pathOf(query, at, false), count)
    read.requests++
    at = positionAfter(answer, at)
    read.bytes += answer.bytes
    read.changes += changesIn(answer.body)
    if (answer.header('electric-up-to-date') !== null) return { at, ...read }
  }
}

/** The next changes, or none when the time of a long-poll was over. @throws as above. */
export async function waitForChanges(connection: Connection, query: ShapeQuery, from: Position): Promise<Read> {
  const answer = await ask(connection, pathOf(query, from, true), true)
  return { at: positionAfter(answer, from), changes: changesIn(answer.body), bytes: answer.bytes, requests: 1 }
}

async function ask(connection: Connection, path: string, keepBody: boolean): Promise<Answer> {
  for (;;) {
    const answer = await connection.get(path, { keepBody })
    if (answer.status === 200) return answer
    if (answer.status !== 503) throw new Error(`${answer.status} to ${path}`)
    await delay(Number(answer.header('retry-after') ?? 1) * 1000)
  }
}

function pathOf({ table, where }: ShapeQuery, at: Position | null, live: boolean): string {
  const query = new URLSearchParams({ table, offset: at?.offset ?? '-1' })
  if (where !== null) query.set('where', where)
  if (at) query.set('handle', at.handle)
  if (live) query.set('live', 'true')
  if (live && at?.cursor) query.set('cursor', at.cursor)
  return `/v1/shape?${query.toString()}`
}

const positionAfter = (answer: Answer, before: Position | null): Position => ({
  handle: answer.header('electric-handle') ?? before?.handle ?? '',
  offset: answer.header('electric-offset') ?? before?.offset ?? '',
  cursor: answer.header('electric-cursor'),
})

function changesIn(body: Buffer): number {
  let count = 0
  for (let at = body.indexOf(mark); at >= 0; at = body.indexOf(mark, at + mark.length)) count++
  return count
}
