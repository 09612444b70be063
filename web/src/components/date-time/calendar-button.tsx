import { useLingui } from '@lingui/react/macro'
import { CalendarDays } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { IconButton } from '../ui/icon-button.tsx'
import { Popover } from '../ui/popover.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

const Calendar = lazy(() => import('./calendar.tsx'))

interface CalendarButtonProps {
  /** Of the field whose day it chooses. */
  label: string
  disabled?: boolean
  value: string
  onChoose(date: string): void
}

/** Inside the right edge of a field: the month, to choose a day from. */
export function CalendarButton({ label, disabled, value, onChoose }: CalendarButtonProps) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const name = t`Escolher no calendário: ${label}`
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={name}
      side="bottom"
      align="end"
      trigger={
        <IconButton label={name} disabled={disabled}>
          <CalendarDays />
        </IconButton>
      }
    >
      <Suspense fallback={<Skeleton className="m-3 h-74 w-63 touch:w-77" />}>
        <Calendar
          value={value}
          onChoose={(date) => {
            setOpen(false)
            onChoose(date)
          }}
        />
      </Suspense>
    </Popover>
  )
}
