// Prompts: admins keep them, supervisors see them. The keys are no part of it, because a secret must not lie in an outbox (prompt-keys of the
// server).
import { and, eq } from 'drizzle-orm'
import * as v from 'valibot'
import { assertPlanHas } from '../companies/features.ts'
import { connections } from '../connections/table.ts'
import { idArg } from '../kit/args.ts'
import { crud } from '../kit/crud.ts'
import { defineMutation } from '../kit/define-mutation.ts'
import { invalid } from '../kit/errors.ts'
import { mustFind } from '../kit/find.ts'
import { outgoingUrlArg } from '../kit/outgoing-url.ts'
import { hasPermission } from '../kit/permissions.ts'
import { queues, syncedQueues } from '../queues/table.ts'
import { releaseTickets } from '../responders/release-tickets.ts'
import { settings } from '../settings/table.ts'
import { tickets } from '../tickets/table.ts'
import { prompts, syncedPrompts } from './table.ts'
import { noVoice, voiceNames } from './voices.ts'

const count = (least: number, most: number) => v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most))
const amount = v.pipe(v.number(), v.minValue(0), v.maxValue(1_000_000))
const modelName = v.pipe(v.string(), v.trim(), v.maxLength(200))

/** As a form checks them, field by field. */
export const promptColumns = {
  name: v.pipe(v.string(), v.trim(), v.minLength(5), v.maxLength(100)),
  prompt: v.pipe(v.string(), v.trim(), v.minLength(50), v.maxLength(20_000)),
  queueId: v.nullable(idArg),
  voice: v.picklist(voiceNames),
  voiceRegion: v.pipe(v.string(), v.trim(), v.maxLength(40), v.regex(/^[a-z0-9]*$/)),
  maxTokens: count(1, 16_000),
  temperature: v.pipe(v.number(), v.minValue(0), v.maxValue(2)),
  maxMessages: count(1, 50),
  baseUrl: outgoingUrlArg,
  model: v.pipe(modelName, v.minLength(1)),
  transcriptionModel: modelName,
  reasoning: v.boolean(),
  inputPrice: amount,
  outputPrice: amount,
  ticketAnswers: count(0, 10_000),
  dayAnswers: count(0, 1_000_000),
  ticketCost: amount,
  dayCost: amount,
}

/** What a new one has where its maker says nothing. */
export const promptDefaults = {
  voice: noVoice,
  voiceRegion: '',
  maxTokens: 100,
  temperature: 1,
  maxMessages: 10,
  baseUrl: 'https://api.openai.com/v1',
  model: 'gpt-4o-mini',
  transcriptionModel: 'whisper-1',
  reasoning: false,
  inputPrice: 0,
  outputPrice: 0,
  ticketAnswers: 30,
  dayAnswers: 1000,
  ticketCost: 0,
  dayCost: 0,
} as const

const { create, update, remove } = crud({
  noun: 'prompt',
  synced: syncedPrompts,
  columns: promptColumns,
  defaults: promptDefaults,
  unique: [{ column: 'name', code: 'ERR_DUPLICATED_NAME' }],
  can: (actor) => actor.kind === 'user' && hasPermission(actor, 'prompts-page:edit'),
  notFound: 'ERR_NOT_FOUND',
  path: '/prompt',
  title: 'prompt',
  initial: () => ({ apiKeyHint: null, voiceKeyHint: null }),
  async settle(tx, ctx, { next, before }) {
    await assertPlanHas(tx, ctx, 'useOpenAi')
    // Its people get what the model leaves: without a queue nobody would.
    if (next.queueId === null) throw invalid('queueId', 'Required')
    if (next.queueId !== before?.queueId) await mustFind(tx, ctx, syncedQueues, next.queueId, 'ERR_NO_QUEUE_FOUND')
    if (next.voice !== noVoice && next.voiceRegion === '') throw invalid('voiceRegion', 'Required')
    return {}
  },
})

/** Over REST keys come along: sync-server/src/prompts. */
export const createPrompt = withoutRest(create)
export const updatePrompt = defineMutation({
  ...withoutRest(update),
  async run(tx, args, ctx) {
    const before = await mustFind(tx, ctx, syncedPrompts, args.id, 'ERR_NOT_FOUND')
    await update.run(tx, args, ctx)
    const { baseUrl, voiceRegion } = await mustFind(tx, ctx, syncedPrompts, args.id, 'ERR_NOT_FOUND')
    // Another address never gets the key of the one before: a trigger deletes it (0110_secrets_at_their_address.sql).
    const forgotten = {
      ...(baseUrl !== before.baseUrl && { apiKeyHint: null }),
      ...(voiceRegion !== before.voiceRegion && { voiceKeyHint: null }),
    }
    if (Object.keys(forgotten).length > 0) await tx.update(prompts).set(forgotten).where(eq(prompts.id, args.id))
  },
})

/** What chose it chooses nothing; conversations that it has are people's. */
export const deletePrompt = defineMutation({
  ...withoutRest(remove),
  async run(tx, { id }, ctx) {
    await mustFind(tx, ctx, syncedPrompts, id, 'ERR_NOT_FOUND')
    const { companyId } = ctx.actor
    await releaseTickets(tx, and(eq(tickets.companyId, companyId), eq(tickets.promptId, id)), ctx)
    const none = { promptId: null, updatedAt: ctx.now }
    await tx.update(connections).set(none).where(eq(connections.promptId, id))
    await tx.update(queues).set(none).where(eq(queues.promptId, id))
    await tx.update(settings).set({ copilotPromptId: null, updatedAt: ctx.now }).where(eq(settings.copilotPromptId, id))
    await remove.run(tx, { id }, ctx)
  },
})

function withoutRest<M extends { rest?: unknown }>({ rest: _rest, ...mutation }: M) {
  return mutation
}
