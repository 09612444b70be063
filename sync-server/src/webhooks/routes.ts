// /webhooks: to which addresses the company has told what happens, and what was told. Admins' alone. A secret is answered when it is made and
// never again.
import { actorIn, recordAudit } from 'db/audit/record.ts'
import type { AuditAction } from 'db/audit/rules.ts'
import type { UserActor } from 'db/kit/actor.ts'
import { assertPlanHas } from 'db/companies/features.ts'
import { companies } from 'db/companies/table.ts'
import { idArg } from 'db/kit/args.ts'
import { parseArgs } from 'db/kit/define-mutation.ts'
import type { Tx } from 'db/kit/define-mutation.ts'
import { AppError } from 'db/kit/errors.ts'
import { newId } from 'db/kit/new-id.ts'
import { hasPermission } from 'db/kit/permissions.ts'
import { deleteSecret } from 'db/node/keys/secrets.ts'
import { newWebhookSecret, webhookSecretName } from 'db/node/integrations/webhook-secret.ts'
import { maxEndpoints, testEvent, webhookColumns, webhookEvents } from 'db/webhooks/rules.ts'
import { deliveryStatuses, webhookDeliveries, webhookEndpoints } from 'db/webhooks/table.ts'
import { and, asc, eq, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import * as v from 'valibot'
import { keysOf } from '../env.ts'
import type { Authenticated, Services } from '../http/context.ts'
import { instant, nullableText, pageAnswer, uuid } from '../http/openapi/answer-schema.ts'
import type { RouteDoc } from '../http/openapi/route-doc.ts'
import { endOfPage, filled, pageOf, windowQuery } from '../http/page.ts'
import { readChanged } from '../http/put-back.ts'
import { readJson } from '../http/read-json.ts'

const endpointAnswer = v.object({
  id: uuid,
  name: v.string(),
  url: v.string(),
  events: v.array(v.picklist(webhookEvents)),
  active: v.boolean(),
  offReason: v.nullable(v.picklist(['failing', 'gone'])),
  offAt: v.nullable(instant),
  failingSince: v.nullable(instant),
  retryAt: v.nullable(instant),
  createdAt: instant,
  updatedAt: instant,
})
const withSecret = v.object({ ...endpointAnswer.entries, secret: v.string() })

const delivery = {
  id: uuid,
  messageId: uuid,
  event: v.string(),
  status: v.picklist(deliveryStatuses),
  attempts: v.number(),
  nextAt: instant,
  lastAttemptAt: v.nullable(instant),
  lastStatus: v.nullable(v.number()),
  lastReason: nullableText,
  lastMs: v.nullable(v.number()),
  createdAt: instant,
}
const deliveryAnswer = v.object({ ...delivery, body: v.string(), lastAnswer: nullableText })
const deliveriesQuery = v.object({ ...windowQuery, status: v.optional(v.picklist(deliveryStatuses)) })

const newEndpoint = v.object({ ...webhookColumns, active: v.optional(webhookColumns.active, true) })
const changedEndpoint = v.partial(v.object(webhookColumns))

export const webhookDocs: RouteDoc[] = [
  {
    method: 'get',
    path: '/webhooks',
    summary: 'Addresses that are told what happens in the company, for admins',
    status: 200,
    answer: v.object({ webhooks: v.array(endpointAnswer) }),
  },
  {
    method: 'post',
    path: '/webhooks',
    summary: 'Add one; its secret is answered once',
    description:
      'Requests are signed by Standard Webhooks 1.0: `webhook-id` (the same on every repetition), `webhook-timestamp`, `webhook-signature`. ' +
      'The body is `{type, timestamp, data}`. Anything but 2xx is tried again for 24 hours; 410 switches the webhook off.',
    body: newEndpoint,
    status: 201,
    answer: withSecret,
  },
  { method: 'get', path: '/webhooks/:id', summary: 'One of them', status: 200, answer: endpointAnswer },
  {
    method: 'put',
    path: '/webhooks/:id',
    summary: 'Change it; switched on again it begins anew',
    body: changedEndpoint,
    status: 200,
    answer: endpointAnswer,
  },
  { method: 'delete', path: '/webhooks/:id', summary: 'Remove it with what it was told', status: 204 },
  {
    method: 'post',
    path: '/webhooks/:id/secret',
    summary: 'A new secret, answered once; the one before signs beside it for 24 hours',
    status: 201,
    answer: v.object({ secret: v.string() }),
  },
  {
    method: 'post',
    path: '/webhooks/:id/test',
    summary: 'Tell it that this is a test',
    status: 202,
    answer: v.object(delivery),
  },
  {
    method: 'get',
    path: '/webhooks/:id/deliveries',
    summary: 'What it was told in the last 7 days, newest first',
    query: deliveriesQuery,
    status: 200,
    answer: pageAnswer('deliveries', v.object(delivery)),
  },
  {
    method: 'get',
    path: '/webhooks/:id/deliveries/:deliveryId',
    summary: 'One of them, with what was sent and answered',
    status: 200,
    answer: deliveryAnswer,
  },
  {
    method: 'post',
    path: '/webhooks/:id/deliveries/:deliveryId/resend',
    summary: 'Tell it once more, with the same webhook-id',
    status: 202,
    answer: v.object(delivery),
  },
]

const { body: _body, lastAnswer: _answer, ...listed } = shownColumns()

export function webhookRoutes(services: Services) {
  const { db } = services
  const app = new Hono<Authenticated>()
  app.use(adminsOnly(services))
  app.route('/', deliveryRoutes(services))

  app.get('/', async (c) => {
    const webhooks = await db.orm
      .select()
      .from(webhookEndpoints)
      .where(eq(webhookEndpoints.companyId, c.get('actor').companyId))
      .orderBy(asc(webhookEndpoints.createdAt), asc(webhookEndpoints.id))
    return c.json({ webhooks: webhooks.map(shown) })
  })
  app.post('/', async (c) =>
    c.json(await create(services, c.get('actor'), parseArgs(newEndpoint, await readJson(c))), 201),
  )
  app.get('/:id', async (c) => c.json(shown(await endpointOf(db.orm, c.get('actor'), c.req.param('id')))))
  app.put('/:id', async (c) => {
    const find = async () => shown(await endpointOf(db.orm, c.get('actor'), c.req.param('id')))
    const { before, changed } = await readChanged(c, find)
    if (changed === null) return c.json(before)
    const changes = parseArgs(changedEndpoint, changed)
    const { id } = before
    const anew = changes.active === undefined && changes.url === undefined ? {} : wellAgain
    const row = await db.orm.transaction(async (tx) => {
      const [after] = await tx
        .update(webhookEndpoints)
        .set({ ...changes, ...anew, updatedAt: new Date() })
        .where(eq(webhookEndpoints.id, id))
        .returning()
      if (!after) throw new AppError('ERR_NOT_FOUND')
      await note(tx, c.get('actor'), 'changed', after, { fields: Object.keys(changes) })
      return after
    })
    return c.json(shown(row))
  })
  app.delete('/:id', async (c) => {
    const endpoint = await endpointOf(db.orm, c.get('actor'), c.req.param('id'))
    const { id, companyId } = endpoint
    await db.orm.transaction(async (tx) => {
      await note(tx, c.get('actor'), 'deleted', endpoint)
      await tx.delete(webhookEndpoints).where(eq(webhookEndpoints.id, id))
      await deleteSecret(tx, companyId, webhookSecretName(id))
    })
    return c.body(null, 204)
  })
  app.post('/:id/secret', async (c) => {
    const endpoint = await endpointOf(db.orm, c.get('actor'), c.req.param('id'))
    const secret = await db.orm.transaction((tx) =>
      newWebhookSecret(
        tx,
        needKeys(services),
        { companyId: endpoint.companyId, name: webhookSecretName(endpoint.id) },
        c.get('actor').userId,
        new Date(),
      ),
    )
    return c.json({ secret }, 201)
  })
  app.post('/:id/test', async (c) => {
    const endpoint = await endpointOf(db.orm, c.get('actor'), c.req.param('id'))
    return c.json(await tellOfTest(services, endpoint), 202)
  })
  return app
}

function deliveryRoutes(services: Services) {
  const { db } = services
  const app = new Hono<Authenticated>()
  app.get('/:id/deliveries', async (c) => {
    const { id } = await endpointOf(db.orm, c.get('actor'), c.req.param('id'))
    const asked = parseArgs(deliveriesQuery, filled(c.req.query()))
    const { createdAt, status } = webhookDeliveries
    const page = pageOf(asked, { key: createdAt, id: webhookDeliveries.id, direction: 'desc' })
    const rows = await db.orm
      .select(listed)
      .from(webhookDeliveries)
      .where(and(eq(webhookDeliveries.endpointId, id), asked.status && eq(status, asked.status), page.after))
      .orderBy(...page.orderBy)
      .limit(page.limit)
      .offset(page.offset)
    const { records, ...rest } = endOfPage(page, rows, (row) => [row.createdAt, row.id])
    return c.json({ deliveries: records, ...rest })
  })
  app.get('/:id/deliveries/:deliveryId', async (c) => c.json(await deliveryOf(services, c.get('actor'), c.req.param())))
  app.post('/:id/deliveries/:deliveryId/resend', async (c) => {
    const before = await deliveryOf(services, c.get('actor'), c.req.param())
    const { companyId, endpointId, messageId, event, subjectId, body } = before
    if (before.status !== 'waiting') {
      return c.json(await insert(db.orm, { companyId, endpointId, messageId, event, subjectId, body }), 202)
    }
    // It waits for its next try: that is now.
    await db.orm.update(webhookDeliveries).set({ nextAt: new Date() }).where(eq(webhookDeliveries.id, before.id))
    await db.orm.update(webhookEndpoints).set({ retryAt: null }).where(eq(webhookEndpoints.id, endpointId))
    await db.sql.notify('webhooks', '')
    return c.json(await deliveryOf(services, c.get('actor'), c.req.param()), 202)
  })
  return app
}

/** With its secret, this once. @throws AppError ERR_PLAN_LIMIT */
async function create(services: Services, actor: UserActor, endpoint: v.InferOutput<typeof newEndpoint>) {
  const { companyId, userId } = actor
  const [keys, id, now] = [needKeys(services), newId(), new Date()]
  return services.db.orm.transaction(async (tx) => {
    // One after the other, so that the limit is one.
    await tx.select({ id: companies.id }).from(companies).where(eq(companies.id, companyId)).for('no key update')
    const count = await tx.$count(webhookEndpoints, eq(webhookEndpoints.companyId, companyId))
    if (count >= maxEndpoints) throw new AppError('ERR_PLAN_LIMIT', { limit: maxEndpoints })
    const [row] = await tx
      .insert(webhookEndpoints)
      .values({ id, companyId, ...endpoint, createdAt: now, updatedAt: now })
      .returning()
    if (row) await note(tx, actor, 'added', row)
    return (
      row && {
        ...shown(row),
        secret: await newWebhookSecret(tx, keys, { companyId, name: webhookSecretName(id) }, userId, now),
      }
    )
  })
}

async function tellOfTest({ db }: Services, endpoint: typeof webhookEndpoints.$inferSelect) {
  if (!endpoint.active) throw new AppError('ERR_VALIDATION', { fields: { active: ['Off'] } })
  const [messageId, now] = [newId(), new Date()]
  const { companyId, id, name } = endpoint
  const body = JSON.stringify({ type: testEvent, timestamp: now.toISOString(), data: { webhook: { id, name } } })
  return insert(db.orm, { companyId, endpointId: id, messageId, event: testEvent, subjectId: messageId, body })
}

const wellAgain = { offReason: null, offAt: null, failingSince: null, failures: 0, retryAt: null }

type Endpoint = Pick<typeof webhookEndpoints.$inferSelect, 'id' | 'name' | 'url'>

/** Of the address its host: the rest of it may be a secret of the other system. */
async function note(
  tx: Tx,
  actor: UserActor,
  action: AuditAction,
  { id, name, url }: Endpoint,
  more: Record<string, unknown> = {},
) {
  const details = { kind: 'webhook', host: new URL(url).host, ...more }
  await recordAudit(tx, { ...actorIn(actor), action, subject: { id, name }, details }, new Date())
}

const adminsOnly = ({ db }: Services) =>
  createMiddleware<Authenticated>(async (c, next) => {
    const actor = c.get('actor')
    // Who may read none finds none, whatever its id.
    const readsOne = c.req.method === 'GET' && /\/webhooks\/./.test(c.req.path)
    if (!hasPermission(actor, 'webhooks-page:edit'))
      throw new AppError(readsOne ? 'ERR_NOT_FOUND' : 'ERR_NO_PERMISSION')
    await assertPlanHas(db.orm, { actor, side: 'server' }, 'useIntegrations')
    await next()
  })

function needKeys({ env }: Services) {
  const keys = keysOf(env)
  if (!keys) throw new AppError('ERR_KEYS_NOT_CONFIGURED')
  return keys
}

async function endpointOf(reader: Services['db']['orm'], actor: UserActor, input: string) {
  const id = parseArgs(idArg, input)
  const [row] = await reader
    .select()
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.id, id), eq(webhookEndpoints.companyId, actor.companyId)))
  if (!row) throw new AppError('ERR_NOT_FOUND')
  return row
}

