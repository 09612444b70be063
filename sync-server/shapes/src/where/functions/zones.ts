// AT TIME ZONE. Of zones only UTC and offsets from it: what a name means is told by a database of zones, and Postgres has one of its own.
import { outOfRange } from '../evaluation-error.ts'
import { infiniteSign, readInterval, type Interval } from '../types/intervals.ts'
import { isForever, microseconds, timestampText } from '../types/times.ts'
import { define, type Demand, type Signature } from './signature.ts'

/** Minutes east of Greenwich, null where it is not known. As POSIX has it, what is west has a plus. */
export function minutesOf(zone: string): bigint | null {
  if (/^(?:UTC|GMT|Z|Etc\/UTC)$/i.test(zone)) return 0n
  const [, sign, hours, minutes = '0'] = /^(?:UTC|GMT)?([+-])(\d{1,2})(?::(\d\d))?$/.exec(zone) ?? []
  if (hours === undefined || Number(hours) > 14 || Number(minutes) > 59) return null
  const offset = BigInt(Number(hours) * 60 + Number(minutes))
  return sign === '+' ? -offset : offset
}

const known: Demand = { argument: 0, must: 'be constant', accepts: (zone) => minutesOf(zone) !== null }

/** Without months and days, which no offset has. */
const ofHours: Demand = {
  argument: 0,
  must: 'be constant',
  accepts: (text) => {
    const { months, days } = readInterval(text)
    return months === 0 && days === 0
  },
}

type Result = 'timestamp' | 'timestamptz'

function shifted(text: string, micros: bigint, result: Result): string {
  const time = microseconds(text)
  if (isForever(time)) return text
  return timestampText(result === 'timestamp' ? time + micros : time - micros, result === 'timestamp' ? '' : '+00')
}

const byName = (result: Result) => (zone: string, text: string) =>
  shifted(text, (minutesOf(zone) ?? 0n) * 60_000_000n, result)

/** An offset is in whole seconds. */
const byInterval = (result: Result) => (offset: string, text: string) => {
  const interval: Interval = readInterval(offset)
  if (infiniteSign(interval) !== 0) throw outOfRange
  return shifted(text, interval.micros - (interval.micros % 1_000_000n), result)
}

export const zoneFunctions: readonly Signature[] = (['timestamp', 'timestamptz'] as const).flatMap((result) => {
  const from = result === 'timestamp' ? 'timestamptz' : 'timestamp'
  return [
    define('timezone', `text ${from} → ${result}`, byName(result), { demands: [known] }),
    define('timezone', `interval ${from} → ${result}`, byInterval(result), { demands: [ofHours] }),
  ]
})
