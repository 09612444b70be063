// The first run: whoever installed Balcão makes the company that runs it, with the code that the server printed.
import { Trans, useLingui } from '@lingui/react/macro'
import { Navigate } from '@tanstack/react-router'
import { AppError } from 'db/kit/errors.ts'
import { companyName } from 'db/billing/company-columns.ts'
import { newPassword, profileColumns } from 'db/users/rules.ts'
import { useState, type SubmitEvent } from 'react'
import * as v from 'valibot'
import { useFormState } from '../../components/resource-form/use-form-state.ts'
import { Button } from '../../components/ui/button.tsx'
import { Field } from '../../components/ui/field.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { NewPasswordField } from '../../desk/password/new-password-field.tsx'
import { errorMessage, refusedFields } from '../../lib/text/error-message.ts'
import { authorizedFetch, errorOf } from '../../sync/session-client.ts'
import { Entrance } from './entrance.tsx'
import { focusFirstInvalid } from './focus-first-invalid.ts'
import { ShowPassword } from './show-password.tsx'
import { useSignupInfo } from './signup-info.ts'

const fields = {
  code: v.pipe(v.string(), v.trim(), v.nonEmpty()),
  company: companyName,
  ...profileColumns,
  password: newPassword,
}

/** Only where there is no company yet; elsewhere it leads to the login. */
export function SetupPage({ onDone }: { onDone(): void }) {
  const { data } = useSignupInfo()
  return data && !data.setup ? <Navigate to="/login" replace /> : <SetupForm onDone={onDone} />
}

function SetupForm({ onDone }: { onDone(): void }) {
  const { t } = useLingui()
  const initial = { code: '', company: '', name: '', email: '', password: '' }
  const form = useFormState({ fields, initial, checked: false })
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
      await setUp(output)
      onDone()
    } catch (error) {
      const said = refusedFields(error)
      form.refuse(said)
      const isWrongCode = error instanceof AppError && 'code' in said
      setRefusal(isWrongCode ? t`Código incorreto. Ele está na saída do servidor.` : errorMessage(error))
      setBusy(false)
    }
  }

  return (
    <Entrance purpose={<Trans>Primeira vez por aqui: crie a empresa que administra esta instalação.</Trans>}>
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        <Field
          {...form.field('code')}
          label={t`Código`}
          help={t`O servidor o mostra quando é iniciado.`}
          autoComplete="off"
          autoFocus
        />
        <Field {...form.field('company')} label={t`Nome da empresa`} autoComplete="organization" />
        <Field {...form.field('name')} label={t`Seu nome`} autoComplete="name" />
        <Field {...form.field('email')} label={t`E-mail`} type="email" autoComplete="username" inputMode="email" />
        <NewPasswordField
          {...form.field('password')}
          label={t`Senha`}
          owner={{ email: form.values.email, company: form.values.company }}
          shown={shown}
          end={<ShowPassword shown={shown} onToggle={() => setShown(!shown)} />}
        />
        {refusal !== undefined && <Notice tone="danger">{refusal}</Notice>}
        <Button type="submit" variant="primary" size="lg" disabled={busy}>
          <Trans>Criar</Trans>
        </Button>
      </form>
    </Entrance>
  )
}

/** @throws AppError with the server's code; TypeError when the network fails. */
async function setUp(output: Record<keyof typeof fields, string>) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const response = await authorizedFetch('/api/setup', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...output, timeZone }),
  })
  if (!response.ok) throw await errorOf(response)
}
