import { eq, ne, notInArray } from 'drizzle-orm'
import * as v from 'valibot'
import { openingHours } from '../bot/opening-hours.ts'
import { assertPlanHas } from '../companies/features.ts'
import { assertPlanHasRoom, lockCompany } from '../companies/plan-limits.ts'
import { connections } from '../connections/table.ts'
import { idArg } from '../kit/args.ts'
import { crud } from '../kit/crud.ts'
import { defineMutation } from '../kit/define-mutation.ts'
import { all } from '../kit/define-table.ts'
import { AppError } from '../kit/errors.ts'
import { mustFind } from '../kit/find.ts'
import { hasPermission } from '../kit/permissions.ts'
import { noStoredFile, settleFile, storedFile } from '../media/media-args.ts'
import { messages } from '../messages/table.ts'
import { featureOf } from '../responders/kinds.ts'
import { giveBack } from '../tickets/give-back.ts'
import { tickets } from '../tickets/table.ts'
import { users } from '../users/table.ts'
import { prompts } from '../prompts/table.ts'
import { assertIntegration } from '../integrations/assert-integration.ts'
import { assertPrompt } from '../prompts/assert-prompt.ts'
import { greetingIsMissing } from './rules.ts'
import { connectionQueues, queues, syncedQueues, userQueues } from './table.ts'

const message = v.pipe(v.string(), v.maxLength(4096))

/** As a form checks them, field by field. */
export const queueColumns = {
  name: v.pipe(v.string(), v.trim(), v.minLength(2), v.maxLength(50)),
  color: v.pipe(v.string(), v.toLowerCase(), v.regex(/^#([0-9a-f]{3}|[0-9a-f]{6})$/)),
  orderQueue: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(9999)),
  greetingMessage: message,
  outOfHoursMessage: message,
  hours: v.nullable(openingHours),
  promptId: v.nullable(idArg),
  integrationId: v.nullable(idArg),
  ...storedFile,
  /** Customers are told their open bills here. */
  billingLookup: v.boolean(),
}

const { create, update, remove } = crud({
  noun: 'queue',
  synced: syncedQueues,
  columns: queueColumns,
  defaults: {
    outOfHoursMessage: '',
    hours: null,
    promptId: null,
    integrationId: null,
    ...noStoredFile,
    billingLookup: false,
  },
  unique: [{ column: 'color', code: 'ERR_QUEUE_COLOR_ALREADY_EXISTS' }],
  can: (actor) => hasPermission(actor, 'queues-page:edit'),
  notFound: 'ERR_NO_QUEUE_FOUND',
  path: '/queue',
  lock: lockCompany,
  async settle(tx, ctx, { id, next, before }) {
    const scope = syncedQueues.scope(ctx.actor)
    const others = await tx.$count(queues, all(scope, ne(queues.id, id)))
    if (greetingIsMissing(next, before, others)) {
      throw new AppError('ERR_WAPP_GREETING_REQUIRED', { field: 'greetingMessage' })
    }
    await assertPrompt(tx, ctx, next.promptId, before?.promptId ?? null)
    await assertIntegration(tx, ctx, next.integrationId, before?.integrationId ?? null)
    if (next.billingLookup && !before?.billingLookup) await assertPlanHas(tx, ctx, featureOf.lookup)
    if (before === null) await assertPlanHasRoom(tx, ctx, { resource: 'queues', table: queues, scope })
    return settleFile(tx, ctx, { next, before })
  },
  title: 'queue',
})

export const createQueue = create
export const updateQueue = update

/** Its tickets stay, without a queue: admins see them and move them on. Those that an attendant had open wait again. */
export const deleteQueue = defineMutation({
  ...remove,
  async run(tx, args, ctx) {
    await mustFind(tx, ctx, syncedQueues, args.id, 'ERR_NO_QUEUE_FOUND')
    const admins = tx.select({ id: users.id }).from(users).where(eq(users.profile, 'admin'))
    await giveBack(tx, ctx, all(eq(tickets.queueId, args.id), notInArray(tickets.userId, admins)))
    await tx.update(tickets).set({ queueId: null, updatedAt: ctx.now }).where(eq(tickets.queueId, args.id))
    await tx.update(messages).set({ queueId: null, updatedAt: ctx.now }).where(eq(messages.queueId, args.id))
    await tx.delete(userQueues).where(eq(userQueues.queueId, args.id))
    await tx.delete(connectionQueues).where(eq(connectionQueues.queueId, args.id))
    await tx.update(prompts).set({ queueId: null, updatedAt: ctx.now }).where(eq(prompts.queueId, args.id))
    for (const key of ['sendIdQueue', 'groupQueueId'] as const) {
      await tx
        .update(connections)
        .set({ [key]: null, updatedAt: ctx.now })
        .where(eq(connections[key], args.id))
    }
    await tx.delete(queues).where(eq(queues.id, args.id))
  },
})
