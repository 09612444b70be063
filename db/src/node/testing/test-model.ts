// OpenAI's and Azure's services on loopback, for tests: checks what they check (key, JSON, schema, tools that were answered, form of an upload), says
// what it is told to say, and can be slow, fail, or answer nonsense.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import * as v from 'valibot'

export const testKeys = { apiKey: 'sk-test-4711', voiceKey: 'azure-test-4711' }

const toolCalls = v.array(
  v.strictObject({
    id: v.string(),
    type: v.literal('function'),
    function: v.strictObject({ name: v.string(), arguments: v.string() }),
  }),
)
const message = v.variant('role', [
  v.strictObject({ role: v.picklist(['system', 'user']), content: v.string() }),
  v.strictObject({ role: v.literal('assistant'), content: v.nullable(v.string()), tool_calls: v.optional(toolCalls) }),
  v.strictObject({ role: v.literal('tool'), content: v.string(), tool_call_id: v.string() }),
])
const tool = v.strictObject({
  type: v.literal('function'),
  function: v.strictObject({
    name: v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/)),
    description: v.string(),
    parameters: v.looseObject({ type: v.literal('object') }),
  }),
})
const chatBody = v.pipe(
  v.strictObject({
    model: v.string(),
    messages: v.pipe(v.array(message), v.minLength(1)),
    max_tokens: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
    max_completion_tokens: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
    temperature: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(2))),
    tools: v.optional(v.pipe(v.array(tool), v.minLength(1))),
    tool_choice: v.optional(v.literal('auto')),
    stream: v.optional(v.boolean()),
    stream_options: v.optional(v.strictObject({ include_usage: v.boolean() })),
  }),
  v.check(({ messages }) => {
    const asked = messages.flatMap((each) => (each.role === 'assistant' ? (each.tool_calls ?? []) : []))
    const answered = messages.flatMap((each) => (each.role === 'tool' ? [each.tool_call_id] : []))
    return asked.every(({ id }) => answered.includes(id))
  }, 'every tool call is answered'),
)
export type ChatBody = v.InferOutput<typeof chatBody>

export interface Says {
  text?: string
  calls?: { name: string; arguments: unknown }[]
  /** In place of an answer. */
  status?: number
  code?: string
  /** As it is, with 200. */
  raw?: string
  afterMs?: number
  finish?: string
  /** A stream breaks off behind its text. */
  breaksOff?: boolean
}

export interface TestModel {
  baseUrl: string
  ttsUrl: string
  /** What each question is answered with; until then: it repeats what it was told. */
  answer(respond: (body: ChatBody) => Says | Promise<Says>): void
  /** Valid requests, oldest first. */
  asked: ChatBody[]
  /** What was refused, and why. */
  refused: string[]
  /** What a recording says; null: it fails. */
  transcript: string | null
  listened: { model: string; bytes: number }[]
  spoken: string[]
  ttsStatus: number
  /** MP3 that every text becomes. */
  speech: Buffer
  stop(): Promise<void>
}

export async function startTestModel(): Promise<TestModel> {
  let respond: (body: ChatBody) => Says | Promise<Says> = ({ messages }) => ({
    text: `Você disse: ${String(messages.at(-1)?.content)}`,
  })
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      model.refused.push(String(error))
      response.destroy()
    })
  })
  async function handle(request: IncomingMessage, response: ServerResponse) {
    const body = await buffer(request)
    const refuse = (status: number, code: string, why: string) => {
      model.refused.push(why)
      json(response, status, { error: { message: why, type: 'invalid_request_error', param: null, code } })
    }
    if (request.url === '/brazilsouth/cognitiveservices/v1') return speech(model, request, body, response)
    if (request.headers.authorization !== `Bearer ${testKeys.apiKey}`) return refuse(401, 'invalid_api_key', 'key')
    if (request.url === '/v1/audio/transcriptions') return listen(model, request, body, response, refuse)
    if (request.method !== 'POST' || request.url !== '/v1/chat/completions') return refuse(404, 'not_found', 'path')
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), chatBody), body.toString('utf8'))
    if (!parsed.success) return refuse(400, 'invalid_value', JSON.stringify(v.flatten(parsed.issues)))
    model.asked.push(parsed.output)
    const says = await respond(parsed.output)
    if (says.afterMs) await delay(says.afterMs)
    if (says.raw !== undefined) return void response.writeHead(200).end(says.raw)
    if (says.status !== undefined) {
      return json(response, says.status, { error: { message: 'no', type: 'error', code: says.code ?? null } })
    }
    const usage = { prompt_tokens: 1000, completion_tokens: 100, total_tokens: 1100 }
    if (parsed.output.stream) return stream(response, says, usage)
    json(response, 200, completionOf(says, usage))
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const origin = `http://127.0.0.1:${address.port}`
  const model: TestModel = {
    baseUrl: `${origin}/v1`,
    ttsUrl: `${origin}/{region}`,
    answer(given) {
      respond = given
    },
    asked: [],
    refused: [],
    transcript: 'Vocês têm pão de queijo?',
    listened: [],
    spoken: [],
    ttsStatus: 200,
    speech: Buffer.from('ID3'),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return model
}

