import { Trans } from '@lingui/react/macro'
import { openingHours } from 'db/bot/opening-hours.ts'
import * as v from 'valibot'
import { HoursSummary } from '../../components/hours-editor/hours-summary.tsx'

const hours = v.nullable(openingHours)

/** A field's value to be read: colours as marks, opening hours by day, texts with their spaces and lines. */
export function FieldValue({ field, value }: { field: string; value: unknown }) {
  if (field === 'hours' && v.is(hours, value)) return <HoursSummary hours={value} />
  if (value === null || value === undefined || value === '') {
    return (
      <span className="text-muted italic">
        <Trans>vazio</Trans>
      </span>
    )
  }
  if (typeof value === 'boolean') return value ? <Trans>Sim</Trans> : <Trans>Não</Trans>
  if (typeof value !== 'string') return <span className="tabular">{JSON.stringify(value)}</span>
  if (!/^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(value)) {
    return <span className="break-words whitespace-pre-wrap">{value}</span>
  }
  return (
    <span className="flex items-center gap-2 tabular">
      <span aria-hidden className="size-5 rounded-full ring-1 ring-ink/15" style={{ backgroundColor: value }} />
      {value}
    </span>
  )
}
