// Fields that a new company and one that is changed have alike.
import { useLingui } from '@lingui/react/macro'
import { recurrenceNames } from 'db/billing/periods.ts'
import { Select } from '../../components/ui/select.tsx'
import type { Plan } from './answers.ts'

interface ChoiceProps {
  plans: readonly Plan[]
  planId: string
  recurrence: string
  onPlan(planId: string): void
  onRecurrence(recurrence: (typeof recurrenceNames)[number]): void
}

export function PlanAndRecurrence({ plans, planId, recurrence, onPlan, onRecurrence }: ChoiceProps) {
  const { t } = useLingui()
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Select
        label={t`Plano`}
        placeholder={t`Escolha um plano`}
        value={planId === '' ? null : planId}
        options={plans.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(value) => value !== null && onPlan(value)}
      />
      <Select
        label={t`Recorrência`}
        placeholder=""
        value={recurrence}
        options={recurrenceNames.map((name) => ({ value: name, label: name }))}
        onChange={(value) => {
          const chosen = recurrenceNames.find((name) => name === value)
          if (chosen) onRecurrence(chosen)
        }}
      />
    </div>
  )
}