function completionOf(says: Says, usage: object) {
  const calls = says.calls?.map((call, index) => ({
    id: `call_${index}`,
    type: 'function',
    function: {
      name: call.name,
      arguments: typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments),
    },
  }))
  const said = { role: 'assistant', content: says.text ?? null, ...(calls && { tool_calls: calls }) }
  const finish = says.finish ?? (calls ? 'tool_calls' : 'stop')
  return {
    id: 'x',
    object: 'chat.completion',
    choices: [{ index: 0, message: said, finish_reason: finish }],
    usage,
  }
}

async function stream(response: ServerResponse, says: Says, usage: object) {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const send = (data: object) => response.write(`data: ${JSON.stringify(data)}\n\n`)
  for (const content of (says.text ?? '').match(/\S+\s*|\s+/g) ?? [])
    send({ choices: [{ index: 0, delta: { content } }] })
  // Once it is on its way.
  if (says.breaksOff) return void setTimeout(() => response.destroy(), 50)
  send({ choices: [], usage })
  response.end('data: [DONE]\n\n')
}

function listen(
  model: TestModel,
  request: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
  refuse: (status: number, code: string, why: string) => void,
) {
  const text = body.toString('latin1')
  const file =
    /name="file"; filename="audio\.(ogg|mp3|m4a|wav|webm)"\r\ncontent-type: [\w/]+\r\n\r\n([\s\S]*?)\r\n--balcao/.exec(
      text,
    )
  const name = /name="model"\r\n\r\n([^\r]+)/.exec(text)?.[1]
  const isForm = request.headers['content-type']?.startsWith('multipart/form-data; boundary=')
  if (!file || !name || !isForm) return refuse(400, 'invalid_value', 'form')
  if (model.transcript === null) return refuse(500, 'server_error', 'told to fail')
  model.listened.push({ model: name, bytes: file[2]?.length ?? 0 })
  json(response, 200, { text: model.transcript })
}

function speech(model: TestModel, request: IncomingMessage, body: Buffer, response: ServerResponse) {
  const text = body.toString('utf8')
  const said = /^<speak version="1.0" xml:lang="pt-BR"><voice name="pt-BR-\w+Neural">([^<]*)<\/voice><\/speak>$/.exec(
    text,
  )
  const isKnown = request.headers['ocp-apim-subscription-key'] === testKeys.voiceKey
  const isMp3 = request.headers['x-microsoft-outputformat'] === 'audio-24khz-48kbitrate-mono-mp3'
  const isSsml = request.headers['content-type'] === 'application/ssml+xml' && Boolean(request.headers['user-agent'])
  if (!isKnown) return void response.writeHead(401).end()
  if (!said || !isMp3 || !isSsml) return void response.writeHead(400).end()
  if (model.ttsStatus !== 200) return void response.writeHead(model.ttsStatus).end()
  model.spoken.push(said[1] ?? '')
  response.writeHead(200, { 'content-type': 'audio/mpeg' }).end(model.speech)
}

function json(response: ServerResponse, status: number, body: object) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
