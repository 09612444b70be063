// Until when the company is paid, for those who pay.
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ownCompany } from 'db/companies/queries.ts'
import { hasPermission } from 'db/kit/permissions.ts'
import { useActor } from '../../lib/app/actor-context.tsx'
import { formatDate } from '../../lib/text/date-time.ts'
import { useQuery } from '../../sync/client.ts'
import { useSession } from '../../sync/session-client.ts'
import { FigureWords, figureLook } from './figure-card.tsx'

export function DueCard() {
  const { t } = useLingui()
  const mayPay = hasPermission(useActor(), 'billing:view')
  const [company] = useQuery(ownCompany()).rows
  // The session's own until the company is synced.
  const known = useSession()?.user.company.dueDate
  const due = company?.dueDate ?? (known === undefined ? null : new Date(known))
  if (!mayPay || company?.operator) return null
  return (
    <Link to="/financeiro" className={`${figureLook} col-span-full transition-colors hover:bg-hover lg:col-auto`}>
      <FigureWords label={t`Data de vencimento`} value={due ? formatDate(due) : '–'} note={t`ver faturas`} />
    </Link>
  )
}
