import { Trans, useLingui } from '@lingui/react/macro'
import { WifiOff } from 'lucide-react'
import { Button } from '../../components/ui/button.tsx'
import { EmptyState } from '../../components/ui/empty-state.tsx'
import { toastError } from '../../lib/app/toast.ts'
import { authorizedFetch } from '../../sync/session-client.ts'

/** A device that has not met the server for a week may no longer show what it holds. */
export function LeaseExpired() {
  const { t } = useLingui()
  const retry = async () => {
    try {
      await authorizedFetch('/api/auth/me')
      location.reload()
    } catch (error) {
      toastError(error)
    }
  }
  return (
    <EmptyState
      icon={WifiOff}
      title={t`Conecte-se à internet para continuar`}
      action={
        <Button variant="primary" onClick={() => void retry()}>
          <Trans>Tentar de novo</Trans>
        </Button>
      }
    >
      <Trans>
        Este dispositivo está há mais de 7 dias sem contato com o servidor. O que você fez continua guardado e será
        enviado.
      </Trans>
    </EmptyState>
  )
}
