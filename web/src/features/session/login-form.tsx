import { useLingui } from '@lingui/react/macro'
import { Eye, EyeOff } from 'lucide-react'
import { useState, type SubmitEvent } from 'react'
import * as v from 'valibot'
import { useFormState } from '../../components/resource-form/use-form-state.ts'
import { Button } from '../../components/ui/button.tsx'
import { Field } from '../../components/ui/field.tsx'
import { IconButton } from '../../components/ui/icon-button.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { errorMessage } from '../../lib/text/error-message.ts'
import { login } from '../../sync/client.ts'

const fields = { email: v.pipe(v.string(), v.trim(), v.email()), password: v.pipe(v.string(), v.nonEmpty()) }

interface LoginFormProps {
  onDone(): void
}

export function LoginForm({ onDone }: LoginFormProps) {
  const { t } = useLingui()
  const form = useFormState({ fields, initial: { email: '', password: '' }, checked: false })
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
        autoFocus
        inputMode="email"
      />
      <Field
        {...form.field('password')}
        name="password"
        label={t`Senha`}
        type={shown ? 'text' : 'password'}
        autoComplete="current-password"
        end={
          <IconButton label={shown ? t`Ocultar senha` : t`Mostrar senha`} onClick={() => setShown(!shown)}>
            {shown ? <EyeOff /> : <Eye />}
          </IconButton>
        }
      />
      {refusal !== undefined && <Notice tone="danger">{refusal}</Notice>}
      <Button type="submit" variant="primary" size="lg" disabled={busy}>
        {busy ? t`Entrando…` : t`Entrar`}
      </Button>
    </form>
  )
}

function focusFirstInvalid(form: HTMLFormElement) {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
}
