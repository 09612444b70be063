// Names of IANA's time zones, as a company's clock may be set to: 'America/Sao_Paulo', 'UTC'.
import * as v from 'valibot'

/** Whether this engine reckons with it. Offsets and abbreviations ('+03:00', 'brt') are none: engines and Postgres differ about them. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Z][A-Za-z_]+(\/[A-Za-z0-9_+-]+)*$/.test(name)) return false
  try {
    Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

export const timeZone = v.pipe(v.string(), v.maxLength(64), v.check(isTimeZone, 'Invalid'))
