// How fast a connection sends what campaigns say: pauses with chance in them, hours, a cap a day, and less of it while the number is new
// here. Pure.
import { localTime } from '../bot/opening-hours.ts'
import { usualStoppedText, usualStopWords } from './opt-out-words.ts'
import { campaignSettings } from './table.ts'

export type PaceSettings = Omit<typeof campaignSettings.$inferSelect, 'id' | 'companyId' | 'createdAt' | 'updatedAt'>

/** The specification's choices, in seconds; after how many; in seconds. */
export const intervalChoices = [0, 5, 10, 15, 20] as const
export const longerAfterChoices = [0, 1, 5, 10, 15, 20, 30, 40, 60, 80, 100, 120] as const
export const greaterIntervalChoices = [0, 1, 5, 10, 15, 20, 30, 40, 60, 80, 100, 120] as const

/** Of a number's first fourteen days here: as many as nobody has been banned for, half as many again every other day. */
export const fullWarmUp: readonly number[] = [20, 30, 45, 65, 90, 120, 160, 210, 270, 340, 420, 520, 640, 800]

export const defaultPace: PaceSettings = {
  messageInterval: 20,
  longerIntervalAfter: 20,
  greaterInterval: 60,
  variables: [],
  startHour: '08:00',
  endHour: '20:00',
  dailyCap: 1000,
  warmUp: [...fullWarmUp],
  stopWords: [...usualStopWords],
  stoppedText: usualStoppedText,
}

const dayMs = 24 * 60 * 60_000
/** How far a pause is from what was set, at most: of the pause. */
const jitter = 0.2

export interface Chance {
  gapMs: number
  jitterMs: number
  inARow: number
}

/**
 * The pause after `messages` that were sent at once. Chance moves each message around its own place, up to a fifth of a pause: the next pause
 * gives back what the last one took, so that in no stretch of time, however long, more go out than was set.
 */
export function nextPause(
  { messageInterval, longerIntervalAfter, greaterInterval }: PaceSettings,
  before: Pick<Chance, 'jitterMs' | 'inARow'>,
  messages: number,
  random: () => number,
): Chance {
  const row = before.inARow + messages
  const isLonger = longerIntervalAfter > 0 && row >= longerIntervalAfter
  const seconds = isLonger ? Math.max(greaterInterval, messageInterval * messages) : messageInterval * messages
  const jitterMs = Math.round(random() * jitter * messageInterval * 1000)
  return { gapMs: Math.max(0, seconds * 1000 + jitterMs - before.jitterMs), jitterMs, inARow: isLonger ? 0 : row }
}

/** Messages on that day of the number's life here; null: no limit. */
export function capOn({ dailyCap, warmUp }: PaceSettings, since: Date, now: Date): number | null {
  const day = Math.max(0, Math.floor((now.getTime() - since.getTime()) / dayMs))
  const limits = [...(dailyCap > 0 ? [dailyCap] : []), ...(warmUp[day] === undefined ? [] : [warmUp[day]])]
  return limits.length === 0 ? null : Math.min(...limits)
}

/** Whether it is one of the hours, by the company's clock. From `startHour` to before `endHour`, also over midnight. */
export function isWithinHours({ startHour, endHour }: PaceSettings, now: Date, timeZone: string): boolean {
  if (startHour === endHour) return true
  const { clock } = localTime(now, timeZone)
  return startHour < endHour ? clock >= startHour && clock < endHour : clock >= startHour || clock < endHour
}

export interface Forecast {
  /** Messages that are to go out, one after the other. */
  messages: number
  settings: PaceSettings
  timeZone: string
  since: Date
  sentToday: number
}

/** Nobody plans further ahead. */
const longestForecastDays = 400

/** When the last of them goes out, if nothing keeps it; null: it is further ahead than anybody plans, or never. */
export function endOf({ messages, settings, timeZone, since, sentToday }: Forecast, from: Date): Date | null {
  const { messageInterval, longerIntervalAfter, greaterInterval } = settings
  const each = messageInterval * 1000
  const longer = longerIntervalAfter > 0 ? Math.max(0, greaterInterval * 1000 - each) / longerIntervalAfter : 0
  /** WhatsApp takes a moment for each. */
  const gap = Math.max(each + longer, 250)
  const stepMs = 15 * 60_000
  let left = messages
  let [day, today] = [localTime(from, timeZone).date, sentToday]
  for (let at = from.getTime(); at - from.getTime() < longestForecastDays * dayMs; at += stepMs) {
    const now = new Date(at)
    const { date } = localTime(now, timeZone)
    if (date !== day) [day, today] = [date, 0]
    if (!isWithinHours(settings, now, timeZone)) continue
    const room = (capOn(settings, since, now) ?? Infinity) - today
    const sent = Math.min(left, Math.max(0, room), stepMs / gap)
    if (sent >= left) return new Date(at + left * gap)
    left -= sent
    today += sent
  }
  return null
}
