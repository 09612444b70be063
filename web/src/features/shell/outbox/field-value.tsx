import { Trans } from '@lingui/react/macro'
import { openingHours } from 'db/bot/opening-hours.ts'
import * as v from 'valibot'
import { formatDateTime } from '../../../lib/text/date-time.ts'
import { zoneName } from '../../../lib/text/time-zones.ts'
import { isSettingField, settingValueWords } from '../../../lib/text/setting-words.ts'
import { HoursSummary } from '../../../components/hours-editor/hours-summary.tsx'

interface FieldValueProps {
  field: string
  value: unknown
  /** Name of what an id stands for; undefined when it is not known. */
  nameOf(id: string): string | undefined
}

const hours = v.nullable(openingHours)
/** Extra fields of a contact, options of a file list. */
const named = v.array(
  v.object({ name: v.string(), value: v.optional(v.string()), mediaName: v.optional(v.nullable(v.string())) }),
)

/** A field's value to be read: colours as marks, opening hours by day, instants by the clock here, ids as names, texts with their spaces and lines. */
export function FieldValue({ field, value, nameOf }: FieldValueProps) {
  if (field === 'hours' && v.is(hours, value)) return <HoursSummary hours={value} />
  if (field === 'timeZone' && typeof value === 'string') return <span>{zoneName(value)}</span>
  if (isSettingField(field)) return <span>{settingValueWords(field, value)}</span>
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) {
    return (
      <span className="text-muted italic">
        <Trans>vazio</Trans>
      </span>
    )
  }
  if (field === 'sendAt' && typeof value === 'string') {
    return <span className="tabular">{formatDateTime(new Date(value))}</span>
  }
  if (typeof value === 'boolean') return value ? <Trans>Sim</Trans> : <Trans>Não</Trans>
  if (v.is(named, value)) return <NamedList entries={value} />
  const names = [value].flat().map((each) => (typeof each === 'string' ? nameOf(each) : undefined))
  if (names.every((name) => name !== undefined)) return <span className="break-words">{names.join(', ')}</span>
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

function NamedList({ entries }: { entries: v.InferOutput<typeof named> }) {
  return (
    <ul role="list">
      {entries.map(({ name, value, mediaName }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- they are only read
        <li key={index} className="break-words">
          {[name, value ?? mediaName].filter(Boolean).join(': ')}
        </li>
      ))}
    </ul>
  )
}
