// Queue integrations: admins keep them, supervisors see them. Their secrets are no part of it, because a secret must not lie in an outbox
// (sync-server/src/integrations).
import { and, eq } from 'drizzle-orm'
import * as v from 'valibot'
import { assertPlanHas } from '../companies/features.ts'
import { connections } from '../connections/table.ts'
import { crud } from '../kit/crud.ts'
import { defineMutation } from '../kit/define-mutation.ts'
import { invalid } from '../kit/errors.ts'
import { mustFind } from '../kit/find.ts'
import { parseOutgoingUrl } from '../kit/outgoing-url.ts'
import { hasPermission } from '../kit/permissions.ts'
import { queues } from '../queues/table.ts'
import { integrationTypes } from '../responders/kinds.ts'
import { releaseTickets } from '../responders/release-tickets.ts'
import { tickets } from '../tickets/table.ts'
import { syncedQueueIntegrations } from './table.ts'

export const integrationLanguages = ['pt-BR', 'en', 'es'] as const

const line = (max: number) => v.pipe(v.string(), v.trim(), v.maxLength(max))
const whole = (most: number) => v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(most))

/** As a form checks them, field by field. What its type needs is looked at in `settle`. */
export const integrationColumns = {
  type: v.picklist(integrationTypes),
  name: v.pipe(v.string(), v.trim(), v.minLength(2), v.maxLength(50)),
  projectName: v.pipe(line(100), v.regex(/^[a-z0-9:.-]*$/i)),
  language: v.picklist(integrationLanguages),
  urlN8N: v.pipe(
    line(2000),
    v.check((text) => text === '' || parseOutgoingUrl(text) !== null, 'URL'),
  ),
  typebotSlug: v.pipe(line(200), v.regex(/^[\w-]*$/)),
  typebotDelayMessage: whole(30_000),
  typebotExpires: whole(100_000),
  typebotKeywordFinish: line(100),
  typebotKeywordRestart: line(100),
  typebotRestartMessage: line(4096),
  typebotUnknownMessage: line(4096),
}

/** What a new one has where its maker says nothing. */
export const integrationDefaults = {
  projectName: '',
  language: 'pt-BR',
  urlN8N: '',
  typebotSlug: '',
  typebotDelayMessage: 1000,
  typebotExpires: 1,
  typebotKeywordFinish: '',
  typebotKeywordRestart: '',
  typebotRestartMessage: '',
  typebotUnknownMessage: '',
} as const

/** The first field that its type needs and that is empty. */
export function missingField(row: {
  type: (typeof integrationTypes)[number]
  projectName: string
  urlN8N: string
  typebotSlug: string
}): 'projectName' | 'urlN8N' | 'typebotSlug' | null {
  if (row.type === 'dialogflow') return row.projectName === '' ? 'projectName' : null
  if (row.urlN8N === '') return 'urlN8N'
  return row.type === 'typebot' && row.typebotSlug === '' ? 'typebotSlug' : null
}

const { create, update, remove } = crud({
  noun: 'queueIntegration',
  synced: syncedQueueIntegrations,
  columns: integrationColumns,
  defaults: integrationDefaults,
  unique: [],
  can: (actor) => hasPermission(actor, 'integrations-page:edit'),
  notFound: 'ERR_NOT_FOUND',
  path: '/queueIntegration',
  title: 'queue integration',
  initial: () => ({ secretHint: null }),
  async settle(tx, ctx, { next }) {
    await assertPlanHas(tx, ctx, 'useIntegrations')
    const missing = missingField(next)
    if (missing) throw invalid(missing, 'Required')
    return {}
  },
})

/** Over REST the service account comes along: sync-server/src/integrations. */
export const createIntegration = withoutRest(create)
export const updateIntegration = withoutRest(update)

/** What chose it chooses nothing; conversations that it has are people's. */
export const deleteIntegration = defineMutation({
  ...remove,
  async run(tx, { id }, ctx) {
    await mustFind(tx, ctx, syncedQueueIntegrations, id, 'ERR_NOT_FOUND')
    const isHeld = and(eq(tickets.companyId, ctx.actor.companyId), eq(tickets.integrationId, id))
    await releaseTickets(tx, isHeld, ctx)
    const none = { integrationId: null, updatedAt: ctx.now }
    await tx.update(connections).set(none).where(eq(connections.integrationId, id))
    await tx.update(queues).set(none).where(eq(queues.integrationId, id))
    await remove.run(tx, { id }, ctx)
  },
})

function withoutRest<M extends { rest?: unknown }>({ rest: _rest, ...mutation }: M) {
  return mutation
}