async function deliveryOf({ db }: Services, actor: UserActor, { id, deliveryId }: { id: string; deliveryId: string }) {
  const endpoint = await endpointOf(db.orm, actor, id)
  const own = and(eq(webhookDeliveries.id, parseArgs(idArg, deliveryId)), eq(webhookDeliveries.endpointId, endpoint.id))
  const [row] = await db.orm
    .select({ ...shownColumns(), ...inner })
    .from(webhookDeliveries)
    .where(own)
  if (!row) throw new AppError('ERR_NOT_FOUND')
  return row
}

const inner = {
  companyId: webhookDeliveries.companyId,
  endpointId: webhookDeliveries.endpointId,
  subjectId: webhookDeliveries.subjectId,
}

async function insert(writer: Services['db']['orm'], values: Omit<typeof webhookDeliveries.$inferInsert, 'id'>) {
  const [row] = await writer
    .insert(webhookDeliveries)
    .values({ ...values, id: newId(), createdAt: new Date() })
    .returning(listed)
  await writer.execute(sql`select pg_notify('webhooks', '')`)
  return row
}

function shownColumns() {
  const { id, messageId, event, status, attempts, nextAt, createdAt, body } = webhookDeliveries
  const { lastAttemptAt, lastStatus, lastReason, lastMs, lastAnswer } = webhookDeliveries
  const told = { id, messageId, event, status, attempts, nextAt, createdAt, body }
  return { ...told, lastAttemptAt, lastStatus, lastReason, lastMs, lastAnswer }
}

function shown({ companyId: _company, failures: _failures, ...endpoint }: typeof webhookEndpoints.$inferSelect) {
  return endpoint
}
