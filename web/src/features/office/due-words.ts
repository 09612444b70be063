// How near a company's due date is, in words and colour: from five days before on.
import { plural } from '@lingui/core/macro'
import { t } from '@lingui/core/macro'

export type DueTone = 'yellow' | 'orange' | 'red' | null

/** Five days before: yellow; from four before to three after: orange; from four after on: red. */
export function dueTone(daysLeft: number): DueTone {
  if (daysLeft === 5) return 'yellow'
  if (daysLeft <= -4) return 'red'
  return daysLeft <= 4 ? 'orange' : null
}

export function dueWords(daysLeft: number): string {
  if (daysLeft === 0) return t`vence hoje`
  if (daysLeft > 0) return plural(daysLeft, { one: 'vence em # dia', other: 'vence em # dias' })
  return plural(-daysLeft, { one: 'venceu há # dia', other: 'venceu há # dias' })
}
