import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { CircleAlert, CloudOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button, buttonVariants } from '../../components/ui/button.tsx'
import { EmptyState } from '../../components/ui/empty-state.tsx'
import { useOnline } from '../../desk/server/use-online.ts'
import { missingScreen } from '../../lib/app/missing-screen.ts'

/** Over the screen of which a part could not be shown; what is around the screen stays. */
export function ErrorPage({ error }: ErrorComponentProps) {
  const { t } = useLingui()
  const router = useRouter()
  const missing = error instanceof Error && error.message === missingScreen
  const online = useOnline()
  // Once, when the network comes back: what fails again although it is there waits for somebody.
  const [wasOnline] = useState(online)
  useEffect(() => console.error(error), [error])
  useEffect(() => {
    if (missing && online && !wasOnline) void router.invalidate()
  }, [missing, online, wasOnline, router])
  return (
    <div className="absolute inset-0 z-10 bg-canvas">
      <EmptyState
        icon={missing ? CloudOff : CircleAlert}
        title={missing ? t`Esta tela ainda não está neste dispositivo` : t`Algo deu errado nesta tela`}
        action={
          <div className="flex gap-2">
            <Button variant="primary" onClick={() => void router.invalidate()}>
              <Trans>Tentar de novo</Trans>
            </Button>
            <Link to="/tickets" className={buttonVariants()}>
              <Trans>Ir para os atendimentos</Trans>
            </Link>
          </div>
        }
      >
        {missing ? (
          <Trans>O aplicativo ainda estava sendo guardado. A tela abre quando a internet voltar.</Trans>
        ) : (
          <Trans>Nada do que você fez se perdeu: está guardado neste dispositivo.</Trans>
        )}
      </EmptyState>
    </div>
  )
}
