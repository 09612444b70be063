// Which days are looked at, as the address has them: the last so many, or from one date to another; neither: the month up to today. Pure.
import * as v from 'valibot'

/** None (by date), and the last so many days. */
export const periods = ['0', '3', '7', '15', '30', '60', '90'] as const
export type PeriodChoice = (typeof periods)[number]

const day = v.pipe(v.string(), v.isoDate())

/** Of the address; what is no period is none. */
export const periodSearch = v.object({
  days: v.fallback(v.optional(v.picklist([3, 7, 15, 30, 60, 90])), undefined),
  from: v.fallback(v.optional(day), undefined),
  to: v.fallback(v.optional(day), undefined),
})
export type PeriodSearch = v.InferOutput<typeof periodSearch>

export function queryOf({ days, from, to }: PeriodSearch): Record<string, string> {
  if (days !== undefined) return { days: String(days) }
  return { ...(from !== undefined && { date_from: from }), ...(to !== undefined && { date_to: to }) }
}

export interface FilterFields {
  days: PeriodChoice
  from: string
  to: string
}

/** As the form opens: by date since the first of the month, unless the address says otherwise. */
export function fieldsOf({ days, from, to }: PeriodSearch, today: string): FilterFields {
  if (days !== undefined) return { days: String(days) as PeriodChoice, from: '', to: '' }
  return { days: '0', from: from ?? `${(to ?? today).slice(0, 8)}01`, to: to ?? today }
}

/** Null: nothing was asked for. */
export function searchOf({ days, from, to }: FilterFields): PeriodSearch | null {
  if (days !== '0') return v.parse(periodSearch, { days: Number(days) })
  if (from === '' && to === '') return null
  const [first, last] = from !== '' && to !== '' && to < from ? [to, from] : [from, to]
  return { ...(first !== '' && { from: first }), ...(last !== '' && { to: last }) }
}
