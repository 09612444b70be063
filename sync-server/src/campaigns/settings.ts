// /campaign-settings in the specification's shape: keys with values that are JSON.
import { defaultPace } from 'db/campaigns/pace.ts'
import { campaignSettingColumns, campaignSettingsOf } from 'db/campaigns/settings.ts'
import type { UserActor } from 'db/kit/actor.ts'
import { AppError } from 'db/kit/errors.ts'
import { hasPermission } from 'db/kit/permissions.ts'
import type { ServerTx } from 'db/node/connect.ts'
import * as v from 'valibot'

export const settingsAnswer = v.array(v.object({ key: v.string(), value: v.string() }))

/** Values as they are, or as JSON. */
export const settingsBody = v.strictObject({
  settings: v.partial(
    v.strictObject(
      Object.fromEntries(Object.keys(campaignSettingColumns).map((key) => [key, v.unknown()])) as Record<
        keyof typeof campaignSettingColumns,
        v.UnknownSchema
      >,
    ),
  ),
})

export async function readSettings(tx: ServerTx, actor: UserActor): Promise<v.InferOutput<typeof settingsAnswer>> {
  if (!hasPermission(actor, 'campaigns-page:view')) throw new AppError('ERR_NOT_FOUND')
  const chosen = await campaignSettingsOf(tx, actor.companyId)
  const keys = Object.keys(defaultPace) as (keyof typeof defaultPace)[]
  return keys.map((key) => ({ key, value: JSON.stringify(chosen[key]) }))
}

/** For the mutation, which checks each. */
export function settingsToChanges({ settings }: v.InferOutput<typeof settingsBody>) {
  const entries = Object.entries(settings).filter(([, value]) => value !== undefined)
  return Object.fromEntries(
    entries.map(([key, value]) => [key, { to: texts.has(key) ? readText(value) : read(value) }]),
  )
}

const texts: ReadonlySet<string> = new Set(['startHour', 'endHour', 'stoppedText'])

/** A text as it is, or as it is answered: JSON of one. */
function readText(value: unknown): unknown {
  if (typeof value !== 'string' || !value.startsWith('"')) return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

/** @throws AppError ERR_VALIDATION */
function read(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    throw new AppError('ERR_VALIDATION', { fields: { settings: ['Not JSON'] } })
  }
}
