// Queue integrations over REST as the specification has them, with their service account; their secrets for the app; and a trial of a Dialogflow
// agent. The rest of an integration is the mutations'; its secrets are none of it, because a secret must not lie in an outbox.
import { createIntegration, integrationLanguages, updateIntegration } from 'db/integrations/mutations.ts'
import { queueIntegrations, syncedQueueIntegrations } from 'db/integrations/table.ts'
import { assertPlanHas } from 'db/companies/features.ts'
import type { UserActor } from 'db/kit/actor.ts'
import { idArg } from 'db/kit/args.ts'
import { parseArgs } from 'db/kit/define-mutation.ts'
import { AppError, invalid } from 'db/kit/errors.ts'
import { hasPermission } from 'db/kit/permissions.ts'
import type { ServerTx } from 'db/node/connect.ts'
import {
  detectIntent,
  DialogflowError,
  readServiceAccount,
  type ServiceAccount,
} from 'db/node/integrations/dialogflow.ts'
import { deleteSecret, readSecret, setSecret } from 'db/node/keys/secrets.ts'
import { newWebhookSecret } from 'db/node/integrations/webhook-secret.ts'
import { secretName } from 'db/responders/kinds.ts'
import { and, eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { randomUUID } from 'node:crypto'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import * as v from 'valibot'
import { keysOf } from '../env.ts'
import { applyMutation } from '../http/apply-mutation.ts'
import { consume } from '../http/consume.ts'
import type { Authenticated, Services } from '../http/context.ts'
import { rowAnswer } from '../http/openapi/answer-schema.ts'
import { inTermsOfBody } from '../http/openapi/in-terms-of-body.ts'
import { isBody } from '../http/openapi/loose-values.ts'
import { plainBody } from '../http/openapi/specified-bodies.ts'
import type { RouteDoc } from '../http/openapi/route-doc.ts'
import { readChanged } from '../http/put-back.ts'
import { readJson } from '../http/read-json.ts'
import { requestId } from '../http/request-id.ts'
import { resources } from '../http/resources.ts'

const answer = rowAnswer(syncedQueueIntegrations)
const jsonContent = v.nullable(v.pipe(v.string(), v.maxLength(20_000)))
const withAccount = { jsonContent: v.optional(jsonContent) }
const { id: _new, ...created } = createIntegration.args.entries
const newBody = v.strictObject({ ...created, ...withAccount })
const changedBody = v.strictObject({
  ...Object.fromEntries(
    Object.keys(updateIntegration.args.entries.changes.entries).map((name) => [
      name,
      v.optional(created[name as keyof typeof created]),
    ]),
  ),
  ...withAccount,
})
const keysBody = v.strictObject({ jsonContent })
const trialBody = v.object({
  /** Whose stored account is used where none is given. */
  id: v.optional(v.nullable(idArg)),
  projectName: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100)),
  jsonContent: v.optional(jsonContent),
  language: v.picklist(integrationLanguages),
})
const trialAnswer = v.object({ texts: v.array(v.string()) })

export const integrationDocs: RouteDoc[] = [
  { method: 'post', path: '/queueIntegration', summary: 'Add a queue integration', body: newBody, status: 201, answer },
  {
    method: 'put',
    path: '/queueIntegration/:id',
    summary: 'Change a queue integration',
    description: 'The service account is never answered: left out or blank it stays, null takes it away.',
    body: changedBody,
    status: 200,
    answer,
  },
  {
    method: 'put',
    path: '/queueIntegration/:id/keys',
    summary: 'Set the service account of a queue integration',
    body: keysBody,
    status: 204,
  },
  {
    method: 'post',
    path: '/queueIntegration/:id/secret',
    summary: 'A new secret that its requests are signed with (Standard Webhooks), answered once',
    status: 201,
    answer: v.object({ secret: v.string() }),
  },
  {
    method: 'post',
    path: '/queueIntegration/testSession',
    summary: 'Whether a Dialogflow agent answers its service account',
    body: trialBody,
    status: 200,
    answer: trialAnswer,
  },
]

/** Each makes this server call somebody. */
const trials = { points: 10, duration: 60 }

export function integrationRoutes(services: Services) {
  const { db } = services
  const limiter = new RateLimiterMemory(trials)
  const app = new Hono<Authenticated>()
  app.post('/queueIntegration', async (c) => {
    const actor = c.get('actor')
    const { args, account } = readBody(await readJson(c), actor, newBody)
    // Refused before there is a row without it.
    const kept = account === undefined ? undefined : accountToKeep(services, account)
    const id = requestId(c)
    const call = { id, name: 'queueIntegration.create', args: { id, ...args } }
    await inTermsOfBody(() => applyMutation(services, actor, call))
    if (kept !== undefined) await setAccount(services, actor, id, kept)
    return c.json(await shown(services, actor, id), 201)
  })
  app.post('/queueIntegration/testSession', async (c) => {
    const actor = c.get('actor')
    await mayEdit(services, actor)
    const body = parseArgs(trialBody, await readJson(c))
    await consume(limiter, actor.userId)
    const account = await accountOf(services, actor, body)
    return c.json({ texts: await askAgent(services, account, body, c.req.raw.signal) })
  })
  app.put('/queueIntegration/:id', async (c) => {
    const actor = c.get('actor')
    await mayEdit(services, actor)
    const id = parseArgs(idArg, c.req.param('id'))
    const { before, changed } = await readChanged(c, () => shown(services, actor, id))
    if (changed === null) return c.json(before)
    const { args, account } = readBody(changed, actor, changedBody)
    const kept = account === undefined ? undefined : accountToKeep(services, account)
    const changes = Object.fromEntries(Object.entries(args).map(([name, to]) => [name, { to }]))
    const call = { id: requestId(c), name: 'queueIntegration.update', args: { id, changes } }
    await inTermsOfBody(() => applyMutation(services, actor, call))
    if (kept !== undefined) await setAccount(services, actor, id, kept)
    return c.json(await shown(services, actor, id))
  })
  app.put('/queueIntegration/:id/keys', async (c) => {
    const { jsonContent: account } = parseArgs(keysBody, await readJson(c))
    await mayEdit(services, c.get('actor'))
    const kept = accountToKeep(services, account)
    await setAccount(services, c.get('actor'), parseArgs(idArg, c.req.param('id')), kept)
    return c.body(null, 204)
  })
  app.post('/queueIntegration/:id/secret', async (c) => {
    const actor = c.get('actor')
    await mayEdit(services, actor)
    const id = parseArgs(idArg, c.req.param('id'))
    const secret = await db.orm.transaction(async (tx) => {
      await ownOne(tx, actor, id)
      const keys = needKeys(services)
      const place = { companyId: actor.companyId, name: secretName('integration', id, 'signing') }
      const made = await newWebhookSecret(tx, keys, place, actor.userId, new Date())
      await hint(tx, actor, id, made.slice(-4))
      return made
    })
    return c.json({ secret }, 201)
  })
  return app
}

