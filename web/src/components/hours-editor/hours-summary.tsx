import { Trans } from '@lingui/react/macro'
import type { OpeningHours } from 'db/bot/opening-hours.ts'
import { hoursLines } from './hours-words.ts'

/** Opening hours to be read. */
export function HoursSummary({ hours }: { hours: OpeningHours | null }) {
  if (hours === null) return <Trans>Sempre aberta</Trans>
  return (
    <span className="flex flex-col tabular">
      {hoursLines(hours).map((line) => (
        <span key={line}>{line}</span>
      ))}
    </span>
  )
}
