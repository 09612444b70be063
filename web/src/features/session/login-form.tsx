import { useLingui } from '@lingui/react/macro'
import { useState, type SubmitEvent } from 'react'
import * as v from 'valibot'
import { useFormState } from '../../components/resource-form/use-form-state.ts'
import { Button } from '../../components/ui/button.tsx'
import { Field } from '../../components/ui/field.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { errorMessage } from '../../lib/text/error-message.ts'
import { askedStep, type AskedStep } from './asked-step.ts'
import { focusFirstInvalid } from './focus-first-invalid.ts'
import { ShowPassword } from './show-password.tsx'
import { login } from '../../sync/client.ts'

const fields = { email: v.pipe(v.string(), v.trim(), v.email()), password: v.pipe(v.string(), v.nonEmpty()) }

interface LoginFormProps {
  /** What is filled in already. */
  email: string
  onDone(): void
  /** The password was right, and there is more to show. */
  onAsked(step: AskedStep): void
}

export function LoginForm({ email, onDone, onAsked }: LoginFormProps) {
  const { t } = useLingui()
  const form = useFormState({ fields, initial: { email, password: '' }, checked: false })
  const [shown, setShown] = useState(false)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const output = form.check()
    if (output === null) return focusFirstInvalid(event.currentTarget)
    setBusy(true)
    setRefusal(undefined)
    try {
      await login(output.email, output.password)
      onDone()
    } catch (error) {
      const asked = askedStep(error)
      if (asked) return onAsked(asked)
      setRefusal(errorMessage(error))
      setBusy(false)
    }
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <Field
        {...form.field('email')}
        name="email"
        label={t`E-mail`}
        type="email"
        autoComplete="username"
        autoFocus={email === ''}
        inputMode="email"
      />
      <Field
        {...form.field('password')}
        name="password"
        label={t`Senha`}
        type={shown ? 'text' : 'password'}
        autoComplete="current-password"
        autoFocus={email !== ''}
        end={<ShowPassword shown={shown} onToggle={() => setShown(!shown)} />}
      />
      {refusal !== undefined && <Notice tone="danger">{refusal}</Notice>}
      <Button type="submit" variant="primary" size="lg" disabled={busy}>
        {busy ? t`Entrando…` : t`Entrar`}
      </Button>
    </form>
  )
}
