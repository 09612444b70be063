// Which days are looked at: between two dates, or the last so many.
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useState, type SubmitEvent } from 'react'
import { DateField } from '../../components/date-time/date-field.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Select } from '../../components/ui/inputs/select.tsx'
import { toastProblem } from '../../lib/app/toast.ts'
import { fieldsOf, periods, searchOf, type PeriodSearch } from './period.ts'

interface FilterProps {
  search: PeriodSearch
  /** By the company's clock. */
  today: string
}

export function Filter({ search, today }: FilterProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [fields, setFields] = useState(() => fieldsOf(search, today))
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    const next = searchOf(fields)
    if (next === null) return toastProblem(t`Parametrize o filtro`)
    void navigate({ to: '/', search: next })
  }
  const byDate = fields.days === '0'
  return (
    <form onSubmit={onSubmit} aria-label={t`Período`} className="flex flex-wrap items-end gap-3">
      <div className={byDate ? 'w-full sm:w-52' : 'min-w-0 flex-1 sm:max-w-52'}>
        <Select
          label={t`Período`}
          placeholder=""
          value={fields.days}
          options={periods.map((days) => ({
            value: days,
            label: days === '0' ? t`Por data` : plural(Number(days), { one: 'Último # dia', other: 'Últimos # dias' }),
          }))}
          onChange={(days) => setFields({ ...fields, days: days ?? '0' })}
        />
      </div>
      {byDate && (
        <>
          <DateField
            label={t`Data inicial`}
            className="min-w-0 basis-[calc(50%-0.375rem)] sm:w-44 sm:basis-auto"
            value={fields.from}
            onChange={(event) => setFields({ ...fields, from: event.target.value })}
          />
          <DateField
            label={t`Data final`}
            className="min-w-0 basis-[calc(50%-0.375rem)] sm:w-44 sm:basis-auto"
            value={fields.to}
            onChange={(event) => setFields({ ...fields, to: event.target.value })}
          />
        </>
      )}
      <Button type="submit" size="lg" variant="primary" className={byDate ? 'w-full sm:w-auto' : ''}>
        <Trans>Filtrar</Trans>
      </Button>
    </form>
  )
}
