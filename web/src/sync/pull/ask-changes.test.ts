// What is read of an answer, whether it comes in one piece or goes on.
import { deviceTables } from 'db/tables.ts'
import { expect, test } from 'vitest'
import { readChanges, type Position } from './ask-changes.ts'
import { Broken } from './read-events.ts'

const asked: Position[] = deviceTables
  .filter(({ name }) => ['tickets', 'tags'].includes(name))
  .map((table) => ({ table, handle: 'h', offset: '5_0' }))

const change = (lsn: number, id: string) => ({
  key: `k${id}`,
  value: { id },
  headers: { operation: 'insert', lsn: `${lsn}` },
})
const news = (lsn: number, name: string, ...ids: string[]) => ({
  upTo: `${lsn}`,
  whole: true,
  changes: [{ name, refetch: false, handle: 'h', offset: `${lsn}_0`, messages: ids.map((id) => change(lsn, id)) }],
})
const utf8 = (text: string) => new TextEncoder().encode(text)
const event = (answer: object) => `data: ${JSON.stringify(answer)}\n\n`

/** As a server that says these pieces, each when the one before was read. */
function streamOf(...pieces: (Uint8Array | string | Error)[]) {
  const left = pieces.values()
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const { value } = left.next()
      if (value === undefined) controller.close()
      else if (value instanceof Error) controller.error(value)
      else controller.enqueue(typeof value === 'string' ? utf8(value) : value)
    },
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}

async function told(response: Response) {
  const all: unknown[] = []
  let heard = 0
  for await (const { batches, upTo, whole } of readChanges(asked, response, () => heard++))
    all.push({
      upTo,
      whole,
      batches: batches.map(({ table, offset, folded }) => {
        const ids = folded.upserts.map(({ id }) => id).join()
        return `${table.name} ${folded.mustRefetch ? 'anew' : `${ids} up to ${offset}`}`
      }),
    })
  return { all, heard }
}

test('one answer', async () => {
  const { all } = await told(Response.json(news(6, 'tickets', 'a')))
  expect(all).toEqual([{ upTo: 6n, whole: true, batches: ['tickets a up to 6_0'] }])
})

test('answers that go on are told as they come, wherever they are cut', async () => {
  const text = event(news(6, 'tickets', 'ação')) + event(news(7, 'tags', 'b'))
  const bytes = Array.from(utf8(text), (byte) => Uint8Array.of(byte))
  const { all, heard } = await told(streamOf(':\n\n', ...bytes))
  expect(all).toEqual([
    { upTo: 6n, whole: true, batches: ['tickets ação up to 6_0'] },
    { upTo: 7n, whole: true, batches: ['tags b up to 7_0'] },
  ])
  expect(heard).toBe(bytes.length + 1)
})

test('what is there at the same time is one', async () => {
  const piece = [news(6, 'tickets', 'a'), news(7, 'tags', 'b'), news(8, 'tickets', 'c')].map(event).join('')
  const { all } = await told(streamOf(piece))
  expect(all).toEqual([{ upTo: 8n, whole: true, batches: ['tickets a,c up to 8_0', 'tags b up to 7_0'] }])
})

test('a part of a transaction stands alone', async () => {
  const part = { ...news(7, 'tickets', 'b'), upTo: null, whole: false }
  const { all } = await told(streamOf(event(news(6, 'tickets', 'a')) + event(part) + event(news(7, 'tickets', 'c'))))
  expect(all).toMatchObject([
    { upTo: 6n, whole: true },
    { upTo: null, whole: false, batches: ['tickets b up to 7_0'] },
    { upTo: 7n, whole: true },
  ])
})

test('of what is to be read anew nothing that came before is told', async () => {
  const anew = { upTo: '7', whole: true, changes: [{ name: 'tickets', refetch: true }] }
  const { all } = await told(streamOf(event(news(6, 'tickets', 'a')) + event(anew)))
  expect(all).toEqual([{ upTo: 7n, whole: true, batches: ['tickets anew'] }])
})

test('what broke off in the middle is told of no answer', async () => {
  const [whole, half] = [event(news(6, 'tickets', 'a')), event(news(7, 'tickets', 'b')).slice(0, 40)]
  const seen: unknown[] = []
  const reading = async () => {
    for await (const { upTo } of readChanges(asked, streamOf(whole, half, new TypeError('cut')), () => {}))
      seen.push(upTo)
  }
  await expect(reading()).rejects.toThrow(Broken)
  expect(seen).toEqual([6n])
})

test('what ends in the middle neither', async () => {
  const { all } = await told(streamOf(event(news(6, 'tickets', 'a')), event(news(7, 'tickets', 'b')).slice(0, 40)))
  expect(all).toMatchObject([{ upTo: 6n }])
})

test('an answer that is none is an error', async () => {
  await expect(told(streamOf('data: {"upTo":"x"}\n\n'))).rejects.toThrow()
  await expect(told(new Response('', { status: 500 }))).rejects.toThrow('500')
})
