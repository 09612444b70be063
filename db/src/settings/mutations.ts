// A company's settings: one row, made by the first change. Each change names its field, so that two people who change different
// settings at the same time, or offline, don't undo each other.
import { and, eq, isNull } from 'drizzle-orm'
import * as v from 'valibot'
import { defaultOpeningHours } from '../bot/opening-hours.ts'
import { assertPlanHas } from '../companies/features.ts'
import { companies } from '../companies/table.ts'
import { isCountry } from '../contacts/phone-number.ts'
import { changesOf, valuesToWrite } from '../kit/crud.ts'
import { idArg } from '../kit/args.ts'
import { defineMutation, type MutationContext, type Tx } from '../kit/define-mutation.ts'
import { AppError } from '../kit/errors.ts'
import { mustFind } from '../kit/find.ts'
import { hasPermission } from '../kit/permissions.ts'
import { syncedPrompts } from '../prompts/table.ts'
import { queues } from '../queues/table.ts'
import { endExcessLogins } from '../users/logins.ts'
import { defaultSettings, onOff, scheduleTypes, settings, type Settings } from './table.ts'

const enabled = v.picklist(onOff)

/** 0: for ever. Less than a month would take away what is being talked about. */
export const keepDays = v.pipe(
  v.number(),
  v.integer(),
  v.maxValue(3650),
  v.check((days) => days === 0 || days >= 30, 'At least 30'),
)

export const settingColumns = {
  userRating: enabled,
  scheduleType: v.picklist(scheduleTypes),
  checkMsgIsGroup: enabled,
  call: enabled,
  chatBotType: v.picklist(['text']),
  sendGreetingAccepted: enabled,
  sendMsgTransfTicket: enabled,
  userCreation: enabled,
  campaignsEnabled: enabled,
  reopenWindowMinutes: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10_080)),
  devicesPerUser: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(3)),
  requireSecondFactor: enabled,
  keepConversationsDays: keepDays,
  keepMediaDays: keepDays,
  copilotPromptId: v.nullable(idArg),
  country: v.pipe(v.string(), v.trim(), v.toUpperCase(), v.check(isCountry, 'Unknown')),
  areaCode: v.nullable(v.pipe(v.string(), v.trim(), v.regex(/^\d{1,5}$/))),
}

export const updateSettings = defineMutation({
  name: 'settings.update',
  refusal: 'edit',
  /** `id` is the company's. */
  args: v.strictObject({ id: idArg, changes: changesOf(settingColumns) }),
  can: (actor) => hasPermission(actor, 'settings-page:edit'),
  async run(tx, { id, changes }, ctx) {
    const { companyId } = ctx.actor
    if (id !== companyId) throw new AppError('ERR_NO_SETTING_FOUND')
    const [row] = await tx.select().from(settings).where(eq(settings.id, companyId))
    const before = row ?? defaultSettings
    const values = valuesToWrite(before, changes, ctx) as Partial<Settings>
    assertOwn(ctx, before, values)
    if (values.copilotPromptId) {
      await assertPlanHas(tx, ctx, 'useOpenAi')
      await mustFind(tx, ctx, syncedPrompts, values.copilotPromptId, 'ERR_NOT_FOUND')
    }
    const own = { id: companyId, companyId, createdAt: ctx.now, updatedAt: ctx.now }
    if (!row) await tx.insert(settings).values({ ...defaultSettings, ...values, ...own })
    else {
      await tx
        .update(settings)
        .set({ ...values, updatedAt: ctx.now })
        .where(eq(settings.id, companyId))
    }
    const { scheduleType = before.scheduleType } = values
    if (scheduleType !== before.scheduleType) await giveHours(tx, ctx, scheduleType)
    if (ctx.side === 'server' && values.devicesPerUser !== undefined) {
      await endExcessLogins(tx, companyId, values.devicesPerUser, ctx.now)
    }
  },
})

/** Whether a company may send campaigns is the operator's to say. @throws AppError ERR_NO_PERMISSION */
function assertOwn({ actor }: MutationContext, before: Pick<Settings, 'campaignsEnabled'>, values: Partial<Settings>) {
  const { campaignsEnabled = before.campaignsEnabled } = values
  const isOperators = actor.kind === 'user' && actor.super
  if (campaignsEnabled !== before.campaignsEnabled && !isOperators)
    throw new AppError('ERR_NO_PERMISSION', { field: 'campaignsEnabled' })
}

/** Whoever's hours count from now on has some to start from: without any they are always open, and the choice would change nothing. */
async function giveHours(tx: Tx, { actor, now }: MutationContext, scheduleType: Settings['scheduleType']) {
  const change = { hours: defaultOpeningHours, updatedAt: now }
  if (scheduleType === 'company') {
    await tx
      .update(companies)
      .set(change)
      .where(and(eq(companies.id, actor.companyId), isNull(companies.hours)))
  }
  if (scheduleType === 'queue') {
    await tx
      .update(queues)
      .set(change)
      .where(and(eq(queues.companyId, actor.companyId), isNull(queues.hours)))
  }
}

export async function settingsOf(tx: Tx, companyId: string): Promise<Settings> {
  const [row] = await tx.select().from(settings).where(eq(settings.id, companyId))
  return row ?? defaultSettings
}
