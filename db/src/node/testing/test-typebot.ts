// A Typebot viewer on this machine, for tests: sessions that end, choices that are strict, inputs asked again, pauses. What it says is a script.
import { randomUUID } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A step says something, and may ask for something that takes only some answers. */
export interface Step {
  messages?: object[]
  input?: { id: string; type: string; items?: { id: string; content: string }[]; options?: object }
  clientSideActions?: object[]
}

export interface TestTypebot {
  url: string
  script: Step[]
  /** Bodies of what was asked, oldest first. */
  asked: { path: string; body: unknown }[]
  /** Statuses of the answers that were given. */
  answered: number[]
  /** The next answers: a status, or a text as it stands. */
  answerNext(...answers: (number | string)[]): void
  /** Answers wait until what is returned is called. */
  hold(): () => void
  /** As a bot that was published anew. */
  forgetSessions(): void
  stop(): void
}

export const bubble = (text: string) => ({
  id: randomUUID(),
  type: 'text',
  content: { type: 'richText', richText: [{ type: 'p', children: [{ text }] }] },
})

export async function startTestTypebot(): Promise<TestTypebot> {
  const sessions = new Map<string, number>()
  const next: (number | string)[] = []
  let held = Promise.resolve()
  const bot = { script: [] as Step[], asked: [] as TestTypebot['asked'], answered: [] as number[] }
  const json = (response: ServerResponse, status: number, body: unknown) => {
    bot.answered.push(status)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const path = request.url ?? ''
      const body = JSON.parse(Buffer.concat(chunks).toString() || '{}') as { message?: { text: string } }
      bot.asked.push({ path, body })
      void held.then(() => answer(path, body, response))
    })
  })
  function answer(path: string, body: { message?: { text: string } }, response: ServerResponse) {
    if (path === '/file.png') return response.writeHead(200).end(png)
    const forced = next.shift()
    if (typeof forced === 'number') return json(response, forced, { code: 'X', message: 'no' })
    if (typeof forced === 'string') return response.writeHead(200).end(forced)
    if (path === '/api/v1/typebots/vendas/startChat') {
      const sessionId = randomUUID()
      sessions.set(sessionId, 0)
      return json(response, 200, { sessionId, typebot: { id: 'b' }, ...bot.script[0] })
    }
    const sessionId = /^\/api\/v1\/sessions\/([^/]+)\/continueChat$/.exec(path)?.[1] ?? ''
    const at = sessions.get(sessionId)
    if (at === undefined) return json(response, 404, { code: 'NOT_FOUND', message: 'Session not found.' })
    const { input } = bot.script[at] ?? {}
    // Told nothing, it asks again for what it waits for; where it waits for nothing, that is how it is told to go on.
    const isSaid = body.message !== undefined || !input
    const isTaken = isSaid && (!input?.items || input.items.some(({ content }) => content === body.message?.text))
    if (!isTaken) {
      return json(response, 200, { messages: [bubble('Invalid message. Please, try again.')], input })
    }
    sessions.set(sessionId, at + 1)
    return json(response, 200, bot.script[at + 1] ?? { messages: [] })
  }
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return Object.assign(bot, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answerNext: (...answers: (number | string)[]) => void next.push(...answers),
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return resolve
    },
    forgetSessions: () => sessions.clear(),
    stop() {
      server.closeAllConnections()
      server.close()
    },
  })
}

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
