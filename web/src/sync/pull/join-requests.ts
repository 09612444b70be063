// One request for all shapes of the device: what the streams ask at the same time becomes one POST, and each stream gets its own
// Response from the answer. Live ones wait there for news; catching up is answered at once. Invariant: a stream waits in at
// most one POST; starting over loses nothing, since positions only move when an answer was delivered.
import * as v from 'valibot'
import type { Send } from './transport.ts'

interface ShapeRequest {
  name: string
  handle: string
  offset: string
  cursor?: string
}

interface Waiting {
  request: ShapeRequest
  resolve(response: Response): void
  reject(reason: unknown): void
}

const answersSchema = v.object({
  answers: v.array(
    v.object({
      name: v.string(),
      status: v.number(),
      headers: v.record(v.string(), v.string()),
      body: v.optional(v.unknown()),
    }),
  ),
})

/** The server answers after 20 s at the latest. */
const watchdogMs = 45_000

export interface Join {
  fetch(request: ShapeRequest, signal: AbortSignal): Promise<Response>
}

/** Attempts again until the server answers. */
export type UntilAnswered = (attempt: (again: boolean) => Promise<Response>, signal: AbortSignal) => Promise<Response>

interface JoinOptions {
  send: Send
  untilAnswered: UntilAnswered
  /** Wait for news, or be told at once where things stand. */
  live: boolean
  /** Told which streams are about to get rows of the same moment, before they do. */
  onAnswers(names: readonly string[]): void
}

export function createJoin({ send, untilAnswered, live, onAnswers }: JoinOptions): Join {
  const waiting = new Map<string, Waiting>()
  let current: AbortController | undefined
  let scheduled = false

  /** A macrotask later: streams that were answered together come back together. */
  function schedule() {
    if (scheduled) return
    scheduled = true
    setTimeout(() => {
      scheduled = false
      current?.abort()
      void poll()
    })
  }

  async function poll(): Promise<void> {
    if (waiting.size === 0) return
    const controller = new AbortController()
    current = controller
    const timer = setTimeout(() => controller.abort(), watchdogMs)
    const asked = [...waiting.values()]
    try {
      const { signal } = controller
      const shapes = asked.map(({ request }) => request)
      const response = await untilAnswered(
        (again) =>
          send('/api/shapes/live', {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            // Who comes back is told at once where things stand: news may be long in coming, and until an answer nobody knows that the server is there.
            body: JSON.stringify({ live: live && !again, shapes }),
            signal,
          }),
        signal,
      )
      await deliver(asked, response)
      if (waiting.size > 0) schedule()
    } catch (error) {
      // Superseded polls are aborted by schedule(); only the watchdog's abort has to start the next one.
      if (!controller.signal.aborted) console.warn('shapes request', error)
      if (current === controller) schedule()
    } finally {
      clearTimeout(timer)
    }
  }

  async function deliver(asked: readonly Waiting[], response: Response) {
    // A refusal of the whole request is everybody's answer.
    if (!response.ok) return asked.forEach((one) => hand(one, response.clone()))
    const { answers } = v.parse(answersSchema, await response.json())
    const byName = new Map(answers.map((answer) => [answer.name, answer]))
    const answered = asked.filter((one) => byName.has(one.request.name) && waiting.get(one.request.name) === one)
    onAnswers(answered.map((one) => one.request.name).filter((name) => isBatch(byName.get(name)?.status)))
    for (const one of answered) {
      const answer = byName.get(one.request.name)
      if (!answer) continue
      // A live stream insists on a cursor, which only an answer that waited has: it goes on from the one it had.
      const headers = live ? { 'electric-cursor': one.request.cursor ?? '0', ...answer.headers } : answer.headers
      hand(one, new Response(bodyText(answer.body), { status: answer.status, headers }))
    }
  }

  function hand(one: Waiting, response: Response) {
    if (waiting.get(one.request.name) !== one) return
    waiting.delete(one.request.name)
    one.resolve(response)
  }

  return {
    fetch(request, signal) {
      const { promise, resolve, reject } = Promise.withResolvers<Response>()
      const one = { request, resolve, reject }
      waiting.set(request.name, one)
      signal.addEventListener('abort', () => {
        if (waiting.get(request.name) === one) waiting.delete(request.name)
        reject(signal.reason)
      })
      if (signal.aborted) reject(signal.reason)
      else schedule()
      return promise
    },
  }
}

/** 200 brings messages, 409 makes the stream say must-refetch; others bring nothing to apply. */
const isBatch = (status: number | undefined) => status === 200 || status === 409

function bodyText(body: unknown): string {
  return typeof body === 'string' ? body : JSON.stringify(body ?? [])
}
