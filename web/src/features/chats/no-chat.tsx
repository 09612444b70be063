import { Trans, useLingui } from '@lingui/react/macro'
import { MessageCircle } from 'lucide-react'
import { EmptyState } from '../../components/ui/empty-state.tsx'

export function NoChat() {
  const { t } = useLingui()
  return (
    <EmptyState icon={MessageCircle} title={t`Nenhuma conversa aberta`}>
      <Trans>Escolha uma conversa da equipe na lista, ou crie uma.</Trans>
    </EmptyState>
  )
}
