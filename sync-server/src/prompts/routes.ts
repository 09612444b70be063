// Prompts over REST as the specification has them, with their keys; the keys for the app; a trial of one before it is saved; and what models
// were asked and answered. The rest of a prompt is the mutations'; its keys are none of it, because a secret must not lie in an outbox.
import { createPrompt, updatePrompt } from 'db/prompts/mutations.ts'
import { syncedPrompts } from 'db/prompts/table.ts'
import { assertPlanHas } from 'db/companies/features.ts'
import type { UserActor } from 'db/kit/actor.ts'
import { idArg } from 'db/kit/args.ts'
import { parseArgs } from 'db/kit/define-mutation.ts'
import { AppError } from 'db/kit/errors.ts'
import { hasPermission } from 'db/kit/permissions.ts'
import { promptKeys, setPromptKey, type PromptKey } from 'db/node/ai/prompt-keys.ts'
import type { Database } from 'db/node/connect.ts'
import { and, eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import * as v from 'valibot'
import { keysOf } from '../env.ts'
import { applyMutation } from '../http/apply-mutation.ts'
import { consume } from '../http/consume.ts'
import type { Authenticated, Services } from '../http/context.ts'
import { pageAnswer } from '../http/openapi/answer-schema.ts'
import { inTermsOfBody } from '../http/openapi/in-terms-of-body.ts'
import { isBody } from '../http/openapi/loose-values.ts'
import { plainBody } from '../http/openapi/specified-bodies.ts'
import { filled } from '../http/page.ts'
import { readChanged } from '../http/put-back.ts'
import { readJson } from '../http/read-json.ts'
import { requestId } from '../http/request-id.ts'
import { resources } from '../http/resources.ts'
import type { RouteDoc } from '../http/openapi/route-doc.ts'
import { promptAnswer } from '../reads/management.ts'
import { callAnswer, callQuery, listCalls } from './calls.ts'
import { tryPrompt, trialAnswer, trialBody } from './trial.ts'

/** Null takes it away. */
const key = v.nullable(v.pipe(v.string(), v.trim(), v.minLength(8), v.maxLength(1000)))
const keyBody = { apiKey: v.optional(key), voiceKey: v.optional(key) }
const keysBody = v.strictObject(keyBody)
const { id: _new, ...created } = createPrompt.args.entries
const newPrompt = v.strictObject({ ...created, ...keyBody })
const changedPrompt = v.strictObject({
  ...Object.fromEntries(
    Object.entries(updatePrompt.args.entries.changes.entries).map(([name]) => [
      name,
      v.optional(created[name as keyof typeof created]),
    ]),
  ),
  ...keyBody,
})

export const promptDocs: RouteDoc[] = [
  { method: 'post', path: '/prompt', summary: 'Add a prompt', body: newPrompt, status: 201, answer: promptAnswer },
  {
    method: 'put',
    path: '/prompt/:id',
    summary: 'Change a prompt',
    description: 'Keys are never answered: left out or blank they stay, null takes one away.',
    body: changedPrompt,
    status: 200,
    answer: promptAnswer,
  },
  {
    method: 'delete',
    path: '/prompt/:id',
    summary: 'Delete a prompt',
    status: 200,
    answer: v.object({ message: v.string() }),
  },
  { method: 'put', path: '/prompt/:id/keys', summary: 'Set the keys of a prompt', body: keysBody, status: 204 },
  {
    method: 'post',
    path: '/prompt/try',
    summary: 'What a prompt would answer, before it is saved',
    body: trialBody,
    status: 200,
    answer: trialAnswer,
  },
  {
    method: 'get',
    path: '/model-calls',
    summary: 'What models were asked and answered, the latest first; kept for 14 days',
    query: callQuery,
    status: 200,
    answer: pageAnswer('calls', callAnswer, {}),
  },
]

/** Each costs money. */
const trials = { points: 30, duration: 60 }

export function promptReads({ reads }: Services) {
  const app = new Hono<Authenticated>()
  app.get('/model-calls', async (c) => {
    mayEdit(c.get('actor'))
    return c.json(await listCalls(reads, c.get('actor'), filled(c.req.query())))
  })
  return app
}

export function promptRoutes(services: Services) {
  const limiter = new RateLimiterMemory(trials)
  const app = new Hono<Authenticated>()
  app.post('/prompt', async (c) => {
    const actor = c.get('actor')
    const { args, keys } = readPrompt(await readJson(c), actor, newPrompt)
    await assertMayKeep(services, actor, keys)
    const id = requestId(c)
    await inTermsOfBody(() => applyMutation(services, actor, { id, name: 'prompt.create', args: { id, ...args } }))
    await setKeys(services, actor, id, keys)
    return c.json(await shown(services.db, actor, id), 201)
  })
  app.post('/prompt/try', async (c) => {
    const actor = c.get('actor')
    mayEdit(actor)
    const body = parseArgs(trialBody, await readJson(c))
    await assertPlanHas(services.db.orm, { actor, side: 'server' }, 'useOpenAi')
    await consume(limiter, actor.userId)
    return c.json(await tryPrompt(services, actor, body, c.req.raw.signal))
  })
  app.put('/prompt/:id', async (c) => {
    const actor = c.get('actor')
    mayEdit(actor)
    const id = parseArgs(idArg, c.req.param('id'))
    const { before, changed } = await readChanged(c, () => shown(services.db, actor, id))
    if (changed === null) return c.json(before)
    const { args, keys } = readPrompt(changed, actor, changedPrompt)
    await assertMayKeep(services, actor, keys)
    const changes = Object.fromEntries(Object.entries(args).map(([name, to]) => [name, { to }]))
    const call = { id: requestId(c), name: 'prompt.update', args: { id, changes } }
    await inTermsOfBody(() => applyMutation(services, actor, call))
    await setKeys(services, actor, id, keys)
    return c.json(await shown(services.db, actor, id))
  })
  app.put('/prompt/:id/keys', async (c) => {
    const keys = parseArgs(keysBody, await readJson(c))
    await setKeys(services, c.get('actor'), parseArgs(idArg, c.req.param('id')), keys)
    return c.body(null, 204)
  })
  app.delete('/prompt/:id', async (c) => {
    const call = { id: requestId(c), name: 'prompt.delete', args: { id: c.req.param('id') } }
    await applyMutation(services, c.get('actor'), call)
    return c.json({ message: 'Prompt deleted' })
  })
  return app
}

type Keys = v.InferOutput<typeof keysBody>

/** Without the forms of a client that sends everything it read. */
function readPrompt(body: unknown, actor: UserActor, schema: v.StrictObjectSchema<v.ObjectEntries, undefined>) {
  if (!isBody(body)) return { args: parseArgs(schema, body), keys: {} as Keys }
  // As they were sent: blank is no key, and none is taken away by it.
  const { apiKey, voiceKey, ...rest } = body
  const given = Object.entries({ apiKey, voiceKey }).filter(([, text]) => text !== undefined && text !== '')
  const { apiKey: _apiKey, voiceKey: _voiceKey, ...fields } = schema.entries
  const args = parseArgs(v.strictObject(fields), plainBody(fields, rest, actor, ofRow))
  return { args, keys: parseArgs(keysBody, Object.fromEntries(given)) }
}

const ofRow = Object.keys(promptAnswer.entries)

const shown = async (db: Database, actor: UserActor, id: string) =>
  (await resources.get('/prompt')?.read(db, actor, id)) ?? { id, uuid: id }

export function mayEdit(actor: UserActor) {
  if (!hasPermission(actor, 'prompts-page:edit')) throw new AppError('ERR_NO_PERMISSION')
}

const namedIn = (keys: Keys) => promptKeys.filter((name): name is PromptKey => keys[name] !== undefined)

/** Before there is a row without them. @throws AppError */
async function assertMayKeep({ db, env }: Services, actor: UserActor, keys: Keys) {
  if (namedIn(keys).length === 0) return
  mayEdit(actor)
  await assertPlanHas(db.orm, { actor, side: 'server' }, 'useOpenAi')
  if (!keysOf(env)) throw new AppError('ERR_KEYS_NOT_CONFIGURED')
}

/** Those that are named. */
async function setKeys({ db, env }: Services, actor: UserActor, promptId: string, keys: Keys) {
  mayEdit(actor)
  const named = namedIn(keys)
  if (named.length === 0) return
  const ring = keysOf(env)
  await db.orm.transaction(async (tx) => {
    await assertPlanHas(tx, { actor, side: 'server' }, 'useOpenAi')
    const isIt = and(eq(syncedPrompts.table.id, promptId), syncedPrompts.scope(actor))
    const [own] = await tx.select({ id: syncedPrompts.table.id }).from(syncedPrompts.table).where(isIt).for('update')
    if (!own) throw new AppError('ERR_NOT_FOUND')
    if (!ring) throw new AppError('ERR_KEYS_NOT_CONFIGURED')
    const { companyId, userId } = actor
    for (const name of named) {
      await setPromptKey(tx, ring, { companyId, promptId, userId }, name, keys[name] ?? null, new Date())
    }
  })
}
