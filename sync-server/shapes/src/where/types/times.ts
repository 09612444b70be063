// Dates and times → microseconds since 1970, exactly, over all of Postgres' range.

const time =
  /^(\d{4,7})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,6}))?)?(?:Z|([+-])(\d\d)(?::?(\d\d))?)?)?( BC)?$/

/** Beyond every time, also beyond the last date, which is in the year 5,874,897. */
const forever = 10n ** 24n

/** What Postgres prints in UTC with DateStyle ISO. */
export function microseconds(text: string): bigint {
  if (text === 'infinity') return forever
  if (text === '-infinity') return -forever
  const match = time.exec(text)
  if (!match) throw new Error('a time that is not as Postgres prints it')
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0))
  const fraction = match[7] ?? ''
  const zone = (Number(match[9] ?? 0) * 60 + Number(match[10] ?? 0)) * (match[8] === '-' ? -1 : 1)
  // There is no year 0: 1 BC is what others call 0.
  const days = daysSince1970(match[11] ? 1 - year : year, month, day)
  const seconds = ((days * 24 + hour) * 60 + minute - zone) * 60 + second
  return BigInt(seconds) * 1_000_000n + BigInt(fraction.padEnd(6, '0'))
}

/** The Gregorian calendar, before its invention too, as Postgres has it. Years begin in March, so that leap days end them. */
function daysSince1970(year: number, month: number, day: number): number {
  const years = month > 2 ? year : year - 1
  const leapDays = Math.floor(years / 4) - Math.floor(years / 100) + Math.floor(years / 400)
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day
  return years * 365 + leapDays + dayOfYear - 719_469
}

/** Only what of Postgres' notations can't be read in another way; a date without a time of day, a timestamp without a zone. */
export function isTimeConstant(text: string, type: string): boolean {
  if (text === 'infinity' || text === '-infinity') return true
  const understood = { date: /^[\d-]+$/, timestamp: /^[\d-]+([ T][\d:.]+)?$/ }[type]
  if (understood && !understood.test(text)) return false
  const match = time.exec(text)
  if (!match) return false
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0))
  const isDate = match[1]?.length === 4 && year > 0 && month >= 1 && month <= 12 && day >= 1 && !match[11]
  const isZone = Number(match[9] ?? 0) <= 15 && Number(match[10] ?? 0) < 60
  return isDate && day <= daysIn(year, month) && hour < 24 && minute < 60 && second < 60 && isZone
}

const daysIn = (year: number, month: number) => new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate()
