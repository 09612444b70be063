// How long somebody has waited, in the words of lists and boards. Pure.
import { plural, t } from '@lingui/core/macro'

export interface Wait {
  count: number
  unit: 'minutes' | 'hours' | 'days'
  /** Longer than anybody likes. */
  isLong: boolean
}

const longMinutes = 15

/** A device's clock may be behind: then it is since now. */
export function waitSince(since: Date, now: Date): Wait {
  const minutes = Math.max(0, Math.floor((now.getTime() - since.getTime()) / 60_000))
  const isLong = minutes >= longMinutes
  if (minutes < 60) return { count: minutes, unit: 'minutes', isLong }
  if (minutes < 48 * 60) return { count: Math.floor(minutes / 60), unit: 'hours', isLong }
  return { count: Math.floor(minutes / 1440), unit: 'days', isLong }
}

export function waitWords({ count, unit }: Wait): string {
  switch (unit) {
    case 'minutes':
      return count === 0 ? t`Espera agora` : t`Espera há ${count} min`
    case 'hours':
      return t`Espera há ${count} h`
    case 'days':
      return plural(count, { one: 'Espera há # dia', other: 'Espera há # dias' })
  }
}

/** Where a clock stands before it. */
export function shortWait({ count, unit }: Wait): string {
  switch (unit) {
    case 'minutes':
      return count === 0 ? t`agora` : t`${count} min`
    case 'hours':
      return t`${count} h`
    case 'days':
      return plural(count, { one: '# dia', other: '# dias' })
  }
}
