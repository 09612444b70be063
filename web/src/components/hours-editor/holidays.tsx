import { Trans, useLingui } from '@lingui/react/macro'
import type { OpeningHours } from 'db/bot/opening-hours.ts'
import { Plus, X } from 'lucide-react'
import { useState, type KeyboardEvent } from 'react'
import { dayKey } from '../../lib/text/date-time.ts'
import { DateInput } from '../date-time/date-field.tsx'
import { isDate } from '../date-time/typed-date.ts'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Switch } from '../ui/inputs/switch.tsx'
import { addHoliday, isYearly, removeHoliday, repeatHoliday } from './edit-hours.ts'
import { holidayDate } from './hours-words.ts'

interface HolidaysProps {
  hours: OpeningHours
  onChange(hours: OpeningHours): void
}

/** Days on which it is closed whatever the weekday says. */
export function Holidays({ hours, onChange }: HolidaysProps) {
  const { t } = useLingui()
  return (
    <section aria-label={t`Feriados`} className="flex flex-col gap-2">
      <div>
        <h3 className="text-sm font-medium">
          <Trans>Feriados</Trans>
        </h3>
        <p className="text-xs text-muted">
          <Trans>Fechado o dia inteiro.</Trans>
        </p>
      </div>
      {hours.holidays.length > 0 && (
        <ul className="flex flex-col">
          {hours.holidays.map((holiday) => (
            <Holiday
              key={holiday}
              holiday={holiday}
              onRepeat={(yearly) => onChange(repeatHoliday(hours, holiday, yearly, dayKey(new Date())))}
              onRemove={() => onChange(removeHoliday(hours, holiday))}
            />
          ))}
        </ul>
      )}
      <AddHoliday onAdd={(date) => onChange(addHoliday(hours, date))} />
    </section>
  )
}

interface HolidayProps {
  holiday: string
  onRepeat(yearly: boolean): void
  onRemove(): void
}

function Holiday({ holiday, onRepeat, onRemove }: HolidayProps) {
  const { t } = useLingui()
  const date = holidayDate(holiday)
  return (
    <li className="flex items-center gap-3">
      <span className="flex-1 text-base tabular">{date}</span>
      <Switch label={t`Todo ano`} checked={isYearly(holiday)} onChange={onRepeat} />
      <IconButton size="sm" label={t`Remover o feriado ${date}`} onClick={onRemove}>
        <X />
      </IconButton>
    </li>
  )
}

function AddHoliday({ onAdd }: { onAdd(date: string): void }) {
  const { t } = useLingui()
  const [date, setDate] = useState('')
  const add = () => {
    if (!isDate(date)) return
    onAdd(date)
    setDate('')
  }
  // The form around it is not what Enter means here.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    add()
  }
  return (
    <div className="flex items-center gap-2">
      <DateInput
        label={t`Data do feriado`}
        className="w-44"
        value={date}
        onChange={(event) => setDate(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <Button onClick={add} disabled={!isDate(date)}>
        <Plus aria-hidden />
        <Trans>Adicionar feriado</Trans>
      </Button>
    </div>
  )
}
