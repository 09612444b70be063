import { Trans, useLingui } from '@lingui/react/macro'
import { MessagesSquare } from 'lucide-react'
import { EmptyState } from '../../components/ui/empty-state.tsx'
import { FirstSteps } from './first-steps.tsx'

export function NoTicket() {
  const { t } = useLingui()
  return (
    <FirstSteps
      otherwise={
        <EmptyState icon={MessagesSquare} title={t`Nenhuma conversa aberta`}>
          <Trans>Escolha um atendimento na lista ou aceite um que está aguardando.</Trans>
        </EmptyState>
      }
    />
  )
}
