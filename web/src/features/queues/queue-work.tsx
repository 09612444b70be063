// What a queue works with, in its list: the numbers that offer it, who answers it, when it is open. What is missing leads to where it is set.
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { allConnections } from 'db/connections/queries.ts'
import { hasPermission } from 'db/kit/permissions.ts'
import { peopleOfQueues } from 'db/queues/queries.ts'
import { companySettings } from 'db/settings/queries.ts'
import { defaultSettings } from 'db/settings/table.ts'
import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { hoursLines } from '../../components/hours-editor/hours-words.ts'
import { useActor } from '../../lib/app/actor-context.tsx'
import { useQuery } from '../../sync/client.ts'
import type { ListedQueue } from './use-queue-list.ts'

interface CellProps {
  row: ListedQueue
}

const toSetting = 'rounded-sm hover:underline'

export function ConnectionsCell({ row: { id } }: CellProps) {
  const { rows, ready } = useQuery(allConnections())
  const mayLink = hasPermission(useActor(), 'connections-page:editOrDeleteConnection')
  if (!ready) return null
  const names = rows.filter(({ queueIds }) => queueIds.includes(id)).map(({ name }) => name)
  if (names.length > 0) return <span className="line-clamp-2 break-words">{names.join(', ')}</span>
  return (
    <Missing>
      {mayLink ? (
        <Link to="/connections" className={toSetting}>
          <Trans>Nenhuma: ligar</Trans>
        </Link>
      ) : (
        <Trans>Nenhuma</Trans>
      )}
    </Missing>
  )
}

/** By name; of many the first. */
export function PeopleCell({ row: { id } }: CellProps) {
  const { t } = useLingui()
  const { rows, ready } = useQuery(peopleOfQueues())
  const mayChoose = hasPermission(useActor(), 'users-page:edit')
  if (!ready) return null
  const names = rows.filter(({ queueId }) => queueId === id).map(({ name }) => name)
  if (names.length > 0) {
    const more = names.length - mostNames
    const shown = names.slice(0, mostNames).join(', ')
    return <span className="line-clamp-2 break-words">{more > 0 ? t`${shown} e mais ${more}` : shown}</span>
  }
  return (
    <Missing>
      {mayChoose ? (
        <Link to="/users" className={toSetting}>
          <Trans>Ninguém: escolher</Trans>
        </Link>
      ) : (
        <Trans>Ninguém</Trans>
      )}
    </Missing>
  )
}

const mostNames = 3

/** Those that hold: its own only where the settings say so. */
export function HoursCell({ row: { hours } }: CellProps) {
  const { rows, ready } = useQuery(companySettings())
  if (!ready) return null
  const { scheduleType } = rows[0] ?? defaultSettings
  if (scheduleType === 'company') {
    return (
      <Link to="/settings/hours" className={toSetting}>
        <Trans>Os da empresa</Trans>
      </Link>
    )
  }
  if (scheduleType === 'disabled' || hours === null) return <Trans>Sempre aberta</Trans>
  return (
    <span className="line-clamp-2 tabular">
      {hoursLines(hours).map((line) => (
        <span key={line} className="block truncate">
          {line}
        </span>
      ))}
    </span>
  )
}

function Missing({ children }: { children: ReactNode }) {
  return (
    <span className="inline-flex items-start gap-1.5 text-warning">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      {children}
    </span>
  )
}
