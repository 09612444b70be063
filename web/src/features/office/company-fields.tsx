// Fields that a new company and one that is changed have alike.
import { Trans, useLingui } from '@lingui/react/macro'
import { companyName, companyPhone } from 'db/billing/company-columns.ts'
import { recurrenceNames } from 'db/billing/periods.ts'
import { timeZone } from 'db/companies/time-zone.ts'
import { profileColumns } from 'db/users/rules.ts'
import * as v from 'valibot'
import type { FormState } from '../../components/resource-form/use-form-state.ts'
import { DateField } from '../../components/date-time/date-field.tsx'
import { Field } from '../../components/ui/field.tsx'
import { SearchSelect } from '../../components/ui/inputs/search-select.tsx'
import { Select } from '../../components/ui/inputs/select.tsx'
import { SwitchRow } from '../../components/ui/inputs/switch.tsx'
import { zoneChoice, zoneGroups } from '../../lib/text/time-zones.ts'
import { useToday } from '../../lib/use-now.ts'
import type { Plan } from './answers.ts'

export const companyFields = {
  name: companyName,
  email: v.union([profileColumns.email, v.literal('')]),
  phone: companyPhone,
  planId: v.pipe(v.string(), v.nonEmpty()),
  status: v.boolean(),
  campaignsEnabled: v.boolean(),
  dueDate: v.pipe(v.string(), v.isoDate()),
  recurrence: v.picklist(recurrenceNames),
  timeZone,
}

interface CompanyFieldsProps {
  form: Pick<FormState<typeof companyFields>, 'field' | 'values' | 'set' | 'error'>
  plans: readonly Plan[]
  /** The operator's own can't be switched off. */
  operator: boolean
}

export function CompanyFields({ form, plans, operator }: CompanyFieldsProps) {
  const { t } = useLingui()
  const today = useToday()
  const { values, set } = form
  return (
    <>
      <Field {...form.field('name')} label={t`Nome da empresa`} />
      <Field {...form.field('email')} type="email" label={t`E-mail`} help={t`Para onde vão as cobranças.`} />
      <Field {...form.field('phone')} type="tel" label={t`Telefone`} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label={t`Plano`}
          placeholder={t`Escolha um plano`}
          value={values.planId === '' ? null : values.planId}
          options={plans.map(({ id, name }) => ({ value: id, label: name }))}
          error={form.error('planId')}
          onChange={(planId) => planId !== null && set({ planId })}
        />
        <Select
          label={t`Recorrência`}
          placeholder=""
          value={values.recurrence}
          options={recurrenceNames.map((name) => ({ value: name, label: name }))}
          onChange={(recurrence) => recurrence !== null && set({ recurrence })}
        />
      </div>
      <DateField {...form.field('dueDate')} label={t`Vencimento`} />
      <SearchSelect
        label={t`Fuso horário`}
        value={zoneChoice(values.timeZone, today)}
        groups={zoneGroups(values.timeZone, today)}
        onChange={(zone) => set({ timeZone: zone })}
      />
      {!operator && (
        <SwitchRow label={t`Ligada`} checked={values.status} onChange={(status) => set({ status })}>
          <Trans>Desligada, ninguém entra e nada é enviado.</Trans>
        </SwitchRow>
      )}
      <SwitchRow
        label={t`Campanhas`}
        checked={values.campaignsEnabled}
        onChange={(campaignsEnabled) => set({ campaignsEnabled })}
      >
        <Trans>Se o plano as tiver.</Trans>
      </SwitchRow>
    </>
  )
}
