// A language model behind the protocol that OpenAI made (POST /chat/completions), whoever speaks it. What it answers is read by a schema; what is
// not of it is 'nonsense'. The key is in a header and nowhere else.
import { setTimeout as delay } from 'node:timers/promises'
import * as v from 'valibot'
import type { ChatMessage } from '../../prompts/dialogue.ts'
import type { Tool, ToolCall } from '../../prompts/tools.ts'
import { OutgoingError, type Outgoing, type OutgoingRequest } from '../outgoing/outgoing.ts'
import { jsonOf, readAs } from '../outgoing/read-json.ts'
import { AiError, failedWith } from './ai-error.ts'

export interface ModelSettings {
  baseUrl: string
  model: string
  /** Null: the service asks for none. */
  apiKey: string | null
  maxTokens: number
  temperature: number
  reasoning: boolean
}

export interface Usage {
  inputTokens: number
  outputTokens: number
}

export interface Completion {
  text: string
  toolCalls: ToolCall[]
  usage: Usage
}

const tokens = v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100_000_000)), 0)
const usageSchema = v.optional(v.nullable(v.object({ prompt_tokens: tokens, completion_tokens: tokens })))
const toolCall = v.object({
  id: v.pipe(v.string(), v.maxLength(200)),
  function: v.object({
    name: v.pipe(v.string(), v.maxLength(200)),
    arguments: v.pipe(v.string(), v.maxLength(20_000)),
  }),
})
const completionSchema = v.object({
  choices: v.pipe(
    v.array(
      v.object({
        message: v.object({
          content: v.optional(v.nullable(v.string())),
          tool_calls: v.optional(v.nullable(v.pipe(v.array(toolCall), v.maxLength(20)))),
        }),
        finish_reason: v.optional(v.nullable(v.string())),
      }),
    ),
    v.minLength(1),
  ),
  usage: usageSchema,
})

/** What passes is asked once more, when that is soon. */
const mostPatienceMs = 5_000

/** @throws AiError */
export async function complete(
  outgoing: Outgoing,
  settings: ModelSettings,
  messages: readonly ChatMessage[],
  tools: readonly Tool[],
  signal: AbortSignal,
): Promise<Completion> {
  const request = requestOf(settings, { messages, ...(tools.length > 0 && { tools, tool_choice: 'auto' }) }, signal)
  let answer = await outgoing.send(request)
  const patience = answer.kind === 'later' ? (answer.retryAfter ?? 1) * 1000 : Infinity
  if (answer.kind === 'later' && answer.status !== null && patience <= mostPatienceMs && !signal.aborted) {
    await delay(patience, undefined, { signal }).catch(() => {})
    answer = await outgoing.send(request)
  }
  if (answer.kind !== 'done') throw failedWith(answer)
  return read(jsonOf(answer.body))
}

function read(said: unknown): Completion {
  const result = readAs(completionSchema, said)
  const choice = result?.choices[0]
  if (!result || !choice) throw new AiError('nonsense')
  if (choice.finish_reason === 'content_filter') throw new AiError('filtered')
  const { content, tool_calls: calls } = choice.message
  return {
    text: content ?? '',
    toolCalls: (calls ?? []).map(({ id, function: called }) => ({ id, ...called })),
    usage: usageOf(result.usage),
  }
}

const usageOf = (usage: v.InferOutput<typeof usageSchema>): Usage => ({
  inputTokens: usage?.prompt_tokens ?? 0,
  outputTokens: usage?.completion_tokens ?? 0,
})

const chunkSchema = v.object({
  choices: v.optional(
    v.array(v.object({ delta: v.optional(v.object({ content: v.optional(v.nullable(v.string())) })) })),
    [],
  ),
  usage: usageSchema,
})

/** The text as it comes; what it returns is what it cost. @throws AiError */
export async function* streamText(
  outgoing: Outgoing,
  settings: ModelSettings,
  messages: readonly ChatMessage[],
  signal: AbortSignal,
): AsyncGenerator<string, Usage> {
  const asked = { messages, stream: true, stream_options: { include_usage: true } }
  const answer = await outgoing.open(requestOf(settings, asked, signal))
  if (answer.kind !== 'done') throw failedWith(answer)
  let usage: Usage = { inputTokens: 0, outputTokens: 0 }
  let isWhole = false
  try {
    for await (const data of eventsOf(answer.chunks)) {
      if (data === '[DONE]') {
        isWhole = true
        break
      }
      const chunk = readAs(chunkSchema, jsonOf(data))
      if (!chunk) throw new AiError('nonsense')
      if (chunk.usage) usage = usageOf(chunk.usage)
      const text = chunk.choices[0]?.delta?.content
      if (text) yield text
    }
  } catch (error) {
    throw error instanceof OutgoingError ? failedWith(error.failure) : error
  }
  // What breaks off in the midst of a sentence is not to be taken for one.
  if (!isWhole) throw new AiError('unavailable')
  return usage
}

/** Some words of a text, and what stands around them. */
const longestLine = 64 * 1024

/** The data of server-sent events. @throws AiError for a line without end: looked through again with each piece of it, it would cost its square */
async function* eventsOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of chunks) {
    rest += decoder.decode(chunk, { stream: true })
    const lines = rest.split(/\r?\n/)
    rest = lines.pop() ?? ''
    if (rest.length > longestLine) throw new AiError('nonsense')
    for (const line of lines) if (line.startsWith('data:')) yield line.slice('data:'.length).trim()
  }
}

export const addressOf = (baseUrl: string, path: string) => `${baseUrl.replace(/\/+$/, '')}${path}`
export const keyHeader = (apiKey: string | null): Record<string, string> =>
  apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }

function requestOf(settings: ModelSettings, asked: object, signal: AbortSignal): OutgoingRequest {
  const { baseUrl, model, apiKey, maxTokens, temperature, reasoning } = settings
  const limits = reasoning ? { max_completion_tokens: maxTokens } : { max_tokens: maxTokens, temperature }
  return {
    url: addressOf(baseUrl, '/chat/completions'),
    headers: { 'content-type': 'application/json', ...keyHeader(apiKey) },
    body: JSON.stringify({ model, ...asked, ...limits }),
    timeoutMs: 55_000,
    maxAnswerBytes: 1024 * 1024,
    httpsOnly: true,
    signal,
  }
}
