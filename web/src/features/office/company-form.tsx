import { Trans, useLingui } from '@lingui/react/macro'
import { billingColumns } from 'db/billing/company-columns.ts'
import type { FormOutput } from '../../components/resource-form/check-fields.ts'
import { useFormState, type FormState } from '../../components/resource-form/use-form-state.ts'
import { Field } from '../../components/ui/field.tsx'
import type { CompanyRow, Plan } from './answers.ts'
import { CompanyFields, companyFields } from './company-fields.tsx'
import { dateIn, noonOf } from './notations.ts'
import type { ServerCall } from '../../desk/server/server-call.ts'
import { ServerForm } from '../../desk/server/server-form.tsx'

const fields = { ...companyFields, ...billingColumns }

interface CompanyFormProps {
  company: CompanyRow
  plans: readonly Plan[]
  onSaved(): void
  onClosed(): void
}

export function CompanyForm({ company, plans, onSaved, onClosed }: CompanyFormProps) {
  const { t } = useLingui()
  const due = dateIn(company.dueDate, company.timeZone)
  const initial = { ...company, email: company.email ?? '', phone: company.phone ?? '', dueDate: due }
  const form = useFormState({ fields, initial, checked: false })
  const call = ({ dueDate, status, ...rest }: FormOutput<typeof fields>): ServerCall => {
    const body = {
      ...rest,
      // Only what was changed: the time of day stays.
      ...(dueDate !== due && { dueDate: noonOf(dueDate, rest.timeZone).toISOString() }),
      ...(!company.operator && { status }),
    }
    return ['PUT', `/companies/${company.id}`, body]
  }
  return (
    <ServerForm title={t`Editar empresa`} form={form} call={call} onSaved={onSaved} onClosed={onClosed}>
      <CompanyFields form={form} plans={plans} operator={company.operator} />
      <BillingFields form={form} />
    </ServerForm>
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
      <Field {...form.field('addressCountry')} label={t`País`} />
    </>
  )
}
