import { Trans, useLingui } from '@lingui/react/macro'
import { planColumns, planFlags, planLimits } from 'db/companies/plan-columns.ts'
import { wholeNumber } from '../../components/resource-form/check-fields.ts'
import { useFormState } from '../../components/resource-form/use-form-state.ts'
import { Field } from '../../components/ui/field.tsx'
import { SwitchRow } from '../../components/ui/inputs/switch.tsx'
import type { Plan } from './answers.ts'
import { reais } from './notations.ts'
import { useFlagWords } from './flag-words.ts'
import { ServerForm } from '../../desk/server/server-form.tsx'

const newPlan = {
  name: '',
  value: null,
  users: 5,
  connections: 1,
  queues: 5,
  campaigns: 10,
  schedules: 1000,
  offered: true,
  useCampaigns: true,
  useSchedules: true,
  useInternalChat: true,
  useExternalApi: true,
  useKanban: true,
  useOpenAi: true,
  useIntegrations: true,
}

interface PlanFormProps {
  /** Null: a new one. */
  plan: Plan | null
  onSaved(): void
  onClosed(): void
}

export function PlanForm({ plan, onSaved, onClosed }: PlanFormProps) {
  const { t } = useLingui()
  const form = useFormState({ fields: planColumns, initial: plan ?? newPlan, checked: false })
  const flags = useFlagWords()
  const limits: Record<(typeof planLimits)[number], string> = {
    users: t`Pessoas`,
    connections: t`Conexões`,
    queues: t`Filas`,
    campaigns: t`Campanhas`,
    schedules: t`Agendamentos`,
  }
  return (
    <ServerForm
      title={plan ? t`Editar plano` : t`Novo plano`}
      form={form}
      call={(output) => (plan ? ['PUT', `/plans/${plan.id}`, output] : ['POST', '/plans', output])}
      onSaved={onSaved}
      onClosed={onClosed}
    >
      <Field {...form.field('name')} label={t`Nome`} />
      <Field {...form.field('value', reais)} label={t`Valor por mês (R$)`} inputMode="decimal" />
      <div className="grid grid-cols-2 gap-3">
        {planLimits.map((limit) => (
          <Field key={limit} {...form.field(limit, wholeNumber)} label={limits[limit]} inputMode="numeric" />
        ))}
      </div>
      <SwitchRow label={t`Oferecido`} checked={form.values.offered} onChange={(offered) => form.set({ offered })}>
        <Trans>Quem cria uma conta, ou paga, pode escolher este plano.</Trans>
      </SwitchRow>
      {planFlags.map((flag) => (
        <SwitchRow
          key={flag}
          label={flags[flag]}
          checked={form.values[flag]}
          onChange={(on) => form.set({ [flag]: on })}
        >
          {null}
        </SwitchRow>
      ))}
    </ServerForm>
  )
}
