import { Trans, useLingui } from '@lingui/react/macro'
import { billingColumns, companyName, companyPhone } from 'db/billing/company-columns.ts'
import { recurrenceNames } from 'db/billing/periods.ts'
import { timeZone } from 'db/companies/time-zone.ts'
import * as v from 'valibot'
import { useFormState, type FormState } from '../../components/resource-form/use-form-state.ts'
import { Field } from '../../components/ui/field.tsx'
import { SwitchRow } from '../../components/ui/switch.tsx'
import type { CompanyRow, Plan } from './answers.ts'
import { PlanAndRecurrence } from './company-fields.tsx'
import { dateIn, noonOf } from './notations.ts'
import { FormDialog } from './form-dialog.tsx'
import { useOfficeCall } from './use-office-call.ts'

const fields = {
  name: companyName,
  email: v.union([v.pipe(v.string(), v.trim(), v.email()), v.literal('')]),
  phone: companyPhone,
  planId: v.string(),
  status: v.boolean(),
  campaignsEnabled: v.boolean(),
  dueDate: v.pipe(v.string(), v.isoDate()),
  recurrence: v.picklist(recurrenceNames),
  timeZone,
  ...billingColumns,
}

interface CompanyFormProps {
  company: CompanyRow
  plans: readonly Plan[]
  onClose(): void
  onSaved(): void
}

export function CompanyForm({ company, plans, onClose, onSaved }: CompanyFormProps) {
  const { t } = useLingui()
  const due = dateIn(company.dueDate, company.timeZone)
  const initial = { ...company, email: company.email ?? '', phone: company.phone ?? '', dueDate: due }
  const form = useFormState({ fields, initial, checked: false })
  const { busy, refused, send } = useOfficeCall()
  const submit = async () => {
    const output = form.check()
    if (output === null) return
    const { dueDate, status, ...rest } = output
    const body = {
      ...rest,
      // Only what was changed: the time of day stays.
      ...(dueDate !== due && { dueDate: noonOf(dueDate, rest.timeZone).toISOString() }),
      ...(!company.operator && { status }),
    }
    if (await send('PUT', `/companies/${company.id}`, body)) onSaved()
  }
  return (
    <FormDialog title={t`Editar empresa`} disabled={busy} onClose={onClose} onSubmit={submit}>
      <Field {...form.field('name')} label={t`Nome da empresa`} error={refused['name'] ?? form.error('name')} />
      <Field {...form.field('email')} type="email" label={t`E-mail`} error={refused['email'] ?? form.error('email')} />
      <Field {...form.field('phone')} type="tel" label={t`Telefone`} />
      <PlanAndRecurrence
        plans={plans}
        planId={form.values.planId}
        recurrence={form.values.recurrence}
        onPlan={(planId) => form.set({ planId })}
        onRecurrence={(recurrence) => form.set({ recurrence })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field {...form.field('dueDate')} type="date" label={t`Vencimento`} />
        <Field {...form.field('timeZone')} label={t`Fuso horário`} />
      </div>
      {!company.operator && (
        <SwitchRow label={t`Ligada`} checked={form.values.status} onChange={(status) => form.set({ status })}>
          <Trans>Desligada, ninguém entra e nada é enviado.</Trans>
        </SwitchRow>
      )}
      <SwitchRow
        label={t`Campanhas`}
        checked={form.values.campaignsEnabled}
        onChange={(campaignsEnabled) => form.set({ campaignsEnabled })}
      >
        <Trans>Se o plano as tiver.</Trans>
      </SwitchRow>
      <BillingFields form={form} />
    </FormDialog>
  )
}

function BillingFields({ form }: { form: FormState<typeof fields> }) {
  const { t } = useLingui()
  return (
    <>
      <h3 className="text-sm font-medium text-muted">
        <Trans>Cobrança</Trans>
      </h3>
      <Field {...form.field('billingName')} label={t`Nome na fatura`} />
      <Field {...form.field('addressStreet')} label={t`Endereço`} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field {...form.field('addressDistrict')} label={t`Bairro`} />
        <Field {...form.field('addressZipCode')} label={t`CEP`} />
        <Field {...form.field('addressCity')} label={t`Cidade`} />
        <Field {...form.field('addressState')} label={t`Estado`} />
      </div>
    </>
  )
}
