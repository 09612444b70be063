import { Trans, useLingui } from '@lingui/react/macro'
import { newPassword, profileColumns } from 'db/users/rules.ts'
import type { FormOutput } from '../../components/resource-form/check-fields.ts'
import { useFormState } from '../../components/resource-form/use-form-state.ts'
import { Field } from '../../components/ui/field.tsx'
import { NewPasswordField } from '../../desk/password/new-password-field.tsx'
import type { Plan } from './answers.ts'
import { CompanyFields, companyFields } from './company-fields.tsx'
import { dateIn, noonOf } from './notations.ts'
import type { ServerCall } from '../../desk/server/server-call.ts'
import { ServerForm } from '../../desk/server/server-form.tsx'

const fields = {
  ...companyFields,
  // As the server calls them where it does not take one.
  'admin.name': profileColumns.name,
  'admin.email': profileColumns.email,
  'admin.password': newPassword,
}

const monthMs = 30 * 86_400_000

function empty(plans: readonly Plan[]) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return {
    name: '',
    email: '',
    phone: '',
    planId: plans[0]?.id ?? '',
    status: true,
    campaignsEnabled: true,
    dueDate: dateIn(new Date(Date.now() + monthMs), timeZone),
    recurrence: 'MENSAL' as const,
    timeZone,
    'admin.name': '',
    'admin.email': '',
    'admin.password': '',
  }
}

interface NewCompanyFormProps {
  plans: readonly Plan[]
  onSaved(): void
  onClosed(): void
}

export function NewCompanyForm({ plans, onSaved, onClosed }: NewCompanyFormProps) {
  const { t } = useLingui()
  const form = useFormState({ fields, initial: empty(plans), checked: false })
  const call = (output: FormOutput<typeof fields>): ServerCall => {
    const { dueDate, 'admin.name': name, 'admin.email': email, 'admin.password': password, ...company } = output
    const due = noonOf(dueDate, company.timeZone).toISOString()
    // Bills go to who runs it until another address is said.
    return [
      'POST',
      '/companies',
      { ...company, email: company.email || email, dueDate: due, admin: { name, email, password } },
    ]
  }
  return (
    <ServerForm title={t`Nova empresa`} form={form} call={call} onSaved={onSaved} onClosed={onClosed}>
      <CompanyFields form={form} plans={plans} operator={false} />
      <h3 className="text-sm font-medium text-muted">
        <Trans>Quem administra</Trans>
      </h3>
      <Field {...form.field('admin.name')} label={t`Nome`} />
      <Field {...form.field('admin.email')} type="email" label={t`E-mail de quem administra`} autoComplete="off" />
      <NewPasswordField
        {...form.field('admin.password')}
        label={t`Senha`}
        owner={{ email: form.values['admin.email'], company: form.values.name }}
      />
    </ServerForm>
  )
}
