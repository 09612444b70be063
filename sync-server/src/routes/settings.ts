// A company's settings as the specification has them: GET /settings as keys with values, PUT /settings/:key for one of them,
// PUT /companies/:id/schedules for the opening hours. What is written goes through the mutations.
import { isBillingKey } from 'db/billing-lookup/credentials.ts'
import { syncedCompanies } from 'db/companies/table.ts'
import type { UserActor } from 'db/kit/actor.ts'
import { idArg } from 'db/kit/args.ts'
import { parseArgs } from 'db/kit/define-mutation.ts'
import { AppError } from 'db/kit/errors.ts'
import { settingColumns, settingsOf } from 'db/settings/mutations.ts'
import { and, eq } from 'drizzle-orm'
import { Hono, type Context } from 'hono'
import * as v from 'valibot'
import { applyMutation } from '../http/apply-mutation.ts'
import type { Authenticated, Services } from '../http/context.ts'
import { daySchedules, hoursOf } from '../http/day-schedules.ts'
import { uuid } from '../http/openapi/answer-schema.ts'
import { looseValues } from '../http/openapi/loose-values.ts'
import { readJson } from '../http/read-json.ts'
import { requestId } from '../http/request-id.ts'
import type { RouteDoc } from '../http/openapi/route-doc.ts'
import { keepBillingSecret } from './billing-secrets.ts'
import { settingAnswer, settingKeys, settingList, specifiedKey } from '../reads/company.ts'

const valueBody = v.strictObject({
  value: v.union([v.string(), v.number()]),
  /** The path's. */
  key: v.optional(v.string()),
})
const schedulesBody = v.strictObject({
  schedules: daySchedules,
  /** The path's. */
  id: v.optional(v.string()),
})

export const settingDocs: RouteDoc[] = [
  {
    method: 'get',
    path: '/settings',
    summary: 'Settings of the company: key and value',
    status: 200,
    answer: v.array(settingAnswer),
  },
  {
    method: 'put',
    path: '/settings/:key',
    summary: 'Change a setting',
    description:
      'Credentials of billing systems (asaas, ipixc, tokenixc, ipmkauth, clientidmkauth, clientsecretmkauth) are kept and never answered.',
    body: valueBody,
    status: 200,
    answer: settingAnswer,
  },
  {
    method: 'put',
    path: '/companies/:id/schedules',
    summary: "Change the company's opening hours",
    body: schedulesBody,
    status: 200,
    answer: v.object({ id: uuid, schedules: daySchedules }),
  },
]

export function settingReads({ db }: Services) {
  const app = new Hono<Authenticated>()
  app.get('/settings', async (c) => {
    return c.json(settingList(await settingsOf(db.orm, c.get('actor').companyId)))
  })
  return app
}

export function settingRoutes(services: Services) {
  const app = new Hono<Authenticated>()
  app.put('/settings/:key', async (c) => {
    const body = parseArgs(valueBody, await readJson(c))
    const key = c.req.param('key')
    if (isBillingKey(key)) {
      await keepBillingSecret(services, c.get('actor'), key, body.value)
      return c.json({ key, value: '' })
    }
    const column = settingKeys.find((each) => specifiedKey(each) === key)
    if (!column) throw new AppError('ERR_NO_SETTING_FOUND')
    const { companyId } = c.get('actor')
    const { [column]: value } = looseValues(settingColumns, { [column]: body.value })
    await apply(c, services, 'settings.update', { id: companyId, changes: { [column]: { to: value } } })
    return c.json({ key, value: value ?? '' })
  })
  app.put('/companies/:id/schedules', async (c) => {
    const { schedules } = parseArgs(schedulesBody, await readJson(c))
    const id = parseArgs(idArg, c.req.param('id'))
    const hours = hoursOf(schedules, await holidaysOf(services, c.get('actor'), id))
    await apply(c, services, 'company.update', { id, changes: { hours: { to: hours } } })
    return c.json({ id, schedules })
  })
  return app
}

function apply(c: Context<Authenticated>, services: Services, name: string, args: object) {
  return applyMutation(services, c.get('actor'), { id: requestId(c), name, args })
}

/** They stay: the list of days knows none. */
async function holidaysOf({ db }: Services, actor: UserActor, id: string) {
  const { table, scope } = syncedCompanies
  const [company] = await db.orm
    .select({ hours: table.hours })
    .from(table)
    .where(and(eq(table.id, id), scope(actor)))
  if (!company) throw new AppError('ERR_NOT_FOUND')
  return company.hours?.holidays ?? []
}
