// A company opened by who will run it. What may be chosen comes from the server; so does whether there is anything to choose.
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import { useOfferedPlans } from '../../desk/billing/plans.ts'
import { errorMessage } from '../../lib/text/error-message.ts'
import { useSyncStatus } from '../../sync/session-client.ts'
import { Entrance } from './entrance.tsx'
import { SignupForm } from './signup-form.tsx'
import { useSignupInfo } from './signup-info.ts'

interface SignupPageProps {
  /** Who logs in with this address may do so now. */
  onDone(email: string): void
}

export function SignupPage({ onDone }: SignupPageProps) {
  return (
    <Entrance
      purpose={<Trans>Crie a conta da sua empresa e teste por 3 dias.</Trans>}
      footer={
        <p className="min-h-11">
          <Trans>Já tem conta?</Trans>{' '}
          <Link to="/login" className="inline-block rounded-sm font-medium text-link hover:underline touch:py-3">
            <Trans>Entrar</Trans>
          </Link>
        </p>
      }
    >
      <Contents onDone={onDone} />
    </Entrance>
  )
}

function Contents({ onDone }: SignupPageProps) {
  const network = useSyncStatus((status) => status.network)
  const [info, plans] = [useSignupInfo(), useOfferedPlans()]
  const [mailedTo, setMailedTo] = useState<string>()
  const error = info.error ?? plans.error
  if (mailedTo !== undefined) return <Mailed to={mailedTo} />
  if (info.data && plans.data) {
    const { open, contact } = info.data
    if (!open || plans.data.length === 0) return <Closed contact={contact} />
    return (
      <>
        {network === 'offline' && <Offline />}
        <SignupForm
          plans={plans.data}
          onClosed={info.reload}
          onDone={(email, confirm) => (confirm ? setMailedTo(email) : onDone(email))}
        />
      </>
    )
  }
  if (network === 'offline') return <Offline />
  if (error === null) return <Skeleton className="h-96 rounded-md" />
  const retry = () => {
    info.reload()
    plans.reload()
  }
  return (
    <>
      <Notice tone="danger">{errorMessage(error)}</Notice>
      <Button onClick={retry}>
        <Trans>Tentar de novo</Trans>
      </Button>
    </>
  )
}

/** The same whether or not somebody has the address. */
function Mailed({ to }: { to: string }) {
  return (
    <Notice>
      <Trans>
        Enviamos um link para <strong className="font-medium break-words">{to}</strong>. Abra-o para confirmar o e-mail
        e criar a conta: ele vale por 24 horas e uma vez só. Não chegou? Veja o spam.
      </Trans>
    </Notice>
  )
}

function Offline() {
  return (
    <Notice>
      <Trans>Você está sem internet. Para criar uma conta é preciso estar conectado.</Trans>
    </Notice>
  )
}

function Closed({ contact }: { contact: string }) {
  const { t } = useLingui()
  return (
    <Notice>
      <Trans>Novas contas não são criadas por aqui no momento.</Trans>{' '}
      {contact === '' ? t`Fale com quem administra o sistema.` : t`Para ter uma, fale com: ${contact}`}
    </Notice>
  )
}
