// The profile of who works here. Name and e-mail are a mutation, as every edit; the password goes to the server at once or not at all.
import { ownUser } from 'db/users/queries.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { FormOutput } from '../../../components/resource-form/check-fields.ts'
import { problemWords } from '../../../components/resource-form/problem-words.ts'
import { ResourceForm } from '../../../components/resource-form/resource-form.tsx'
import { useFormState, type FormState } from '../../../components/resource-form/use-form-state.ts'
import { Field } from '../../../components/ui/field.tsx'
import { Notice } from '../../../components/ui/notice.tsx'
import { NewPasswordField } from '../../../desk/password/new-password-field.tsx'
import { toastDone } from '../../../lib/app/toast.ts'
import { mutate, useQuery } from '../../../sync/client.ts'
import { changePassword, useSyncStatus, type SessionUser } from '../../../sync/session-client.ts'
import { DevicesSection } from './devices-section.tsx'
import { passwordProblem, profileChanges, profileFields } from './profile-fields.ts'

interface ProfileFormProps {
  user: SessionUser
  onClosed(): void
  onLogout(): void
}

export function ProfileForm({ user, onClosed, onLogout }: ProfileFormProps) {
  const { rows, ready } = useQuery(ownUser({ userId: user.id }))
  const { name, email } = rows[0] ?? user
  return ready ? (
    <Form before={{ name, email }} company={user.company.name} onClosed={onClosed} onLogout={onLogout} />
  ) : null
}

interface FormProps extends Omit<ProfileFormProps, 'user'> {
  before: { name: string; email: string }
  /** Its name. */
  company: string
}

function Form({ before: current, company, onClosed, onLogout }: FormProps) {
  const { t } = useLingui()
  const [before] = useState(current)
  const form = useFormState({
    fields: profileFields,
    initial: { ...before, password: '', currentPassword: '' },
    checked: false,
    rules: {
      password(values) {
        const problem = passwordProblem(values)
        return problem && problemWords(problem)
      },
    },
    refusals: {
      currentPassword: ({ currentPassword }) =>
        currentPassword === '' ? t`Escreva a senha atual.` : t`Senha atual incorreta.`,
    },
  })

  const save = async (output: FormOutput<typeof profileFields>) => {
    const { password, currentPassword } = output
    if (password !== '') await changePassword(currentPassword === '' ? undefined : currentPassword, password)
    const changes = profileChanges(before, output)
    if (changes) await mutate('user.updateProfile', { changes })
    if (changes || password !== '') toastDone(t`Perfil salvo com sucesso!`)
  }

  return (
    <ResourceForm title={t`Perfil`} form={form} onSave={save} onClosed={onClosed}>
      <Field {...form.field('name')} label={t`Nome`} autoComplete="name" />
      <Field
        {...form.field('email')}
        label={t`E-mail`}
        type="email"
        inputMode="email"
        autoComplete="email"
        help={t`É com ele que você entra.`}
      />
      <PasswordFields form={form} company={company} />
      <Link to="/security" className="self-start rounded-sm text-sm font-medium text-link hover:underline touch:py-3">
        <Trans>Verificação em duas etapas e chaves de acesso</Trans>
      </Link>
      <DevicesSection onLogout={onLogout} />
    </ResourceForm>
  )
}

function PasswordFields({ form, company }: { form: FormState<typeof profileFields>; company: string }) {
  const { t } = useLingui()
  const network = useSyncStatus((status) => status.network)
  return (
    <>
      <NewPasswordField
        {...form.field('password')}
        label={t`Nova senha`}
        owner={{ email: form.values.email, company }}
        help={t`Deixe em branco para não mudar.`}
      />
      {form.values.password !== '' && (
        <Field
          {...form.field('currentPassword')}
          label={t`Senha atual`}
          type="password"
          autoComplete="current-password"
          help={t`Seus outros acessos terminam. Se você acabou de entrar com chave de acesso ou código, pode deixar em branco.`}
        />
      )}
      {form.values.password !== '' && network === 'offline' && (
        <Notice tone="warning">
          <Trans>Sem internet a senha não pode ser mudada.</Trans>
        </Notice>
      )}
    </>
  )
}
