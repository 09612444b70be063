// The link of the letter after signing up was opened. The company is opened with the password that was chosen: who reads the mailbox and does not know
// it did not sign up.
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { AppError } from 'db/kit/errors.ts'
import { useState, type SubmitEvent } from 'react'
import * as v from 'valibot'
import { useFormState } from '../../../components/resource-form/use-form-state.ts'
import { Button } from '../../../components/ui/button.tsx'
import { Field } from '../../../components/ui/field.tsx'
import { Notice } from '../../../components/ui/notice.tsx'
import { errorMessage, refusedFields } from '../../../lib/text/error-message.ts'
import { useSyncStatus } from '../../../sync/session-client.ts'
import { Entrance } from '../entrance.tsx'
import { focusFirstInvalid } from '../focus-first-invalid.ts'
import { ShowPassword } from '../show-password.tsx'
import { BackToLogin } from './back-to-login.tsx'
import { confirmSignup, tokenInAddress } from './link-calls.ts'

interface ConfirmPageProps {
  /** The company is open, for who logs in with this address. */
  onDone(email: string): void
}

export function ConfirmPage({ onDone }: ConfirmPageProps) {
  const [token] = useState(tokenInAddress)
  const [expired, setExpired] = useState<unknown>(() => (token === '' ? new AppError('ERR_LINK_EXPIRED') : null))
  return (
    <Entrance purpose={<Trans>Confirme o seu e-mail.</Trans>} footer={<BackToLogin />}>
      {expired === null ? (
        <ConfirmForm token={token} onDone={onDone} onExpired={setExpired} />
      ) : (
        <>
          <Notice tone="danger">{errorMessage(expired)}</Notice>
          <Link to="/signup" className="rounded-sm text-base font-medium text-link hover:underline touch:py-3">
            <Trans>Criar a conta de novo</Trans>
          </Link>
        </>
      )}
    </Entrance>
  )
}

const fields = { password: v.pipe(v.string(), v.minLength(1), v.maxLength(200)) }

function ConfirmForm({
  token,
  onDone,
  onExpired,
}: ConfirmPageProps & { token: string; onExpired(error: unknown): void }) {
  const { t } = useLingui()
  const offline = useSyncStatus(({ network }) => network === 'offline')
  const form = useFormState({ fields, initial: { password: '' }, checked: false })
  const [shown, setShown] = useState(false)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const element = event.currentTarget
    const output = form.check()
    if (output === null) return focusFirstInvalid(element)
    setBusy(true)
    setRefusal(undefined)
    try {
      onDone(await confirmSignup(token, output.password))
    } catch (error) {
      if (error instanceof AppError && error.code === 'ERR_LINK_EXPIRED') return onExpired(error)
      setBusy(false)
      if ('password' in refusedFields(error)) {
        form.refuse({ password: t`Não é a senha escolhida ao criar a conta.` })
        focusFirstInvalid(element)
      } else setRefusal(errorMessage(error))
    }
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      {offline && (
        <Notice>
          <Trans>Você está sem internet. Para criar uma conta é preciso estar conectado.</Trans>
        </Notice>
      )}
      <Field
        {...form.field('password')}
        name="password"
        label={t`Senha`}
        help={t`A que você escolheu ao criar a conta.`}
        type={shown ? 'text' : 'password'}
        autoComplete="current-password"
        autoFocus
        end={<ShowPassword shown={shown} onToggle={() => setShown(!shown)} />}
      />
      {refusal !== undefined && <Notice tone="danger">{refusal}</Notice>}
      <Button type="submit" variant="primary" size="lg" disabled={busy}>
        {busy ? <Trans>Criando a conta…</Trans> : <Trans>Confirmar e criar conta</Trans>}
      </Button>
    </form>
  )
}
