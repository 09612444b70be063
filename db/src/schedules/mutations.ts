// Schedules: whoever works on tickets writes them, for any contact of the company; sending them is sending.ts's.
// Invariants: what was sent, or is being sent, is not changed any more; the plan has schedules; the file is a picture by its content.
import { and, eq, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { assertPlanHas } from '../companies/features.ts'
import { assertPlanHasRoom, lockCompany } from '../companies/plan-limits.ts'
import { syncedConnections } from '../connections/table.ts'
import { syncedContacts } from '../contacts/table.ts'
import { idArg, instantArg } from '../kit/args.ts'
import { crud } from '../kit/crud.ts'
import { defineMutation, type MutationContext, type Tx } from '../kit/define-mutation.ts'
import { AppError, invalid } from '../kit/errors.ts'
import { mustFind } from '../kit/find.ts'
import { hasPermission } from '../kit/permissions.ts'
import { noStoredFile, settlePicture, storedFile } from '../media/media-args.ts'
import { isBackdated, isEditable, isLeased } from './rules.ts'
import { schedules, syncedSchedules } from './table.ts'

/** As a form checks them, field by field. */
export const scheduleColumns = {
  body: v.pipe(v.string(), v.trim(), v.minLength(5), v.maxLength(4096)),
  contactId: idArg,
  connectionId: v.nullable(idArg),
  sendAt: instantArg,
  ...storedFile,
}

const { create, update, remove } = crud({
  noun: 'schedule',
  synced: syncedSchedules,
  columns: scheduleColumns,
  defaults: { ...noStoredFile, connectionId: null },
  unique: [],
  can: (actor) => actor.kind === 'user' && hasPermission(actor, 'tickets:work'),
  notFound: 'ERR_NOT_FOUND',
  path: '/schedules',
  title: 'schedule',
  initial: ({ actor }) => ({ userId: actor.kind === 'user' ? actor.userId : null, status: 'PENDENTE' }),
  async settle(tx, ctx, { id, next, before }) {
    if (before === null && isBackdated(id, next.sendAt)) throw invalid('sendAt', 'In the past')
    if (next.contactId !== before?.contactId) {
      await mustFind(tx, ctx, syncedContacts, next.contactId, 'ERR_NO_CONTACT_FOUND')
    }
    if (next.connectionId && next.connectionId !== before?.connectionId) {
      await mustFind(tx, ctx, syncedConnections, next.connectionId, 'ERR_NO_WAPP_FOUND')
    }
    return settlePicture(tx, ctx, { next, before })
  },
})

export const createSchedule = defineMutation({
  ...create,
  async run(tx, args, ctx) {
    await assertPlanHas(tx, ctx, 'useSchedules')
    if (ctx.side === 'server') await assertRoom(tx, ctx)
    await create.run(tx, args, ctx)
  },
})

/** The plan bounds how many wait at a time; those that were sent, or failed, are no part of it. @throws AppError ERR_PLAN_LIMIT */
async function assertRoom(tx: Tx, ctx: MutationContext) {
  await lockCompany(tx, ctx)
  const waiting = and(eq(schedules.companyId, ctx.actor.companyId), eq(schedules.status, 'PENDENTE')) ?? sql`false`
  await assertPlanHasRoom(tx, ctx, { resource: 'schedules', table: schedules, scope: waiting })
}

/** One that failed is tried again, at the time that it has now. */
export const updateSchedule = defineMutation({
  ...update,
  async run(tx, args, ctx) {
    const { status } = await mustFindUnsent(tx, ctx, args.id)
    await update.run(tx, args, ctx)
    if (status !== 'ERRO') return
    await tx.update(schedules).set({ status: 'PENDENTE', error: null }).where(eq(schedules.id, args.id))
  },
})

/** Also one whose message is in the conversation: that stays there. */
export const deleteSchedule = defineMutation({
  ...remove,
  async run(tx, args, ctx) {
    await assertPlanHas(tx, ctx, 'useSchedules')
    const schedule = await mustFind(tx, ctx, syncedSchedules, args.id, 'ERR_NOT_FOUND')
    if (isLeased(schedule)) throw new AppError('ERR_SCHEDULE_SENT')
    await remove.run(tx, args, ctx)
  },
})

async function mustFindUnsent(tx: Tx, ctx: MutationContext, id: string) {
  await assertPlanHas(tx, ctx, 'useSchedules')
  const schedule = await mustFind(tx, ctx, syncedSchedules, id, 'ERR_NOT_FOUND')
  if (!isEditable(schedule)) throw new AppError('ERR_SCHEDULE_SENT')
  return schedule
}
