// Which days are looked at: days of the company's clock, both ends included, and as many before them to compare with.
import { localTime } from 'db/bot/opening-hours.ts'
import { companies } from 'db/companies/table.ts'
import type { Actor } from 'db/kit/actor.ts'
import { AppError } from 'db/kit/errors.ts'
import type { ServerTx } from 'db/node/connect.ts'
import { eq } from 'drizzle-orm'
import * as v from 'valibot'

const dayMs = 86_400_000
/** Ten years. */
const mostDays = 3660

const isDay = (text: string) =>
  /^(19[7-9]|2\d\d)\d-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && shift(text, 0) === text
/** 'YYYY-MM-DD', a day that there is. */
export const day = v.pipe(v.string(), v.check(isDay, 'Invalid'))

const wholeNumber = v.pipe(v.string(), v.regex(/^\d{1,4}$/), v.toNumber(), v.maxValue(mostDays))

export const periodQuery = {
  days: v.optional(wholeNumber),
  date_from: v.optional(day),
  date_to: v.optional(day),
}

interface AskedPeriod {
  /** 0: by date. */
  days?: number | undefined
  date_from?: string | undefined
  date_to?: string | undefined
}

export interface Period {
  zone: string
  /** By the company's clock. */
  today: string
  from: string
  to: string
  length: number
}

export const shift = (date: string, days: number) =>
  new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10)

/** The last `days`, today among them; else the dates: up to today, since the first of the month, where one is not said. */
export async function readPeriod(tx: ServerTx, { companyId }: Actor, asked: AskedPeriod, now: Date): Promise<Period> {
  const [company] = await tx.select({ zone: companies.timeZone }).from(companies).where(eq(companies.id, companyId))
  const zone = company?.zone ?? 'UTC'
  const today = localTime(now, zone).date
  const to = asked.days ? today : (asked.date_to ?? today)
  const from = asked.days ? shift(today, 1 - asked.days) : (asked.date_from ?? `${to.slice(0, 8)}01`)
  const length = Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1
  if (length < 1 || length > mostDays) throw new AppError('ERR_VALIDATION', { fields: { date_to: ['Invalid'] } })
  return { zone, today, from, to, length }
}
