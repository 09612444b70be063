// A shape of many rows, part by part, whatever happens between two of them.
import type { Message } from '@electric-sql/client'
import { newId } from 'db/kit/new-id.ts'
import { syncedTags } from 'db/tags/table.ts'
import { expect, test, vi } from 'vitest'
import type { Batch } from './apply-batch.ts'
import type { ShapeRow } from './fold-messages.ts'
import { loadShape, requestPart } from './load-shape.ts'

const row = (name: string): Message<ShapeRow> => {
  const id = newId()
  return { key: id, value: { id, name }, headers: { operation: 'insert' } }
}
const upToDate: Message<ShapeRow> = { headers: { control: 'up-to-date' } }

const answer = (offset: string, body: string) =>
  new Response(body, { headers: { 'electric-handle': 'h1', 'electric-offset': offset } })
const part = (offset: string, ...messages: Message<ShapeRow>[]) => answer(offset, JSON.stringify(messages))

/** What the server answers, one after the other; what it was asked, what was applied. */
function load(answers: Response[], apply: (batch: Batch) => Promise<void> = async () => undefined) {
  const asked: string[] = []
  const applied: unknown[] = []
  const send = async (path: string) => {
    asked.push(path.replace('/api/shapes/tags?', ''))
    return answers.shift() ?? Promise.reject(new TypeError('no network'))
  }
  const done = loadShape(syncedTags, {
    from: undefined,
    ask: (path) => requestPart(send, path, new AbortController().signal),
    async apply(batch) {
      await apply(batch)
      applied.push(
        batch.folded.mustRefetch ? 'anew' : [batch.offset, batch.folded.upserts.map((upsert) => upsert['name'])],
      )
    },
  })
  return { asked, applied, done }
}

test('parts follow each other until it is up to date', async () => {
  const { asked, applied, done } = load([
    part('0_0', row('a'), row('b')),
    part('0_1', row('c')),
    part('7_0', upToDate),
    part('never'),
  ])
  await done
  expect(asked).toEqual(['offset=-1', 'handle=h1&offset=0_0', 'handle=h1&offset=0_1'])
  expect(applied).toEqual([
    ['0_0', ['a', 'b']],
    ['0_1', ['c']],
    ['7_0', []],
  ])
})

test('the next part is asked for while one is applied, and applied after it', async () => {
  const first = Promise.withResolvers<void>()
  const { asked, applied, done } = load([part('0_0', row('a')), part('7_0', row('b'), upToDate)], ({ offset }) =>
    offset === '0_0' ? first.promise : Promise.resolve(),
  )
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  expect(applied).toEqual([])
  first.resolve()
  await done
  expect(applied).toEqual([
    ['0_0', ['a']],
    ['7_0', ['b']],
  ])
})

test('what it is read of is no more: it begins anew', async () => {
  const gone = Response.json([{ headers: { control: 'must-refetch' } }], { status: 409 })
  const { asked, applied, done } = load([part('0_0', row('a')), gone, part('8_0', row('b'), upToDate)])
  await done
  expect(asked).toEqual(['offset=-1', 'handle=h1&offset=0_0', 'offset=-1'])
  expect(applied).toEqual([['0_0', ['a']], 'anew', ['8_0', ['b']]])
})

test('what could not be applied is an error, also when the next part fails meanwhile', async () => {
  const { done } = load([part('0_0', row('a'))], () => Promise.reject(new Error('disk full')))
  await expect(done).rejects.toThrow('disk full')
})

test.each([
  ['a refusal', () => Response.json({ error: 'ERR_NOT_FOUND' }, { status: 404 })],
  ['an answer without position', () => Response.json([])],
  ['rows that are none', () => answer('0_1', '{}')],
  ['half an answer', () => answer('0_1', '[{"key":')],
])('%s is an error, and nothing of it is applied', async (_, wrong) => {
  const { applied, done } = load([part('0_0', row('a')), wrong()])
  await expect(done).rejects.toThrow()
  expect(applied).toEqual([['0_0', ['a']]])
})
