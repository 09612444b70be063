// What is asked and done about campaigns online: their start and stop, what it would mean, what became of it, who said stop, and how a
// number does. What campaigns are is written by mutations (db/src/campaigns).
import { takeBack } from 'db/campaigns/opt-outs.ts'
import { cancelCampaign, restartCampaign, startCampaign } from 'db/campaigns/running.ts'
import { updateCampaignSettings } from 'db/campaigns/settings.ts'
import { idArg } from 'db/kit/args.ts'
import { parseArgs, type MutationContext } from 'db/kit/define-mutation.ts'
import { AppError } from 'db/kit/errors.ts'
import { hasPermission } from 'db/kit/permissions.ts'
import type { UserActor } from 'db/kit/actor.ts'
import type { ServerTx } from 'db/node/connect.ts'
import { withEffects } from 'db/node/effects.ts'
import { Hono } from 'hono'
import * as v from 'valibot'
import type { Authenticated, Services } from '../http/context.ts'
import { pageAnswer, uuid } from '../http/openapi/answer-schema.ts'
import type { RouteDoc } from '../http/openapi/route-doc.ts'
import { filled } from '../http/page.ts'
import { readJson, readText } from '../http/read-json.ts'
import { forecast, forecastAnswer } from './forecast.ts'
import { healthAnswer } from 'db/campaigns/health.ts'
import { readHealth } from './health.ts'
import { listOptOuts, optOutAnswer, optOutQuery, takeBackBody } from './opt-outs.ts'
import { listPeople, peopleQuery, personAnswer, readReport, reportAnswer } from './report.ts'
import { readSettings, settingsAnswer, settingsBody, settingsToChanges } from './settings.ts'

const count = { count: v.number() }
const done = v.object({ id: uuid })
const verbs = {
  start: { run: startCampaign, summary: 'Start a campaign now' },
  cancel: { run: cancelCampaign, summary: 'Stop a running campaign at once' },
  restart: { run: restartCampaign, summary: 'Let a cancelled campaign go on with those who are left' },
} as const
type Verb = keyof typeof verbs

/** Over which connection it goes on; by the specification's name or ours. */
const restartBody = v.strictObject({
  whatsappId: v.optional(v.nullable(idArg)),
  connectionId: v.optional(v.nullable(idArg)),
})

const docOf = ([verb, { summary }]: [string, { summary: string }]): RouteDoc => ({
  method: 'post',
  path: `/campaigns/:id/${verb}`,
  summary,
  ...(verb === 'restart' && { body: restartBody }),
  status: 200,
  answer: done,
})

export const campaignDocs: RouteDoc[] = [
  ...Object.entries(verbs).map(docOf),
  {
    method: 'get',
    path: '/campaigns/:id/forecast',
    summary: 'What starting a campaign would do: to how many, until when, and what the first three will read',
    status: 200,
    answer: forecastAnswer,
  },
  {
    method: 'get',
    path: '/campaigns/:id/report',
    summary: 'What became of a campaign: numbers that add up',
    status: 200,
    answer: reportAnswer,
  },
  {
    method: 'get',
    path: '/campaigns/:id/people',
    summary: 'The people behind a number of the report, by name',
    query: peopleQuery,
    status: 200,
    answer: pageAnswer('people', personAnswer, count),
  },
  {
    method: 'get',
    path: '/opt-outs',
    summary: 'Who said stop, the latest first',
    query: optOutQuery,
    status: 200,
    answer: pageAnswer('optOuts', optOutAnswer, count),
  },
  {
    method: 'post',
    path: '/opt-outs/:id/revoke',
    summary: 'Take an opt-out back, with a reason that is kept',
    body: takeBackBody,
    status: 200,
    answer: done,
  },
  {
    method: 'get',
    path: '/connections/:id/health',
    summary: 'How a connection’s number does: facts of the last seven days, and a light',
    status: 200,
    answer: healthAnswer,
  },
  {
    method: 'get',
    path: '/campaign-settings',
    summary: 'How campaigns are sent; each value is JSON',
    status: 200,
    answer: settingsAnswer,
  },
  {
    method: 'post',
    path: '/campaign-settings',
    summary: 'Change how campaigns are sent',
    body: settingsBody,
    status: 200,
    answer: settingsAnswer,
  },
]

export function campaignReads({ reads }: Services) {
  const app = new Hono<Authenticated>()
  const asked = <T>(work: (tx: ServerTx) => Promise<T>) => reads.orm.transaction(work)
  app.get('/campaigns/:id/forecast', async (c) =>
    c.json(await asked((tx) => forecast(tx, c.get('actor'), c.req.param('id'), new Date()))),
  )
  app.get('/campaigns/:id/report', async (c) => c.json(await readReport(reads.orm, c.get('actor'), c.req.param('id'))))
  app.get('/campaigns/:id/people', async (c) =>
    c.json(await listPeople(reads.orm, c.get('actor'), c.req.param('id'), filled(c.req.query()))),
  )
  app.get('/opt-outs', async (c) => c.json(await listOptOuts(reads.orm, c.get('actor'), filled(c.req.query()))))
  app.get('/connections/:id/health', async (c) =>
    c.json(await asked((tx) => readHealth(tx, c.get('actor'), c.req.param('id'), new Date()))),
  )
  app.get('/campaign-settings', async (c) => c.json(await asked((tx) => readSettings(tx, c.get('actor')))))
  return app
}

export function campaignRoutes({ db, jobs }: Services) {
  const app = new Hono<Authenticated>()
  const write = (actor: UserActor, work: (tx: ServerTx, ctx: MutationContext) => Promise<void>) => {
    if (!hasPermission(actor, 'campaigns-page:edit')) throw new AppError('ERR_NO_PERMISSION')
    return db.orm.transaction((tx) =>
      withEffects(tx, { jobs, notifies: false }, (effects) =>
        work(tx, { actor, now: new Date(), side: 'server', effects }),
      ),
    )
  }
  for (const verb of Object.keys(verbs) as Verb[]) {
    app.post(`/campaigns/:id/${verb}`, async (c) => {
      const id = parseArgs(idArg, c.req.param('id'))
      const over = verb === 'restart' && (await readText(c)) !== '' ? parseArgs(restartBody, await readJson(c)) : {}
      const connectionId = over.whatsappId ?? over.connectionId ?? undefined
      await write(c.get('actor'), (tx, ctx) => verbs[verb].run(tx, id, ctx, { connectionId }))
      return c.json({ id })
    })
  }
  app.post('/opt-outs/:id/revoke', async (c) => {
    const { companyId, userId } = c.get('actor')
    const id = parseArgs(idArg, c.req.param('id'))
    const { reason } = parseArgs(takeBackBody, await readJson(c))
    await write(c.get('actor'), (tx, { now }) => takeBack(tx, { id, companyId }, { userId, reason }, now))
    return c.json({ id })
  })
  app.post('/campaign-settings', async (c) => {
    const actor = c.get('actor')
    const changes = settingsToChanges(parseArgs(settingsBody, await readJson(c)))
    const args = parseArgs(updateCampaignSettings.args, { id: actor.companyId, changes })
    await write(actor, (tx, ctx) => updateCampaignSettings.run(tx, args, ctx))
    return c.json(await db.orm.transaction((tx) => readSettings(tx, actor)))
  })
  return app
}
