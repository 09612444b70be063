// Until when the company is paid, for those who pay.
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ownCompany } from 'db/companies/queries.ts'
import { hasPermission } from 'db/kit/permissions.ts'
import { CalendarClock } from 'lucide-react'
import { useActor } from '../../lib/app/actor-context.tsx'
import { formatDate } from '../../lib/text/date-time.ts'
import { useQuery } from '../../sync/client.ts'

export function DueCard() {
  const { t } = useLingui()
  const actor = useActor()
  const [company] = useQuery(ownCompany()).rows
  if (!company || company.operator || !hasPermission(actor, 'billing:view')) return null
  const due = formatDate(company.dueDate)
  return (
    <Link
      to="/financeiro"
      aria-label={t`Data de vencimento: ${due}`}
      className="flex items-center gap-3 rounded-lg border border-line bg-surface px-4 py-2 text-sm transition-colors hover:bg-hover touch:min-h-11"
    >
      <CalendarClock aria-hidden className="size-4 shrink-0 text-muted" />
      <span className="flex-1 text-muted">
        <Trans>Data de vencimento</Trans>
      </span>
      <span className="font-medium tabular">{due}</span>
    </Link>
  )
}
