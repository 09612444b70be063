import { Trans, useLingui } from '@lingui/react/macro'
import { AppError } from 'db/kit/errors.ts'
import { useState, type SubmitEvent } from 'react'
import { PlanChoice } from '../../components/plan-choice.tsx'
import { useFormState, type FormState } from '../../components/resource-form/use-form-state.ts'
import { Button } from '../../components/ui/button.tsx'
import { Field } from '../../components/ui/field.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import type { Plan } from '../../desk/billing/plans.ts'
import { NewPasswordField } from '../../desk/password/new-password-field.tsx'
import { toastProblem } from '../../lib/app/toast.ts'
import { isNetworkError } from '../../lib/data/network-error.ts'
import { errorMessage, refusedFields } from '../../lib/text/error-message.ts'
import { focusFirstInvalid } from './focus-first-invalid.ts'
import { ShowPassword } from './show-password.tsx'
import { signUp, signupFields } from './sign-up.ts'

interface SignupFormProps {
  plans: readonly Plan[]
  /** The server takes no companies any more. */
  onClosed(): void
  /** `confirm`: a letter with a link is on its way. */
  onDone(email: string, confirm: boolean): void
}

export function SignupForm({ plans, onClosed, onDone }: SignupFormProps) {
  const { t } = useLingui()
  const form = useFormState({
    fields: signupFields,
    initial: { name: '', email: '', phone: '', password: '', planId: (plans.length === 1 && plans[0]?.id) || '' },
    checked: false,
    words: { planId: { required: t`Escolha um plano.` } },
  })
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()

  const fail = (error: unknown) => {
    const code = error instanceof AppError ? error.code : undefined
    if (code === 'ERR_SIGNUP_CLOSED') return onClosed()
    if (code === 'ERR_TOO_MANY_REQUESTS' || isNetworkError(error)) return setRefusal(errorMessage(error))
    form.refuse(refusedFields(error))
    toastProblem(t`Erro ao criar usuário. Verifique os dados informados.`)
  }
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const element = event.currentTarget
    const output = form.check()
    if (output === null) return focusFirstInvalid(element)
    setBusy(true)
    setRefusal(undefined)
    try {
      const { confirm } = await signUp(output)
      onDone(output.email, confirm)
    } catch (error) {
      fail(error)
      setBusy(false)
      focusFirstInvalid(element)
    }
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <PersonFields form={form} />
      <PlanChoice
        label={t`Plano`}
        plans={plans.map(({ users, connections, queues, ...plan }) => ({
          ...plan,
          limits: { users, connections, queues },
        }))}
        value={form.values.planId}
        error={form.error('planId')}
        onChange={(planId) => form.set({ planId })}
      />
      {refusal !== undefined && <Notice tone="danger">{refusal}</Notice>}
      <Button type="submit" variant="primary" size="lg" disabled={busy}>
        {busy ? <Trans>Criando a conta…</Trans> : <Trans>Criar conta</Trans>}
      </Button>
    </form>
  )
}

function PersonFields({ form }: { form: FormState<typeof signupFields> }) {
  const { t } = useLingui()
  const [shown, setShown] = useState(false)
  return (
    <>
      <Field
        {...form.field('name')}
        name="organization"
        label={t`Nome da empresa`}
        autoComplete="organization"
        autoFocus
      />
      <Field
        {...form.field('email')}
        name="email"
        label={t`E-mail`}
        type="email"
        autoComplete="username"
        inputMode="email"
      />
      <Field {...form.field('phone')} name="tel" label={t`Telefone`} type="tel" autoComplete="tel" />
      <NewPasswordField
        {...form.field('password')}
        name="password"
        label={t`Senha`}
        owner={{ email: form.values.email, company: form.values.name }}
        shown={shown}
        end={<ShowPassword shown={shown} onToggle={() => setShown(!shown)} />}
      />
    </>
  )
}