/** What a Dialogflow agent says to a greeting. @throws AppError ERR_INTEGRATION_UNAVAILABLE */
async function askAgent(
  { outgoing, env }: Services,
  account: ServiceAccount,
  body: v.InferOutput<typeof trialBody>,
  signal: AbortSignal,
) {
  try {
    const { projectName, language } = body
    const question = {
      account,
      projectName,
      language,
      session: randomUUID(),
      text: language === 'en' ? 'Hello' : 'Olá',
    }
    const { texts } = await detectIntent({ outgoing, url: env.DIALOGFLOW_BASE_URL }, question, signal)
    return texts
  } catch (error) {
    if (!(error instanceof DialogflowError)) throw error
    throw new AppError('ERR_INTEGRATION_UNAVAILABLE', { reason: error.message })
  }
}

/** Without the forms of a client that sends everything it read; `account`: undefined leaves it as it is. */
function readBody(body: unknown, actor: UserActor, schema: v.StrictObjectSchema<v.ObjectEntries, undefined>) {
  if (!isBody(body)) return { args: parseArgs(schema, body), account: undefined }
  const { jsonContent: given, ...rest } = plainBody(schema.entries, body, actor, ofRow)
  const account = given === undefined || given === '' ? undefined : parseArgs(jsonContent, given)
  return { args: parseArgs(v.strictObject({ ...schema.entries, jsonContent: v.optional(v.never()) }), rest), account }
}

const ofRow = Object.keys(answer.entries)

const shown = async ({ db }: Services, actor: UserActor, id: string) =>
  (await resources.get('/queueIntegration')?.read(db, actor, id)) ?? { id, uuid: id }

async function mayEdit({ db }: Services, actor: UserActor) {
  if (!hasPermission(actor, 'integrations-page:edit')) throw new AppError('ERR_NO_PERMISSION')
  await assertPlanHas(db.orm, { actor, side: 'server' }, 'useIntegrations')
}

function needKeys({ env }: Services) {
  const keys = keysOf(env)
  if (!keys) throw new AppError('ERR_KEYS_NOT_CONFIGURED')
  return keys
}

async function ownOne(tx: ServerTx, actor: UserActor, id: string) {
  const isIt = and(eq(queueIntegrations.id, id), syncedQueueIntegrations.scope(actor))
  const [own] = await tx.select({ id: queueIntegrations.id }).from(queueIntegrations).where(isIt).for('update')
  if (!own) throw new AppError('ERR_NOT_FOUND')
}

const hint = (tx: ServerTx, { companyId }: UserActor, id: string, secretHint: string | null) =>
  tx
    .update(queueIntegrations)
    .set({ secretHint, updatedAt: new Date() })
    .where(and(eq(queueIntegrations.id, id), eq(queueIntegrations.companyId, companyId)))

interface KeptAccount {
  text: string
  email: string
}

/** Null: it is taken away. @throws AppError ERR_VALIDATION when it is no service account; ERR_KEYS_NOT_CONFIGURED */
function accountToKeep(services: Services, text: string | null): KeptAccount | null {
  if (text === null) return null
  const account = readServiceAccount(text)
  if (!account) throw invalid('jsonContent', 'Not a service account')
  needKeys(services)
  return { text, email: account.client_email }
}

async function setAccount(services: Services, actor: UserActor, id: string, account: KeptAccount | null) {
  const { companyId, userId } = actor
  const name = secretName('integration', id, 'jsonContent')
  await services.db.orm.transaction(async (tx) => {
    await ownOne(tx, actor, id)
    if (account === null) await deleteSecret(tx, companyId, name)
    else await setSecret(tx, needKeys(services), { companyId, name, text: account.text, userId }, new Date())
    await hint(tx, actor, id, account && account.email.slice(0, 100))
  })
}

async function accountOf(
  services: Services,
  { companyId }: UserActor,
  { id, jsonContent: given }: v.InferOutput<typeof trialBody>,
): Promise<ServiceAccount> {
  const stored = async (of: string) =>
    readSecret(services.db.orm, needKeys(services), companyId, secretName('integration', of, 'jsonContent'))
  const text = given || (id ? await stored(id) : null)
  const account = text ? readServiceAccount(text) : null
  if (!account) throw invalid('jsonContent', 'Not a service account')
  return account
}
