// When a period of a company's subscription ends. Pure. A company keeps the day of the month on which its periods begin: a period that
// begins on the 31st ends on the last of a shorter month, and the next one on the 31st again.
import { localInstant } from '../companies/local-instant.ts'
import { localTime } from '../bot/opening-hours.ts'

/** How many months are paid at once. */
export const recurrences = { MENSAL: 1, BIMESTRAL: 2, TRIMESTRAL: 3, SEMESTRAL: 6, ANUAL: 12 } as const
export type Recurrence = keyof typeof recurrences
export const recurrenceNames = Object.keys(recurrences) as [Recurrence, ...Recurrence[]]

export interface Subscription {
  dueDate: Date
  /** 1 to 31. */
  anchorDay: number
  timeZone: string
}

export type Renewal = Pick<Subscription, 'dueDate' | 'anchorDay'>

/**
 * After `months` more, counted from the due date, or from now when that is past: what was not paid for was not had. In the second case the
 * periods begin on this day of the month from now on.
 */
export function renewed({ dueDate, anchorDay, timeZone }: Subscription, months: number, now: Date): Renewal {
  const isLate = dueDate.getTime() < now.getTime()
  const { date, clock } = localTime(isLate ? now : dueDate, timeZone)
  const anchor = isLate ? Number(date.slice(8)) : anchorDay
  return { dueDate: localInstant(monthsAfter(date, months, anchor), clock, timeZone), anchorDay: anchor }
}

/** 'YYYY-MM-DD', so many months later on the day `anchorDay`, or on the month's last. */
export function monthsAfter(date: string, months: number, anchorDay: number): string {
  const month = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 + months
  const lastDay = new Date(Date.UTC(Math.floor(month / 12), (month % 12) + 1, 0)).getUTCDate()
  const day = new Date(Date.UTC(Math.floor(month / 12), month % 12, Math.min(anchorDay, lastDay)))
  return day.toISOString().slice(0, 10)
}

/** Whole days in the company's calendar from `now` until `dueDate`; negative when it is past. */
export function daysUntil(dueDate: Date, now: Date, timeZone: string): number {
  const dayOf = (at: Date) => Date.parse(`${localTime(at, timeZone).date}T00:00Z`)
  return Math.round((dayOf(dueDate) - dayOf(now)) / 86_400_000)
}

export type InvoiceStatus = 'paid' | 'overdue' | 'open' | 'void'

/** Overdue from the day after its due date. */
export function invoiceStatus(
  { paidAt, dueDate, voidedAt }: { paidAt: Date | null; dueDate: Date; voidedAt: Date | null },
  now: Date,
  timeZone: string,
): InvoiceStatus {
  if (voidedAt) return 'void'
  if (paidAt) return 'paid'
  return daysUntil(dueDate, now, timeZone) < 0 ? 'overdue' : 'open'
}
