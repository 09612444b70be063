// When an admin is warned of the due date, and in what number. Pure.
import { calendarDaysBetween } from '../../lib/text/date-time.ts'

/** Fewer than five days. */
const warnMs = 5 * 86_400_000

/** Days as a calendar counts them, 0 today, while less than `warnMs` remain; null before and after. */
export function dueDays(due: Date, now: Date): number | null {
  const left = due.getTime() - now.getTime()
  return left > 0 && left < warnMs ? calendarDaysBetween(now, due) : null
}
