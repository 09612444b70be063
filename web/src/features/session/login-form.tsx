import { useLingui } from '@lingui/react/macro'
import { Eye, EyeOff } from 'lucide-react'
import { useState, type SubmitEvent } from 'react'
import * as v from 'valibot'
import { Button } from '../../components/ui/button.tsx'
import { Field } from '../../components/ui/field.tsx'
import { IconButton } from '../../components/ui/icon-button.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { errorMessage } from '../../lib/text/error-message.ts'
import { login } from '../../sync/client.ts'

const email = v.pipe(v.string(), v.trim(), v.email())

interface LoginFormProps {
  onDone(): void
}

export function LoginForm({ onDone }: LoginFormProps) {
  const { t } = useLingui()
  const [values, setValues] = useState({ email: '', password: '' })
  const [checked, setChecked] = useState({ email: false, password: false })
  const [shown, setShown] = useState(false)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()

  const errors = {
    email: values.email.trim() === '' ? t`Obrigatório` : v.is(email, values.email) ? null : t`E-mail inválido`,
    password: values.password === '' ? t`Obrigatório` : null,
  }

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setChecked({ email: true, password: true })
    if (errors.email ?? errors.password) return focusFirstInvalid(event.currentTarget)
    setBusy(true)
    setRefusal(undefined)
    try {
      await login(values.email.trim(), values.password)
      onDone()
    } catch (error) {
      setRefusal(errorMessage(error))
      setBusy(false)
    }
  }

  const bind = (name: 'email' | 'password') => ({
    name,
    value: values[name],
    onChange: (event: { target: { value: string } }) => setValues({ ...values, [name]: event.target.value }),
    // An untouched field that is only passed by is not yet wrong.
    onBlur: () => values[name] !== '' && setChecked({ ...checked, [name]: true }),
    error: checked[name] ? errors[name] : null,
  })

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <Field {...bind('email')} label={t`E-mail`} type="email" autoComplete="username" autoFocus inputMode="email" />
      <Field
        {...bind('password')}
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
