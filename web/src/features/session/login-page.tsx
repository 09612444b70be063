import { Trans } from '@lingui/react/macro'
import { Link, Navigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useSessionEnd, useSyncStatus } from '../../sync/session-client.ts'
import { codeMessage } from '../../lib/text/error-message.ts'
import type { AskedStep } from './asked-step.ts'
import { Entrance } from './entrance.tsx'
import { Elsewhere } from './elsewhere.tsx'
import { LoginForm } from './login-form.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import { PasskeyLogin } from './passkey-login.tsx'
import { SecondFactor } from './second-factor.tsx'
import { DemoPeople } from './demo-people.tsx'
import { useSignupInfo, type SignupInfo } from './signup-info.ts'

/** Once in a person's life, and with what draws QR codes. */
const SetupFactor = lazy(async () => ({ default: (await import('./setup-factor.tsx')).SetupFactor }))

interface LoginPageProps {
  /** The e-mail of who comes from signing up. */
  signedUp: string | undefined
  /** The e-mail of who has just confirmed it. */
  confirmed: string | undefined
  /** The e-mail of who has just set a new password. */
  renewed: string | undefined
  /** An attempt begins: what comes after it may be fetched. */
  onEntering(): void
  onDone(): void
}

export function LoginPage({ signedUp, confirmed, renewed, onEntering, onDone }: LoginPageProps) {
  const arrived = signedUp ?? confirmed ?? renewed
  const ended = useSessionEnd()
  const network = useSyncStatus((status) => status.network)
  const { data } = useSignupInfo()
  const demo = data?.demo
  const [asked, setAsked] = useState<AskedStep | null>(null)
  if (asked?.kind === 'elsewhere') {
    return (
      <Entrance purpose={<Trans>Sua conta está aberta em outro aparelho</Trans>}>
        <Elsewhere {...asked} onDone={onDone} onLeft={() => setAsked(null)} />
      </Entrance>
    )
  }
  if (asked) {
    return (
      <Entrance purpose={<Trans>Verificação em duas etapas</Trans>}>
        {asked.kind === 'setup' ? (
          <Suspense fallback={<Skeleton className="h-64 w-full" />}>
            <SetupFactor step={asked.step} onDone={onDone} onLeft={() => setAsked(null)} />
          </Suspense>
        ) : (
          <SecondFactor {...asked} onDone={onDone} onAsked={setAsked} onLeft={() => setAsked(null)} />
        )}
      </Entrance>
    )
  }
  return (
    <Entrance purpose={<Trans>Entre para atender seus clientes.</Trans>} footer={<SignupLink info={data} />}>
      {signedUp !== undefined && (
        <Notice>
          <Trans>
            Pronto! Se este e-mail ainda não tinha conta, ela foi criada com 3 dias de teste. Se já tinha, nada mudou e
            vale a senha de antes.
          </Trans>
        </Notice>
      )}
      {confirmed !== undefined && (
        <Notice>
          <Trans>Pronto, a conta foi criada com 3 dias de teste.</Trans>
        </Notice>
      )}
      {renewed !== undefined && (
        <Notice>
          <Trans>Pronto, a senha está definida. Entre com ela.</Trans>
        </Notice>
      )}
      {ended && arrived === undefined && <Notice tone="warning">{codeMessage(ended)}</Notice>}
      {network === 'offline' && (
        <Notice tone="neutral">
          <Trans>Você está sem internet. Para entrar é preciso estar conectado.</Trans>
        </Notice>
      )}
      {demo && <DemoPeople demo={demo} onEntering={onEntering} onDone={onDone} />}
      <LoginForm email={arrived ?? ''} onEntering={onEntering} onDone={onDone} onAsked={setAsked} />
      <PasskeyLogin step={null} onDone={onDone} onAsked={setAsked} />
    </Entrance>
  )
}

/** Only where companies may be opened; until that is known its place is kept. */
function SignupLink({ info }: { info: SignupInfo | null }) {
  if (info?.setup) return <Navigate to="/setup" replace />
  return (
    <p className="min-h-11">
      {info?.open && (
        <>
          <Trans>Ainda não tem conta?</Trans>{' '}
          <Link to="/signup" className="inline-block rounded-sm font-medium text-link hover:underline touch:py-3">
            <Trans>Criar conta</Trans>
          </Link>
        </>
      )}
    </p>
  )
}
