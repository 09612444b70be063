// A language model answers: it is told of the conversation (db/src/prompts/dialogue.ts), and may do what its tools allow (tools.ts), nothing else.
import { and, eq } from 'drizzle-orm'
import { isOverLimit, spentBy, type CallOf } from 'db/node/ai/model-calls.ts'
import { readPromptKey } from 'db/node/ai/prompt-keys.ts'
import { talk } from 'db/node/ai/talk.ts'
import { dialogueOf } from 'db/prompts/dialogue.ts'
import { prompts, type Prompt } from 'db/prompts/table.ts'
import { handOver, silence, type Answer, type AskLater } from 'db/responders/answer.ts'
import type { Conversation } from 'db/responders/conversation.ts'
import type { Responder, ResponderParts } from '../responder.ts'
import { heard, isOnItsWay } from './listen.ts'
import { spoken } from './voice.ts'

export function makePromptResponder(parts: ResponderParts): Responder {
  return { respond: (conversation, signal) => respond(parts, conversation, signal) }
}

async function respond(
  parts: ResponderParts,
  conversation: Conversation,
  signal: AbortSignal,
): Promise<Answer | AskLater> {
  const prompt = await readPrompt(parts, conversation)
  if (!prompt) return handOver('gone')
  // They chose the queue, and it greeted them: it is their turn.
  if (conversation.isChoice && conversation.messages.at(-1)?.fromMe) return silence()
  const { tries, news } = conversation
  if (prompt.transcriptionModel !== '' && news.some(isOnItsWay)) return { kind: 'later', afterMs: 1_500 * (tries + 1) }
  try {
    return await answerBy(parts, prompt, conversation, signal)
  } catch (err) {
    parts.log.warn({ err, promptId: prompt.id }, 'the model gave no answer: people go on')
    return handOver('failed', prompt.queueId)
  }
}

async function answerBy(
  parts: ResponderParts,
  prompt: Prompt,
  conversation: Conversation,
  signal: AbortSignal,
): Promise<Answer> {
  const { db, keys } = parts
  const { companyId, queueId } = prompt
  const now = new Date()
  const spent = await spentBy(db, prompt.id, conversation.ticket.id, now)
  if (isOverLimit(prompt, spent)) return handOver('limit', queueId)
  const apiKey = await readPromptKey(db, keys, companyId, prompt.id, 'apiKey')
  const call: CallOf = {
    companyId,
    promptId: prompt.id,
    ticketId: conversation.ticket.id,
    userId: null,
    purpose: 'answer',
    model: prompt.model,
    prices: prompt,
  }
  const messages = []
  const isNew = new Set(conversation.news.map(({ id }) => id))
  for (const said of conversation.messages) {
    messages.push(isNew.has(said.id) ? await heard(parts, { prompt, apiKey, call }, said, signal) : said)
  }
  const model = { ...prompt, apiKey }
  const dialogue = dialogueOf(prompt, { ...conversation, messages }, now)
  const { text, next, tagIds } = await talk(parts, { model, call, offered: conversation, queueId }, dialogue, signal)
  const replies = text.trim() === '' ? [] : [await spoken(parts, prompt, call, text.trim(), signal)]
  return { replies, next, tagIds, state: null }
}

async function readPrompt({ db }: ResponderParts, { responder, company }: Conversation): Promise<Prompt | null> {
  if (responder.id === null) return null
  const isIt = and(eq(prompts.id, responder.id), eq(prompts.companyId, company.id))
  const [prompt] = await db.orm.select().from(prompts).where(isIt)
  return prompt ?? null
}
