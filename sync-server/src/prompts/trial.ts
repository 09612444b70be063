// "Experimentar": what a prompt as the form has it would answer to a conversation that was made up. Nothing is sent to anybody, nothing is kept but
// the call itself.
import { companies } from 'db/companies/table.ts'
import type { UserActor } from 'db/kit/actor.ts'
import { idArg } from 'db/kit/args.ts'
import { AppError } from 'db/kit/errors.ts'
import { AiError } from 'db/node/ai/ai-error.ts'
import { readPromptKey } from 'db/node/ai/prompt-keys.ts'
import { talk } from 'db/node/ai/talk.ts'
import { dialogueOf } from 'db/prompts/dialogue.ts'
import { promptColumns } from 'db/prompts/mutations.ts'
import { syncedPrompts } from 'db/prompts/table.ts'
import { queues } from 'db/queues/table.ts'
import type { Said } from 'db/responders/conversation.ts'
import { tags } from 'db/tags/table.ts'
import { and, asc, eq } from 'drizzle-orm'
import * as v from 'valibot'
import { keysOf } from '../env.ts'
import type { Services } from '../http/context.ts'

const { prompt, model, baseUrl, maxTokens, temperature, maxMessages, reasoning, inputPrice, outputPrice, queueId } =
  promptColumns

export const trialBody = v.strictObject({
  /** Whose key counts where none is named; null: it is not saved yet. */
  id: v.optional(v.nullable(idArg)),
  apiKey: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(1000))),
  prompt,
  model,
  baseUrl,
  maxTokens,
  temperature,
  maxMessages,
  reasoning,
  inputPrice,
  outputPrice,
  queueId,
  messages: v.pipe(
    v.array(
      v.strictObject({ fromMe: v.boolean(), text: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(4096)) }),
    ),
    v.minLength(1),
    v.maxLength(50),
  ),
})

export const trialAnswer = v.object({
  text: v.string(),
  /** What would happen then. */
  next: v.object({ kind: v.picklist(['wait', 'people', 'transfer', 'close']), queue: v.nullable(v.string()) }),
  tags: v.array(v.string()),
  inputTokens: v.number(),
  outputTokens: v.number(),
  milliseconds: v.number(),
})

/** @throws AppError ERR_AI with the problem */
export async function tryPrompt(
  { db, env, outgoing }: Services,
  actor: UserActor,
  body: v.InferOutput<typeof trialBody>,
  signal: AbortSignal,
) {
  const began = performance.now()
  const { companyId } = actor
  const promptId = body.id ? await ownPrompt(db, actor, body.id) : null
  const told = await toldOf(db, companyId, body)
  const apiKey = body.apiKey ? body.apiKey : await storedKey({ db, env }, companyId, promptId, body.baseUrl)
  const call = {
    companyId,
    promptId,
    ticketId: null,
    userId: actor.userId,
    purpose: 'trial' as const,
    model: body.model,
    prices: body,
  }
  const wanted = { model: { ...body, apiKey }, call, offered: told, queueId: body.queueId }
  const within = AbortSignal.any([signal, AbortSignal.timeout(55_000)])
  const said = await talk({ db, outgoing }, wanted, dialogueOf(body, told, new Date()), within).catch(refusedBy)
  const to = said.next.kind === 'transfer' || said.next.kind === 'people' ? (said.next.queueId ?? null) : null
  return {
    text: said.text,
    next: { kind: said.next.kind, queue: told.queues.find(({ id }) => id === to)?.name ?? null },
    tags: told.tags.filter(({ id }) => said.tagIds.includes(id)).map(({ name }) => name),
    ...said.usage,
    milliseconds: Math.round(performance.now() - began),
  }
}

export function refusedBy(error: unknown): never {
  if (error instanceof AiError) throw new AppError('ERR_AI', { problem: error.problem })
  throw error
}

async function ownPrompt({ orm }: Services['db'], actor: UserActor, id: string) {
  const { table, scope } = syncedPrompts
  const [own] = await orm
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.id, id), scope(actor)))
  if (!own) throw new AppError('ERR_NOT_FOUND')
  return own.id
}

/** Goes only where the saved prompt sends it: who tries another address brings a key. */
async function storedKey(
  { db, env }: Pick<Services, 'db' | 'env'>,
  companyId: string,
  promptId: string | null,
  address: string,
) {
  const ring = keysOf(env)
  if (!ring || promptId === null) return null
  const { table } = syncedPrompts
  const [saved] = await db.orm.select({ baseUrl: table.baseUrl }).from(table).where(eq(table.id, promptId))
  if (saved?.baseUrl !== address) throw new AppError('ERR_AI', { problem: 'key' })
  return readPromptKey(db, ring, companyId, promptId, 'apiKey')
}

async function toldOf(
  { orm }: Services['db'],
  companyId: string,
  { messages, queueId: own }: v.InferOutput<typeof trialBody>,
) {
  const [company] = await orm
    .select({ id: companies.id, name: companies.name, timeZone: companies.timeZone })
    .from(companies)
    .where(eq(companies.id, companyId))
  if (!company) throw new AppError('ERR_NOT_FOUND')
  const offered = await orm
    .select({ id: queues.id, name: queues.name })
    .from(queues)
    .where(eq(queues.companyId, companyId))
    .orderBy(asc(queues.orderQueue), asc(queues.name))
  if (own !== null && !offered.some(({ id }) => id === own)) throw new AppError('ERR_NO_QUEUE_FOUND')
  const names = await orm
    .select({ id: tags.id, name: tags.name })
    .from(tags)
    .where(and(eq(tags.companyId, companyId), eq(tags.kanban, false)))
    .orderBy(asc(tags.name))
    .limit(100)
  return {
    company,
    contact: { id: '', name: 'Cliente', number: null },
    ticket: { id: '', number: null, queueId: own, queueName: offered.find(({ id }) => id === own)?.name ?? null },
    queues: offered,
    tags: names,
    isChoice: false,
    messages: messages.map(({ fromMe, text }, index): Said => ({ ...plainText, id: String(index), fromMe, text })),
  }
}

const plainText = {
  mediaType: 'chat',
  transcript: null,
  mediaHash: null,
  mediaMime: null,
  mediaName: null,
  mediaError: null,
  isVoice: false,
  at: new Date(0),
}
