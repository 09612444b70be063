import { Trans, useLingui } from '@lingui/react/macro'
import { CircleAlert } from 'lucide-react'
import { useEffect } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { EmptyState } from '../../components/ui/empty-state.tsx'

interface ErrorPageProps {
  error: unknown
  onRetry(): void
}

export function ErrorPage({ error, onRetry }: ErrorPageProps) {
  const { t } = useLingui()
  useEffect(() => console.error(error), [error])
  return (
    <main className="h-full min-h-96">
      <EmptyState
        icon={CircleAlert}
        title={t`Algo deu errado nesta tela`}
        action={
          <div className="flex gap-2">
            <Button variant="primary" onClick={onRetry}>
              <Trans>Tentar de novo</Trans>
            </Button>
            <Button onClick={() => location.assign('/tickets')}>
              <Trans>Ir para os atendimentos</Trans>
            </Button>
          </div>
        }
      >
        <Trans>Nada do que você fez se perdeu: está guardado neste dispositivo.</Trans>
      </EmptyState>
    </main>
  )
}
