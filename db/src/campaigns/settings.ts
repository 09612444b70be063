// How a company's campaigns are sent: one row, made by the first change; each change names its field.
import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { endClock, startClock } from '../bot/opening-hours.ts'
import { changesOf, valuesToWrite } from '../kit/crud.ts'
import { idArg } from '../kit/args.ts'
import { defineMutation, type Tx } from '../kit/define-mutation.ts'
import { AppError } from '../kit/errors.ts'
import { hasPermission } from '../kit/permissions.ts'
import { assertCampaigns } from './allowed.ts'
import {
  defaultPace,
  fullWarmUp,
  greaterIntervalChoices,
  intervalChoices,
  longerAfterChoices,
  type PaceSettings,
} from './pace.ts'
import { isWord, longestStop } from './opt-out-words.ts'
import { personVariables } from './rules.ts'
import { campaignSettings } from './table.ts'

const reserved: ReadonlySet<string> = new Set(personVariables)

const variableKey = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1),
  v.maxLength(30),
  v.regex(/^[\p{L}\p{N}_-]+$/u),
  v.check((key) => !reserved.has(key.toLowerCase()), 'Reserved'),
)
const keys = (all: readonly { key: string }[]) => new Set(all.map(({ key }) => key.toLowerCase())).size

export const variable = v.strictObject({ key: variableKey, value: v.pipe(v.string(), v.trim(), v.maxLength(1000)) })

/** As somebody writes it, with a letter or a digit in it. */
const stopWord = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(longestStop),
  v.check((word) => isWord(word), 'Invalid'),
)

/** As a form checks them, field by field. */
export const campaignSettingColumns = {
  messageInterval: v.picklist(intervalChoices),
  longerIntervalAfter: v.picklist(longerAfterChoices),
  greaterInterval: v.picklist(greaterIntervalChoices),
  variables: v.pipe(
    v.array(variable),
    v.maxLength(50),
    v.check((all) => keys(all) === all.length, 'The same twice'),
  ),
  startHour: startClock,
  endHour: endClock,
  dailyCap: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100_000)),
  /** May be lowered, day by day; empty: the number is old. */
  warmUp: v.union([
    v.pipe(v.array(v.never()), v.length(0)),
    v.pipe(
      v.array(v.pipe(v.number(), v.integer(), v.minValue(0))),
      v.length(fullWarmUp.length),
      v.check((days) => days.every((count, day) => count <= (fullWarmUp[day] ?? 0)), 'More than the curve'),
    ),
  ]),
  stopWords: v.pipe(v.array(stopWord), v.maxLength(50)),
  stoppedText: v.pipe(v.string(), v.trim(), v.maxLength(1000)),
}

export const updateCampaignSettings = defineMutation({
  name: 'campaignSettings.update',
  refusal: 'edit',
  /** `id` is the company's. */
  args: v.strictObject({ id: idArg, changes: changesOf(campaignSettingColumns) }),
  can: (actor) => actor.kind === 'user' && hasPermission(actor, 'campaigns-page:edit'),
  async run(tx, { id, changes }, ctx) {
    await assertCampaigns(tx, ctx)
    const { companyId } = ctx.actor
    if (id !== companyId) throw new AppError('ERR_NO_SETTING_FOUND')
    const [row] = await tx.select().from(campaignSettings).where(eq(campaignSettings.id, companyId))
    const values = valuesToWrite(row ?? defaultPace, changes, ctx) as Partial<PaceSettings>
    const own = { id: companyId, companyId, createdAt: ctx.now, updatedAt: ctx.now }
    if (!row) await tx.insert(campaignSettings).values({ ...defaultPace, ...values, ...own })
    else {
      await tx
        .update(campaignSettings)
        .set({ ...values, updatedAt: ctx.now })
        .where(eq(campaignSettings.id, companyId))
    }
    // A shorter pause, other hours: who waits looks again.
    ctx.effects.wakeOutreach(companyId)
  },
})

export async function campaignSettingsOf(tx: Tx, companyId: string): Promise<PaceSettings> {
  const [row] = await tx.select().from(campaignSettings).where(eq(campaignSettings.id, companyId))
  return row ?? defaultPace
}
