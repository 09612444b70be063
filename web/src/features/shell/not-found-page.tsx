import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { MapPinOff } from 'lucide-react'
import { buttonVariants } from '../../components/ui/button.tsx'
import { EmptyState } from '../../components/ui/empty-state.tsx'

export function NotFoundPage() {
  const { t } = useLingui()
  return (
    <main className="h-full min-h-96">
      <EmptyState
        icon={MapPinOff}
        title={t`Página não encontrada`}
        action={
          <Link to="/tickets" className={buttonVariants({ variant: 'primary' })}>
            <Trans>Ir para os atendimentos</Trans>
          </Link>
        }
      >
        <Trans>O endereço não existe ou mudou.</Trans>
      </EmptyState>
    </main>
  )
}
