// What the fields of a plan may hold, for the form and the routes alike.
import * as v from 'valibot'

/** 99.9 is no multiple of 0.01 to a computer. */
const isInCents = (value: number) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6

const count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000))

export const planFlags = [
  'useCampaigns',
  'useSchedules',
  'useInternalChat',
  'useExternalApi',
  'useKanban',
  'useOpenAi',
  'useIntegrations',
] as const

export const planLimits = ['users', 'connections', 'queues', 'campaigns', 'schedules'] as const

export const planColumns = {
  name: v.pipe(v.string(), v.trim(), v.minLength(2), v.maxLength(50)),
  /** R$ a month. */
  value: v.pipe(v.number(), v.minValue(0), v.maxValue(1_000_000), v.check(isInCents, 'Invalid')),
  users: v.pipe(count, v.minValue(1)),
  connections: count,
  queues: count,
  campaigns: count,
  schedules: count,
  offered: v.boolean(),
  useCampaigns: v.boolean(),
  useSchedules: v.boolean(),
  useInternalChat: v.boolean(),
  useExternalApi: v.boolean(),
  useKanban: v.boolean(),
  useOpenAi: v.boolean(),
  useIntegrations: v.boolean(),
}

export const newPlan = v.strictObject({ ...planColumns, offered: v.optional(v.boolean(), true) })
export const changedPlan = v.partial(v.strictObject(planColumns))
