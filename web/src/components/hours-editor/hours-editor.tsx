// Editing when something is open: a switch (off: always), the seven days, the holidays. Serves queues and companies.
// The value may be half typed; what is wrong with it is shown at its place, and the form that holds it refuses to save.
import { useLingui } from '@lingui/react/macro'
import { defaultOpeningHours, type OpeningHours } from 'db/bot/opening-hours.ts'
import { useState, type ReactNode } from 'react'
import { SwitchRow } from '../ui/inputs/switch.tsx'
import { DayHours } from './day-hours.tsx'
import { weekOrder } from './edit-hours.ts'
import { Holidays } from './holidays.tsx'

interface HoursEditorProps {
  value: OpeningHours | null
  onChange(value: OpeningHours | null): void
  /** What the switch is called, and what it means here. */
  label: string
  help: ReactNode
}

export function HoursEditor({ value, onChange, label, help }: HoursEditorProps) {
  const { t } = useLingui()
  // Switching off and on again loses nothing.
  const [last, setLast] = useState(value ?? defaultOpeningHours)
  const change = (next: OpeningHours) => {
    setLast(next)
    onChange(next)
  }
  return (
    <div className="flex flex-col gap-4">
      <SwitchRow label={label} checked={value !== null} onChange={(on) => onChange(on ? last : null)}>
        {help}
      </SwitchRow>
      {value && (
        <>
          <ul aria-label={t`Dias da semana`} className="flex flex-col divide-y divide-line border-y border-line">
            {weekOrder.map((day) => (
              <DayHours key={day} day={day} hours={value} onChange={change} />
            ))}
          </ul>
          <Holidays hours={value} onChange={change} />
        </>
      )}
    </div>
  )
}
