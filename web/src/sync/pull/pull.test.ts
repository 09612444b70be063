// What of an answer may be called current, and how is gone on after it.
import { deviceTables } from 'db/tables.ts'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { retryNow } from '../kit/backoff.ts'
import { nextState, type Current, type ShapeState } from './apply-batch.ts'
import { startPull } from './pull.ts'

beforeEach(() => {
  // No network comes or goes here.
  vi.stubGlobal('addEventListener', () => {})
})

const nothing = () => undefined
const current = (upTo: number) => ({ upTo: `${upTo}`, whole: true, changes: [] })

interface Asked {
  wait: boolean
  stream?: boolean
}

/** A device that has read everything once. Its server answers as `answer` says; what was asked, what came of it. */
function follow(answer: (asked: Asked, signal: AbortSignal) => Response | Promise<Response>) {
  const read = { handle: 'h', offset: '5_0', complete: true, refetching: false }
  const states = new Map(deviceTables.map(({ name }) => [name, read]))
  const ended = new AbortController()
  onTestFinished(() => ended.abort())
  const asked: Asked[] = []
  const applied: (Current | undefined)[] = []
  const heard: string[] = []
  startPull({
    signal: ended.signal,
    async send(path, { body, signal }) {
      if (!path.endsWith('/changes') || !signal) return new Promise<never>(nothing)
      const { wait, stream }: Asked = JSON.parse(String(body))
      asked.push({ wait, ...(stream && { stream }) })
      return answer({ wait, ...(stream && { stream }) }, signal)
    },
    copy: {
      states: () => states,
      apply: async (_, upTo) => void applied.push(upTo),
      applyLong: async () => undefined,
    },
    onCurrent: () => heard.push('current'),
    onReachable: () => heard.push('reachable'),
    onUnreachable: () => heard.push('unreachable'),
    onBusy: nothing,
    onOutdated: nothing,
    onOverdue: nothing,
  })
  return { asked, applied, heard }
}

/** What was written goes out; nothing ends until `broken`. */
function openStream(signal: AbortSignal) {
  let say: (text: string) => void = nothing
  let end: (error?: Error) => void = nothing
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      say = (text) => controller.enqueue(new TextEncoder().encode(text))
      end = (error) => (error ? controller.error(error) : controller.close())
      signal.addEventListener('abort', () => controller.error(signal.reason))
    },
  })
  return { response: new Response(body, { headers: { 'content-type': 'text/event-stream' } }), say, end }
}
const event = (upTo: number) => `data: ${JSON.stringify(current(upTo))}\n\n`
const forever = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

test('a table that starts anew is not current up to the answer that says so', async () => {
  const anew = { ...current(9), changes: [{ name: 'tags', refetch: true }] }
  const answers = [Response.json(anew)].values()
  const { applied } = follow((_, signal) => answers.next().value ?? forever(signal))
  const others = deviceTables.map(({ name }) => name).filter((name) => name !== 'tags')
  await vi.waitUntil(() => applied.length > 0)
  expect(applied).toEqual([{ tables: others, lsn: 9n }])
})

test('nor up to what the same request is answered after it', async () => {
  const anew = { ...current(9), changes: [{ name: 'tags', refetch: true }] }
  const { applied } = follow(({ stream }, signal) => {
    if (!stream) return Response.json(current(8))
    const { response, say } = openStream(signal)
    say(`data: ${JSON.stringify(anew)}\n\n`)
    setTimeout(() => say(event(10)))
    return response
  })
  await vi.waitUntil(() => applied.some((one) => one?.lsn === 10n))
  expect(applied.map((one) => one?.tables.includes('tags'))).toEqual([true, false, false])
})

test('who has everything has answer after answer, and asks again when they end', async () => {
  const streams: ReturnType<typeof openStream>[] = []
  const { asked, applied, heard } = follow(({ stream }, signal) => {
    if (!stream) return Response.json(current(6))
    const made = openStream(signal)
    streams.push(made)
    return made.response
  })
  await vi.waitUntil(() => streams.length === 1)
  streams[0]?.say(event(7))
  await vi.waitUntil(() => applied.length === 2)
  streams[0]?.say(event(8))
  await vi.waitUntil(() => applied.length === 3)
  streams[0]?.end()
  await vi.waitUntil(() => streams.length === 2)
  expect(asked).toEqual([{ wait: false }, { wait: true, stream: true }, { wait: true, stream: true }])
  expect(applied.map((one) => one?.lsn)).toEqual([6n, 7n, 8n])
  expect(heard).not.toContain('unreachable')
})

test('a connection that breaks is none, and where things stand is asked at once when it is back', async () => {
  let [stream, isBack] = [null as ReturnType<typeof openStream> | null, false]
  const { asked, heard } = follow(({ stream: goesOn }, signal) => {
    if (stream && !isBack) throw new TypeError('no network')
    if (!goesOn) return Response.json(current(6))
    stream = openStream(signal)
    return stream.response
  })
  await vi.waitUntil(() => stream !== null)
  stream?.say(event(7))
  await vi.waitUntil(() => heard.filter((word) => word === 'current').length === 2)
  stream?.end(new TypeError('cut'))
  await vi.waitUntil(() => heard.includes('unreachable'))
  isBack = true
  await vi.waitUntil(() => {
    retryNow()
    return asked.length > 3
  })
  expect(asked.slice(0, 3)).toEqual([{ wait: false }, { wait: true, stream: true }, { wait: false }])
})

test('where answers are held back on the way until they end, each is waited for', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { asked } = follow(({ wait, stream }, signal) => {
    if (stream) return openStream(signal).response
    return wait ? forever(signal) : Response.json(current(6))
  })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(asked).toEqual([{ wait: false }, { wait: true, stream: true }, { wait: false }, { wait: true }])
})

