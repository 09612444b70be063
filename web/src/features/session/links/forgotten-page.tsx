// Somebody forgot their password. Where the installation mails, a link comes to whoever logs in with the address; elsewhere an admin makes one.
import { Trans, useLingui } from '@lingui/react/macro'
import { profileColumns } from 'db/users/rules.ts'
import { useState, type SubmitEvent } from 'react'
import { useFormState } from '../../../components/resource-form/use-form-state.ts'
import { Button } from '../../../components/ui/button.tsx'
import { Field } from '../../../components/ui/field.tsx'
import { Notice } from '../../../components/ui/notice.tsx'
import { Skeleton } from '../../../components/ui/skeleton.tsx'
import { errorMessage } from '../../../lib/text/error-message.ts'
import { useSyncStatus } from '../../../sync/session-client.ts'
import { Entrance } from '../entrance.tsx'
import { focusFirstInvalid } from '../focus-first-invalid.ts'
import { useSignupInfo } from '../signup-info.ts'
import { BackToLogin } from './back-to-login.tsx'
import { askForLink } from './link-calls.ts'
import { NeedsNetwork } from './needs-network.tsx'

export function ForgottenPage() {
  return (
    <Entrance purpose={<Trans>Esqueceu a senha?</Trans>} footer={<BackToLogin />}>
      <Contents />
    </Entrance>
  )
}

function Contents() {
  const offline = useSyncStatus(({ network }) => network === 'offline')
  const { data, error, reload } = useSignupInfo()
  const [asked, setAsked] = useState(false)
  if (asked) {
    return (
      <Notice>
        <Trans>
          Se alguém entra com este e-mail, um link chegou lá. Ele vale por 30 minutos e uma vez só. Não chegou? Veja o
          spam, ou peça um link a quem administra a sua empresa.
        </Trans>
      </Notice>
    )
  }
  if (data && !data.mail) {
    return (
      <Notice>
        <Trans>
          Peça um link a quem administra a sua empresa: em Usuários, no seu cadastro, com “Gerar link para nova senha”.
          Você abre o link e escolhe a senha.
        </Trans>
      </Notice>
    )
  }
  if (data) {
    return (
      <>
        {offline && <NeedsNetwork />}
        <AddressForm onDone={() => setAsked(true)} />
      </>
    )
  }
  if (offline) return <NeedsNetwork />
  if (error === null) return <Skeleton className="h-28 rounded-md" />
  return (
    <>
      <Notice tone="danger">{errorMessage(error)}</Notice>
      <Button onClick={reload}>
        <Trans>Tentar de novo</Trans>
      </Button>
    </>
  )
}

function AddressForm({ onDone }: { onDone(): void }) {
  const { t } = useLingui()
  const form = useFormState({ fields: { email: profileColumns.email }, initial: { email: '' }, checked: false })
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const output = form.check()
    if (output === null) return focusFirstInvalid(event.currentTarget)
    setBusy(true)
    setRefusal(undefined)
    try {
      await askForLink(output.email)
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
        help={t`Aquele com que você entra: o link para uma nova senha vai para lá.`}
        type="email"
        autoComplete="username"
        inputMode="email"
        autoFocus
      />
      {refusal !== undefined && <Notice tone="danger">{refusal}</Notice>}
      <Button type="submit" variant="primary" size="lg" disabled={busy}>
        {busy ? <Trans>Enviando…</Trans> : <Trans>Enviar link</Trans>}
      </Button>
    </form>
  )
}
