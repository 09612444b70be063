// A link to a password was opened: of who forgot theirs, or of who was invited and has none yet. Its token is good once: what it is for is asked first, and it is used by the form alone.
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { AppError } from 'db/kit/errors.ts'
import { newPassword, profileColumns } from 'db/users/rules.ts'
import { useEffect, useState, type SubmitEvent } from 'react'
import { useFormState } from '../../../components/resource-form/use-form-state.ts'
import { Button } from '../../../components/ui/button.tsx'
import { Field } from '../../../components/ui/field.tsx'
import { Notice } from '../../../components/ui/notice.tsx'
import { Skeleton } from '../../../components/ui/skeleton.tsx'
import { NewPasswordField } from '../../../desk/password/new-password-field.tsx'
import { errorMessage, refusedFields } from '../../../lib/text/error-message.ts'
import { useSyncStatus } from '../../../sync/session-client.ts'
import { Entrance } from '../entrance.tsx'
import { focusFirstInvalid } from '../focus-first-invalid.ts'
import { ShowPassword } from '../show-password.tsx'
import { BackToLogin } from './back-to-login.tsx'
import {
  acceptInvitation,
  readLink,
  resetPassword,
  tokenInAddress,
  type LinkedPerson,
  type LinkKind,
} from './link-calls.ts'
import { NeedsNetwork } from './needs-network.tsx'

interface NewPasswordPageProps {
  kind: LinkKind
  /** It is set, for who logs in with this address. */
  onDone(email: string): void
}

export function NewPasswordPage({ kind, onDone }: NewPasswordPageProps) {
  const [token] = useState(tokenInAddress)
  return (
    <Entrance
      purpose={
        kind === 'password' ? <Trans>Escolha uma nova senha.</Trans> : <Trans>Você foi convidado para atender.</Trans>
      }
      footer={<BackToLogin />}
    >
      <Contents kind={kind} token={token} onDone={onDone} />
    </Entrance>
  )
}

function Contents({ kind, token, onDone }: NewPasswordPageProps & { token: string }) {
  const offline = useSyncStatus(({ network }) => network === 'offline')
  const [person, setPerson] = useState<LinkedPerson | null>(null)
  const [refusal, setRefusal] = useState<unknown>(null)
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    let isOver = false
    const read = async () => {
      if (token === '') throw new AppError('ERR_LINK_EXPIRED')
      const found = await readLink(kind, token)
      if (!isOver) setPerson(found)
    }
    read().catch((error: unknown) => isOver || setRefusal(error))
    return () => {
      isOver = true
    }
    // eslint-disable-next-line react-hooks/exhaustive-deps -- a turn is another attempt
  }, [kind, token, turn])
  if (isExpired(refusal)) {
    return (
      <>
        <Notice tone="danger">{errorMessage(refusal)}</Notice>
        {kind === 'password' && (
          <Link to="/forgotten" className="rounded-sm text-base font-medium text-link hover:underline touch:py-3">
            <Trans>Pedir outro link</Trans>
          </Link>
        )}
      </>
    )
  }
  if (person) {
    return (
      <>
        {offline && <NeedsNetwork />}
        <PasswordForm
          kind={kind}
          token={token}
          person={person}
          onDone={() => onDone(person.email)}
          onExpired={setRefusal}
        />
      </>
    )
  }
  if (offline) return <NeedsNetwork />
  if (refusal === null) return <Skeleton className="h-40 rounded-md" />
  const retry = () => {
    setRefusal(null)
    setTurn((before) => before + 1)
  }
  return (
    <>
      <Notice tone="danger">{errorMessage(refusal)}</Notice>
      <Button onClick={retry}>
        <Trans>Tentar de novo</Trans>
      </Button>
    </>
  )
}

const isExpired = (error: unknown) => error instanceof AppError && error.code === 'ERR_LINK_EXPIRED'

const fields = { name: profileColumns.name, password: newPassword }

interface PasswordFormProps {
  kind: LinkKind
  token: string
  person: LinkedPerson
  onDone(): void
  onExpired(error: unknown): void
}

function PasswordForm({ kind, token, person, onDone, onExpired }: PasswordFormProps) {
  const { t } = useLingui()
  const form = useFormState({ fields, initial: { name: person.name, password: '' }, checked: false })
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
      await (kind === 'password' ? resetPassword(token, output.password) : acceptInvitation(token, output))
      onDone()
    } catch (error) {
      if (isExpired(error)) return onExpired(error)
      setBusy(false)
      if (form.refuse(refusedFields(error))) focusFirstInvalid(element)
      else setRefusal(errorMessage(error))
    }
  }
  const { name, email, company } = person
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      {kind === 'password' ? (
        <p className="text-base">
          <Trans>
            Para <strong className="font-medium">{name}</strong>, de {company}. Seus acessos abertos terminam.
          </Trans>
        </p>
      ) : (
        <>
          <p className="text-base">
            <Trans>
              A empresa <strong className="font-medium">{company}</strong> espera por você. Escolha a sua senha.
            </Trans>
          </p>
          <Field {...form.field('name')} name="name" label={t`Seu nome`} autoComplete="name" />
        </>
      )}
      {/* Password managers keep the new one with it. */}
      <Field label={t`E-mail`} name="email" type="email" autoComplete="username" value={email} readOnly />
      <NewPasswordField
        {...form.field('password')}
        name="password"
        label={kind === 'password' ? t`Nova senha` : t`Senha`}
        owner={{ email, company }}
        shown={shown}
        autoFocus
        end={<ShowPassword shown={shown} onToggle={() => setShown(!shown)} />}
      />
      {refusal !== undefined && <Notice tone="danger">{refusal}</Notice>}
      <Button type="submit" variant="primary" size="lg" disabled={busy}>
        {kind === 'password' ? <Trans>Definir senha</Trans> : <Trans>Aceitar convite</Trans>}
      </Button>
    </form>
  )
}
