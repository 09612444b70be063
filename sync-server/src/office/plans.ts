// Plans: what the operator sells. Super users read and write them; everybody else, also without a session, reads those that are offered.
import { actorIn, recordAudit } from 'db/audit/record.ts'
import { voidInvoicesOfPlan } from 'db/billing/reprice.ts'
import { plans } from 'db/companies/table.ts'
import { changedPlan, newPlan, planColumns } from 'db/companies/plan-columns.ts'
import { idArg } from 'db/kit/args.ts'
import { parseArgs } from 'db/kit/define-mutation.ts'
import type { UserActor } from 'db/kit/actor.ts'
import { AppError } from 'db/kit/errors.ts'
import { newId } from 'db/kit/new-id.ts'
import type { ServerTx } from 'db/node/connect.ts'
import { postgresErrorOf, violatedUnique } from 'db/node/errors/postgres-errors.ts'
import { asc, eq, getTableColumns, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import * as v from 'valibot'
import type { Authenticated, Services } from '../http/context.ts'
import { uuid } from '../http/openapi/answer-schema.ts'
import type { RouteDoc } from '../http/openapi/route-doc.ts'
import { readChanged } from '../http/put-back.ts'
import { readJson } from '../http/read-json.ts'
import { assertSuper } from './super.ts'

const offeredAnswer = v.object({ id: uuid, ...planColumns })
const planAnswer = v.object({
  ...offeredAnswer.entries,
  /** How many companies have it. */
  companies: v.number(),
})

export const planDocs: RouteDoc[] = [
  {
    method: 'get',
    path: '/plans/list',
    summary: 'The plans that whoever signs up may choose',
    status: 200,
    answer: v.array(offeredAnswer),
    public: true,
  },
  {
    method: 'get',
    path: '/plans/all',
    summary: 'All plans, for super users',
    status: 200,
    answer: v.array(planAnswer),
  },
  { method: 'get', path: '/plans/:id', summary: 'One plan', status: 200, answer: planAnswer },
  { method: 'post', path: '/plans', summary: 'Add a plan', body: newPlan, status: 201, answer: planAnswer },
  {
    method: 'put',
    path: '/plans/:id',
    summary: 'Change a plan',
    description:
      'A limit below what a company uses takes nothing away; what it switches off is gone from devices at once.',
    body: changedPlan,
    status: 200,
    answer: planAnswer,
  },
  { method: 'delete', path: '/plans/:id', summary: 'Delete a plan that no company has', status: 204 },
]

export function offeredPlanRoutes({ db }: Pick<Services, 'db'>) {
  return new Hono().get('/list', async (c) => {
    const rows = await db.orm.select().from(plans).where(eq(plans.offered, true)).orderBy(asc(plans.value))
    return c.json(rows.map(shown))
  })
}

export function planRoutes({ db }: Services) {
  const app = new Hono<Authenticated>()
  app.use(assertSuper)
  app.get('/all', async (c) => c.json(await readPlans(db)))
  app.get('/:id', async (c) => c.json(await readPlan(db, c.req.param('id'))))
  app.post('/', async (c) => {
    const { value, ...plan } = parseArgs(newPlan, await readJson(c))
    const [id, now] = [newId(), new Date()]
    const row = { id, ...plan, value: value.toFixed(2), createdAt: now, updatedAt: now }
    const job = async (tx: ServerTx) => {
      await tx.insert(plans).values(row)
      await note(tx, c.get('actor'), row, { value }, now)
    }
    await withFreeName(db.orm.transaction(job))
    return c.json(await readPlan(db, id), 201)
  })
  app.put('/:id', async (c) => {
    const id = parseArgs(idArg, c.req.param('id'))
    const { before, changed } = await readChanged(c, () => readPlan(db, id))
    if (changed === null) return c.json(before)
    const { value, ...changes } = parseArgs(changedPlan, changed)
    const now = new Date()
    const set = { ...changes, ...(value !== undefined && { value: value.toFixed(2) }), updatedAt: now }
    const job = async (tx: ServerTx) => {
      const [plan] = await tx.update(plans).set(set).where(eq(plans.id, id)).returning()
      if (!plan) throw new AppError('ERR_NOT_FOUND')
      if (value === 0) await voidInvoicesOfPlan(tx, id, now)
      await note(tx, c.get('actor'), plan, { fields: Object.keys(changes), ...(value !== undefined && { value }) }, now)
    }
    await withFreeName(db.orm.transaction(job))
    return c.json(await readPlan(db, id))
  })
  app.delete('/:id', async (c) => {
    const plan = await readPlan(db, c.req.param('id'))
    try {
      await db.orm.transaction(async (tx) => {
        await tx.delete(plans).where(eq(plans.id, plan.id))
        await note(tx, c.get('actor'), plan, { deleted: true }, new Date())
      })
    } catch (error) {
      throw postgresErrorOf(error)?.code === foreignKeyViolation ? new AppError('ERR_PLAN_IN_USE') : error
    }
    return c.body(null, 204)
  })
  return app
}

function note(tx: ServerTx, actor: UserActor, subject: { id: string; name: string }, details: object, now: Date) {
  return recordAudit(tx, { ...actorIn(actor), action: 'plan.changed', subject, details: { ...details } }, now)
}

const foreignKeyViolation = '23503'

async function withFreeName<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing
  } catch (error) {
    throw violatedUnique(error) !== null ? new AppError('ERR_DUPLICATED_NAME', { field: 'name' }) : error
  }
}

function readPlans({ orm }: Services['db'], id?: string) {
  // In words of its own: Drizzle leaves the tables' names away where a query has one table.
  const count = sql<number>`(select count(*)::int from companies c where c.plan_id = plans.id)`
  return orm
    .select({ ...getTableColumns(plans), companies: count })
    .from(plans)
    .where(id === undefined ? undefined : eq(plans.id, id))
    .orderBy(asc(plans.value), asc(plans.id))
    .then((rows) => rows.map(({ companies: using, ...plan }) => ({ ...shown(plan), companies: using })))
}

async function readPlan(db: Services['db'], input: string) {
  const [plan] = await readPlans(db, parseArgs(idArg, input))
  if (!plan) throw new AppError('ERR_NOT_FOUND')
  return plan
}

function shown({ createdAt: _made, updatedAt: _changed, value, ...plan }: typeof plans.$inferSelect) {
  return { ...plan, value: Number(value) }
}
