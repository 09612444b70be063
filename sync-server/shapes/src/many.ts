// POST /v1/changes, which is ours and not Electric's: what is new at many positions at once, for who asks from another process. One request
// waits for all that a device follows, where /v1/shape takes one for each shape.
import * as v from 'valibot'
import type { Changes } from './changes.ts'
import { bodyOf } from './not-now.ts'
import { InvalidRequest, parsePosition, positionQuery, type ShapePosition } from './request.ts'

const bodySchema = v.object({
  /** Each as the query of a GET to /v1/shape. */
  queries: v.pipe(v.array(v.string()), v.maxLength(1000)),
  /** Whether to wait when nothing is new. */
  wait: v.boolean(),
})

const positionSchema = v.object({ handle: v.string(), offset: v.string(), messages: v.array(v.string()) })
const changesSchema = v.object({
  shapes: v.array(v.union([v.literal('refetch'), v.null(), positionSchema])),
  upTo: v.nullable(v.string()),
  whole: v.boolean(),
})

type ChangesOf = (
  positions: readonly ShapePosition[],
  options: { wait: boolean; signal: AbortSignal },
) => Promise<Changes | Response>

/** @throws InvalidRequest, NotNow */
export async function answerMany(request: Request, changesOf: ChangesOf): Promise<Response> {
  const body = v.safeParse(bodySchema, await bodyOf(request))
  if (!body.success) throw new InvalidRequest('body', 'must have queries, and whether to wait')
  const { queries, wait } = body.output
  const changes = await changesOf(
    queries.map((query) => parsePosition(new URLSearchParams(query))),
    { wait, signal: request.signal },
  )
  if (changes instanceof Response) return changes
  return Response.json(changes, { headers: { 'cache-control': 'no-store' } })
}

export const manyBody = (positions: readonly ShapePosition[], wait: boolean): string =>
  JSON.stringify({
    queries: positions.map((position) => positionQuery(position).toString()),
    wait,
  } satisfies v.InferInput<typeof bodySchema>)

/** @throws ValiError for what no engine answers. */
export const readMany = (answer: unknown): Changes => v.parse(changesSchema, answer)
