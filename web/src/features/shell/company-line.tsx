import { Trans } from '@lingui/react/macro'
import { hasPermission } from 'db/kit/permissions.ts'
import { useActor } from '../../lib/app/actor-context.tsx'
import { formatDate } from '../../lib/text/date-time.ts'
import type { SessionUser } from '../../sync/session-client.ts'

export interface Company {
  name: string
  dueDate: Date
  operator: boolean
}

interface CompanyLineProps {
  user: SessionUser
  /** As synced; the session's until then. */
  company: Company | undefined
}

/** The company's name; an admin also sees until when it is active. */
export function CompanyLine({ user, company }: CompanyLineProps) {
  const isAdmin = hasPermission(useActor(), 'tickets-manager:showall')
  const until = company && !company.operator && isAdmin ? formatDate(company.dueDate) : null
  return (
    <>
      {company?.name ?? user.company.name}{' '}
      {until !== null && (
        <span className="whitespace-nowrap tabular">
          <Trans>(ativa até {until})</Trans>
        </span>
      )}
    </>
  )
}
