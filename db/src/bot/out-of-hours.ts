// What a customer is told who writes when it is closed, and whether they are told anything. Pure; used by the bot and by forms, which warn.
import { isOpen, type OpeningHours } from './opening-hours.ts'

export interface HoursSetup {
  scheduleType: 'disabled' | 'company' | 'queue'
  companyHours: OpeningHours | null
  timeZone: string
  /** The connection's. */
  outOfHoursMessage: string
}

export interface QueueHours {
  hours: OpeningHours | null
  outOfHoursMessage: string
}

/** Null: always open. Without a queue only the company's can count. */
export function hoursThatCount(
  { scheduleType, companyHours }: Pick<HoursSetup, 'scheduleType' | 'companyHours'>,
  queue: Pick<QueueHours, 'hours'> | null,
): OpeningHours | null {
  return { disabled: null, company: companyHours, queue: queue?.hours ?? null }[scheduleType]
}

export function isClosed(setup: HoursSetup, queue: QueueHours | null, now: Date): boolean {
  const hours = hoursThatCount(setup, queue)
  return hours !== null && !isOpen(hours, now, setup.timeZone)
}

/** The queue's own words when its own hours count; the connection's otherwise, and where the queue has none. */
export function outOfHoursText(
  { scheduleType, outOfHoursMessage }: Pick<HoursSetup, 'scheduleType' | 'outOfHoursMessage'>,
  queue: Pick<QueueHours, 'outOfHoursMessage'> | null,
): string {
  const own = scheduleType === 'queue' ? (queue?.outOfHoursMessage ?? '') : ''
  return own.trim() === '' ? outOfHoursMessage : own
}

/** Whether somebody who writes to the queue when it is closed hears nothing: there are hours, and no words. */
export function isMuteWhenClosed(setup: Omit<HoursSetup, 'timeZone'>, queue: QueueHours | null): boolean {
  return hoursThatCount(setup, queue) !== null && outOfHoursText(setup, queue).trim() === ''
}