test('who has heard something waits longer', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { asked } = follow(({ stream }, signal) => {
    if (!stream) return Response.json(current(6))
    const { response, say } = openStream(signal)
    say(':\n\n')
    return response
  })
  await vi.advanceTimersByTimeAsync(40_000)
  expect(asked).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(asked.slice(2)).toEqual([{ wait: false }, { wait: true, stream: true }])
})

test('a server that asks to come later holds nothing back', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const later = [new Response('{}', { status: 429, headers: { 'retry-after': '20' } })]
  const { asked } = follow(({ stream }, signal) => {
    if (!stream) return Response.json(current(6))
    return later.pop() ?? openStream(signal).response
  })
  await vi.advanceTimersByTimeAsync(23_000)
  expect(asked).toEqual([{ wait: false }, { wait: true, stream: true }, { wait: false }, { wait: true, stream: true }])
})

test('what can’t be applied is no broken connection', async () => {
  const told = vi.spyOn(console, 'error').mockReturnValue(undefined)
  onTestFinished(() => told.mockRestore())
  const { heard } = follow((_, signal) => (told.mock.calls.length > 0 ? forever(signal) : Response.json({ upTo: 'x' })))
  await vi.waitUntil(() => told.mock.calls.length > 0)
  expect(heard).not.toContain('unreachable')
})

/** A device that has read nothing. Its server's answers to the first rows, and to what is new; whatever else it asks for waits. */
function begin(answer: (names: readonly string[]) => Response, changes: Response[] = []) {
  const states = new Map<string, ShapeState>()
  const ended = new AbortController()
  onTestFinished(() => ended.abort())
  const first: (readonly string[])[] = []
  const alone: string[] = []
  const followed: (readonly string[])[] = []
  const applied: (readonly string[])[] = []
  startPull({
    signal: ended.signal,
    async send(path, { body, signal }) {
      const { shapes = [] } = typeof body === 'string' ? JSON.parse(body) : {}
      if (path === '/api/shapes/first') {
        first.push(shapes)
        return answer(shapes)
      }
      if (path === '/api/shapes/changes') {
        followed.push(shapes.map(({ name }: { name: string }) => name))
        return changes.shift() ?? forever(signal ?? ended.signal)
      }
      alone.push(path.replace(/^.*\/shapes\/(\w+)\?.*offset=([^&]+).*$/, '$1 $2'))
      return forever(signal ?? ended.signal)
    },
    copy: {
      states: () => states,
      async apply(batches) {
        applied.push(batches.map(({ table }) => table.name))
        for (const batch of batches) states.set(batch.table.name, nextState(batch, unread))
      },
      applyLong: async () => undefined,
    },
    onCurrent: nothing,
    onReachable: nothing,
    onUnreachable: nothing,
    onBusy: nothing,
    onOutdated: nothing,
    onOverdue: nothing,
  })
  return { first, alone, followed, applied }
}
const unread: ShapeState = { handle: '', offset: '-1', complete: false, refetching: false }
const names = deviceTables.map(({ name }) => name)
const upToDate = { headers: { control: 'up-to-date', global_last_seen_lsn: '6' } }
const rows = (name: string, position: object | null, ...messages: object[]) =>
  `data: ${JSON.stringify({ name, position, pages: position ? [messages] : [] })}\n\n`
const whole = (name: string) => rows(name, { handle: 'h', offset: '6_0' }, upToDate)
const events = (...said: string[]) => new Response(said.join(''), { headers: { 'content-type': 'text/event-stream' } })

test('the first rows of all come in one request, and at once, and all are followed', async () => {
  const { first, alone, followed, applied } = begin((asked) => events(...asked.map(whole)))
  await vi.waitUntil(() => followed.length > 0)
  expect(first).toEqual([names])
  expect(applied).toEqual([names])
  expect(followed).toEqual([names])
  expect(alone).toEqual([])
})

test('those with more are read by themselves, from where their first rows end; who was not told of, too', async () => {
  const [many, more, untold] = ['tickets', 'contacts', 'tags']
  const { alone, followed } = begin((asked) =>
    events(
      ...asked.map((name) => {
        if (name === many) return rows(name, null)
        if (name === more) return rows(name, { handle: 'h', offset: '0_0' })
        return name === untold ? '' : whole(name)
      }),
    ),
  )
  await vi.waitUntil(() => alone.length === 3)
  expect(alone.toSorted()).toEqual(['contacts 0_0', 'tags -1', 'tickets -1'])
  await vi.waitUntil(() => followed.length > 0)
  expect(followed.at(-1)).toEqual(names.filter((name) => ![many, more, untold].includes(name)))
})

test('where a server knows no first rows, or breaks off, each is read by itself', async () => {
  const told = vi.spyOn(console, 'error').mockReturnValue(undefined)
  onTestFinished(() => told.mockRestore())
  // Four at a time.
  const unknown = begin(() => new Response('{}', { status: 404 }))
  await vi.waitUntil(() => unknown.alone.length === 4)
  const breaking = begin(() => {
    const { response, say, end } = openStream(new AbortController().signal)
    say(whole('tickets'))
    setTimeout(() => end(new TypeError('cut')))
    return response
  })
  await vi.waitUntil(() => breaking.alone.length === 4)
  expect(breaking.alone).not.toContain('tickets -1')
  expect(breaking.followed.at(-1)).toEqual(['tickets'])
})

test('what starts anew is asked for in one request again', async () => {
  const anew = { ...current(9), changes: ['tags', 'queues'].map((name) => ({ name, refetch: true })) }
  const { first } = begin((asked) => events(...asked.map(whole)), [Response.json(anew)])
  await vi.waitUntil(() => first.length === 2)
  expect(first[1]).toEqual(['tags', 'queues'])
})
