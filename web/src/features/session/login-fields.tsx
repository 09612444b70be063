import { useLingui } from '@lingui/react/macro'
import type { ComponentProps, ReactNode } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Field } from '../../components/ui/field.tsx'
import { ShowPassword } from './show-password.tsx'

type FieldProps = Omit<ComponentProps<typeof Field>, 'label'>

interface LoginFieldsProps {
  email?: FieldProps
  password?: FieldProps
  /** Of the password. */
  shown: boolean
  onToggle(): void
  busy: boolean
  /** What became of the last attempt. */
  children?: ReactNode
}

/** What stands in the form, also before there is any code behind it. */
export function LoginFields({ email, password, shown, onToggle, busy, children }: LoginFieldsProps) {
  const { t } = useLingui()
  return (
    <>
      <Field {...email} name="email" label={t`E-mail`} type="email" autoComplete="username" inputMode="email" />
      <Field
        {...password}
        name="password"
        label={t`Senha`}
        type={shown ? 'text' : 'password'}
        autoComplete="current-password"
        end={<ShowPassword shown={shown} onToggle={onToggle} />}
      />
      {children}
      <Button type="submit" variant="primary" size="lg" disabled={busy}>
        {busy ? t`Entrando…` : t`Entrar`}
      </Button>
      {/* No link of the router's: it stands there before that does. */}
      <a href="/forgotten" className="self-center rounded-sm text-base text-link hover:underline touch:py-3">
        {t`Esqueci a senha`}
      </a>
    </>
  )
}
