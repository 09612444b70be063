import type { ReactNode } from 'react'
import { formatWhen } from '../../lib/date-time.ts'
import { useNow } from '../../lib/use-now.ts'
import type { OutboxEntry } from '../../sync/client.ts'
import { entryBody, entryWords } from './entry-words.ts'

interface EntryItemProps {
  entry: OutboxEntry
  nameOf: (id: string) => string | undefined
  /** What is known of it and can be done about it. */
  children?: ReactNode
}

/** One entry of the outbox: what, when, and what was written. */
export function EntryItem({ entry, nameOf, children }: EntryItemProps) {
  const now = useNow()
  const body = entryBody(entry)
  return (
    <li className="flex flex-col gap-1 p-3">
      <div className="flex items-baseline gap-2">
        <span className="min-w-0 flex-1 text-sm font-medium break-words">{entryWords(entry, nameOf)}</span>
        <time dateTime={entry.at.toISOString()} className="shrink-0 text-xs text-muted tabular">
          {formatWhen(entry.at, now)}
        </time>
      </div>
      {body !== '' && <p className="line-clamp-2 text-sm break-words text-muted">{body}</p>}
      {children}
    </li>
  )
}
