import { Trans, useLingui } from '@lingui/react/macro'
import { companyName } from 'db/billing/company-columns.ts'
import { recurrenceNames } from 'db/billing/periods.ts'
import { newPassword, profileColumns } from 'db/users/rules.ts'
import * as v from 'valibot'
import { useFormState } from '../../components/resource-form/use-form-state.ts'
import { Field } from '../../components/ui/field.tsx'
import type { Plan } from './answers.ts'
import { PlanAndRecurrence } from './company-fields.tsx'
import { dateIn, noonOf } from './notations.ts'
import { FormDialog } from './form-dialog.tsx'
import { useOfficeCall } from './use-office-call.ts'

const fields = {
  company: companyName,
  planId: v.pipe(v.string(), v.nonEmpty()),
  recurrence: v.picklist(recurrenceNames),
  dueDate: v.pipe(v.string(), v.isoDate()),
  ...profileColumns,
  password: newPassword,
}

const monthMs = 30 * 86_400_000
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone

const inAMonth = () => dateIn(new Date(Date.now() + monthMs), zone)

interface NewCompanyFormProps {
  plans: readonly Plan[]
  onClose(): void
  onSaved(): void
}

export function NewCompanyForm({ plans, onClose, onSaved }: NewCompanyFormProps) {
  const { t } = useLingui()
  const form = useFormState({
    fields,
    initial: {
      company: '',
      planId: plans[0]?.id ?? '',
      recurrence: 'MENSAL',
      dueDate: inAMonth(),
      name: '',
      email: '',
      password: '',
    },
    checked: false,
  })
  const { busy, refused, send } = useOfficeCall()
  const submit = async () => {
    const output = form.check()
    if (output === null) return
    const { company, planId, recurrence, dueDate, ...admin } = output
    const row = { name: company, planId, recurrence, timeZone: zone, dueDate: noonOf(dueDate, zone).toISOString() }
    if (await send('POST', '/companies', { ...row, email: admin.email, admin })) onSaved()
  }
  const wrong = (key: 'email' | 'password' | 'name') => refused[key] ?? form.error(key)
  return (
    <FormDialog title={t`Nova empresa`} disabled={busy} onClose={onClose} onSubmit={submit}>
      <Field {...form.field('company')} label={t`Nome da empresa`} />
      <PlanAndRecurrence
        plans={plans}
        planId={form.values.planId}
        recurrence={form.values.recurrence}
        onPlan={(planId) => form.set({ planId })}
        onRecurrence={(recurrence) => form.set({ recurrence })}
      />
      <Field {...form.field('dueDate')} type="date" label={t`Vencimento`} />
      <h3 className="text-sm font-medium text-muted">
        <Trans>Quem administra</Trans>
      </h3>
      <Field {...form.field('name')} label={t`Nome`} error={wrong('name')} />
      <Field {...form.field('email')} type="email" label={t`E-mail`} autoComplete="off" error={wrong('email')} />
      <Field
        {...form.field('password')}
        type="password"
        label={t`Senha`}
        autoComplete="new-password"
        error={wrong('password')}
      />
    </FormDialog>
  )
}
