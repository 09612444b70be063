import type { ReactNode } from 'react'
import { ItemBoundary } from '../../../components/error-boundary.tsx'
import { formatWhen } from '../../../lib/text/date-time.ts'
import { useNow } from '../../../lib/use-now.ts'
import type { OutboxEntry } from '../../../sync/client.ts'
import { useSession } from '../../../sync/session-client.ts'
import { entryBody, entryWords } from './entry-words.ts'

interface EntryItemProps {
  entry: OutboxEntry
  nameOf: (id: string) => string | undefined
  /** What is known of it and can be done about it. */
  children?: ReactNode
}

/** One entry of the outbox: what, when, and what was written. */
export function EntryItem({ entry, nameOf, children }: EntryItemProps) {
  return (
    <li className="flex flex-col gap-1 p-3">
      <ItemBoundary of={entry}>
        <Contents entry={entry} nameOf={nameOf} />
      </ItemBoundary>
      {children}
    </li>
  )
}

function Contents({ entry, nameOf }: Omit<EntryItemProps, 'children'>) {
  const now = useNow()
  const body = entryBody(entry, useSession()?.user.name ?? '')
  return (
    <>
      <div className="flex items-baseline gap-2">
        <span className="min-w-0 flex-1 text-sm font-medium wrap-anywhere">{entryWords(entry, nameOf)}</span>
        <time dateTime={entry.at.toISOString()} className="shrink-0 text-xs text-muted tabular">
          {formatWhen(entry.at, now)}
        </time>
      </div>
      {body !== '' && (
        <p dir="auto" className="line-clamp-2 text-left text-sm wrap-anywhere text-muted">
          {body}
        </p>
      )}
    </>
  )
}
