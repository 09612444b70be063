// What a Typebot answers, read: what is to be said, what it asks for, and what it wants done. Pure; of the bot's scripts nothing is ever run.
import { jsonOf, readAs } from 'db/node/outgoing/read-json.ts'
import * as v from 'valibot'
import { textOfRich } from './rich-text.ts'

const line = v.pipe(v.string(), v.maxLength(2000))
const long = v.pipe(v.string(), v.maxLength(20_000))
const message = v.object({ id: v.optional(line, ''), type: line, content: v.record(v.string(), v.unknown()) })
const item = v.object({
  id: v.optional(line, ''),
  content: v.optional(v.nullable(long)),
  title: v.optional(v.nullable(long)),
  pictureSrc: v.optional(v.nullable(line)),
})
const input = v.object({
  id: line,
  type: line,
  options: v.optional(v.nullable(v.object({ isMultipleChoice: v.optional(v.boolean(), false) }))),
  items: v.optional(v.nullable(v.pipe(v.array(item), v.maxLength(200)))),
})
const action = v.object({
  type: line,
  lastBubbleBlockId: v.optional(line),
  expectsDedicatedReply: v.optional(v.boolean(), false),
  wait: v.optional(v.object({ secondsToWaitFor: v.pipe(v.number(), v.minValue(0), v.maxValue(30)) })),
  redirect: v.optional(v.object({ url: v.optional(line) })),
})
const answer = v.object({
  sessionId: v.optional(line),
  messages: v.optional(v.pipe(v.array(v.unknown()), v.maxLength(100)), []),
  input: v.optional(v.nullable(input)),
  clientSideActions: v.optional(v.nullable(v.pipe(v.array(action), v.maxLength(50)))),
})

/** What is asked for, as it is kept until the customer answers. */
export const askedFor = v.object({
  id: v.string(),
  type: v.string(),
  choices: v.array(v.string()),
  isMultiple: v.boolean(),
})
export type AskedFor = v.InferOutput<typeof askedFor>

export type Bubble = { text: string; pauseMs: number } | { url: string; pauseMs: number }

export type Command = { kind: 'stop' } | { kind: 'transfer'; queueId: string; userId: string | null }

export interface TypebotAnswer {
  sessionId: string | null
  bubbles: Bubble[]
  command: Command | null
  input: AskedFor | null
  /** It waits for us to say that something was done, without a customer's words. */
  goesOn: boolean
  /** It wants a script run or a call made by a browser: nobody does that here. */
  wantsMore: boolean
}

/** Null: nonsense. */
export function readTypebotAnswer(body: unknown): TypebotAnswer | null {
  const said = Array.isArray(body) ? null : readAs(answer, body)
  if (!said) return null
  const { sessionId, messages, input: asked, clientSideActions } = said
  const actions = clientSideActions ?? []
  const bubbles: Bubble[] = []
  let command: Command | null = null
  const pauseAfter = (id: string | undefined) =>
    actions
      .filter(({ lastBubbleBlockId, wait }) => wait && lastBubbleBlockId === id)
      .reduce((sum, { wait }) => sum + (wait?.secondsToWaitFor ?? 0) * 1000, 0)
  let pauseMs = pauseAfter(undefined)
  for (const raw of messages) {
    const told = readAs(message, raw)
    // A kind that is not known is left out.
    if (!told) continue
    const bubble = bubbleOf(told)
    const found = bubble && 'text' in bubble ? commandIn(bubble.text) : null
    if (found) command ??= found
    else if (bubble) bubbles.push({ ...bubble, pauseMs })
    pauseMs = pauseAfter(told.id)
  }
  for (const { redirect } of actions) if (redirect?.url) bubbles.push({ text: redirect.url, pauseMs: 0 })
  const choices = (asked?.items ?? []).map(({ content, title, id }) => content || title || id)
  if (choices.length > 0) bubbles.push({ text: listed(choices), pauseMs: 0 })
  const dedicated = actions.filter(({ expectsDedicatedReply }) => expectsDedicatedReply)
  return {
    sessionId: sessionId ?? null,
    bubbles,
    command,
    input: asked
      ? { id: asked.id, type: asked.type, choices, isMultiple: asked.options?.isMultipleChoice ?? false }
      : null,
    goesOn: dedicated.length > 0 && dedicated.every(isHarmless),
    wantsMore: actions.some((each) => !isHarmless(each) && (each.expectsDedicatedReply || scripts.has(each.type))),
  }
}

const scripts = new Set([
  'scriptToExecute',
  'setVariable',
  'httpRequestToExecute',
  'codeToExecute',
  'streamOpenAiChatCompletion',
  'stream',
])
const isHarmless = ({ wait, redirect }: v.InferOutput<typeof action>) => wait !== undefined || redirect !== undefined

function bubbleOf({ type, content }: v.InferOutput<typeof message>): { text: string } | { url: string } | null {
  if (type === 'text') {
    const text = content['type'] === 'markdown' ? String(content['markdown'] ?? '') : textOfRich(content['richText'])
    return text === '' ? null : { text }
  }
  const { url } = content
  if (typeof url !== 'string' || url === '') return null
  if (type === 'image' || type === 'audio') return { url }
  if (type === 'video') return content['type'] === undefined || content['type'] === 'url' ? { url } : { text: url }
  return type === 'embed' ? { text: url } : null
}

const commandArgs = v.object({
  stopBot: v.optional(v.boolean()),
  queueId: v.optional(v.pipe(v.string(), v.uuid())),
  userId: v.optional(v.nullable(v.pipe(v.string(), v.uuid()))),
})

/** `#{"queueId":"…"}`. What is none is text like any other. */
function commandIn(text: string): Command | null {
  if (!text.startsWith('#{')) return null
  const args = readAs(commandArgs, jsonOf(text.slice(1)))
  if (!args) return null
  const { stopBot, queueId, userId } = args
  if (stopBot) return { kind: 'stop' }
  return queueId === undefined ? null : { kind: 'transfer', queueId, userId: userId ?? null }
}

const listed = (choices: readonly string[]) => choices.map((choice, index) => `*${index + 1}* - ${choice}`).join('\n')

/** A customer's words as the bot takes them: a number is the choice that stands there. */
export function replyTo(asked: AskedFor | null, text: string): string {
  if (!asked || asked.choices.length === 0) return text
  const chosen = (asked.isMultiple ? text.split(/[,;\s]+/).filter((part) => part !== '') : [text.trim()]).map(
    (part) => {
      const named = /^\d{1,3}$/.test(part) ? asked.choices[Number(part) - 1] : undefined
      return named ?? asked.choices.find((choice) => choice.toLowerCase() === part.toLowerCase())
    },
  )
  return chosen.length > 0 && chosen.every((each) => each !== undefined) ? chosen.join(', ') : text
}
