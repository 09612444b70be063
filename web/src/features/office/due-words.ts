// How near a company's due date is, in words and colour: just these days have one.
import { plural } from '@lingui/core/macro'
import { t } from '@lingui/core/macro'

export type DueTone = 'yellow' | 'orange' | 'red' | null

/** Exactly five days before: yellow; from four before to three after: orange; exactly four after: red; nothing else. */
export function dueTone(daysLeft: number): DueTone {
  if (daysLeft === 5) return 'yellow'
  if (daysLeft === -4) return 'red'
  return daysLeft >= -3 && daysLeft <= 4 ? 'orange' : null
}

export function dueWords(daysLeft: number): string {
  if (daysLeft === 0) return t`vence hoje`
  if (daysLeft > 0) return plural(daysLeft, { one: 'vence em # dia', other: 'vence em # dias' })
  return plural(-daysLeft, { one: 'venceu há # dia', other: 'venceu há # dias' })
}
