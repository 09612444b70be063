import { plural, t } from '@lingui/core/macro'

/** How long ago something was, as coarsely as one would say it. */
export function secondsAgoWords(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  if (minutes < 1) return t`agora mesmo`
  if (minutes < 60) return t`há ${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return t`há ${hours} h`
  const days = Math.floor(hours / 24)
  return plural(days, { one: 'há # dia', other: 'há # dias' })
}
