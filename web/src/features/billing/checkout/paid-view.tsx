import { Trans, useLingui } from '@lingui/react/macro'
import { CircleCheck } from 'lucide-react'
import { EmptyState } from '../../../components/ui/empty-state.tsx'
import { formatDate } from '../../../lib/text/date-time.ts'

export function PaidView({ until }: { until: Date }) {
  const { t } = useLingui()
  const date = formatDate(until)
  return (
    <div role="status" className="min-h-0 flex-1">
      <EmptyState icon={CircleCheck} title={t`Pagamento confirmado`}>
        <Trans>Obrigado! A assinatura vale até {date}.</Trans>
      </EmptyState>
    </div>
  )
}
