// A refused entry in the panel: why, what can be done, and what waits for it.
import { plural } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../../components/ui/button.tsx'
import { refusalReason } from '../../../desk/tickets/refusals.ts'
import { otherTicketIn } from '../../../desk/tickets/other-ticket.ts'
import { toastError } from '../../../lib/app/toast.ts'
import { retryEntry, type OutboxEntry } from '../../../sync/client.ts'
import { conflictsOf } from './conflicts.ts'
import { DiscardButton } from './discard-button.tsx'
import { EditButton } from './edit-button.tsx'
import { entryWords } from './entry-words.ts'
import { EntryItem } from './outbox-item.tsx'
import type { RefusedGroup } from './outbox-sections.ts'
import { useResolving } from './use-resolving.ts'

interface RefusedItemProps {
  group: RefusedGroup
  nameOf: (id: string) => string | undefined
  onLeave(): void
}

export function RefusedItem({ group: { entry, held }, nameOf, onLeave }: RefusedItemProps) {
  return (
    <EntryItem entry={entry} nameOf={nameOf}>
      <p className="text-sm text-danger">{refusalReason(entry)}</p>
      <div className="mt-1 flex flex-wrap gap-2 touch:gap-3">
        {conflictsOf(entry) || otherTicketIn(entry) ? (
          <ResolveButton entry={entry} onLeave={onLeave} />
        ) : (
          <Button size="sm" onClick={() => void retryEntry(entry.id).catch(toastError)}>
            <Trans>Tentar de novo</Trans>
          </Button>
        )}
        <EditButton entry={entry} onLeave={onLeave} />
        <DiscardButton entryId={entry.id} words={entryWords(entry, nameOf)} />
      </div>
      {held.length > 0 && <Held entries={held} nameOf={nameOf} />}
    </EntryItem>
  )
}

function ResolveButton({ entry, onLeave }: { entry: OutboxEntry; onLeave(): void }) {
  const resolving = useResolving()
  const resolve = () => {
    onLeave()
    resolving.open(entry.id)
  }
  return (
    <Button size="sm" onClick={resolve}>
      <Trans>Resolver</Trans>
    </Button>
  )
}

function Held({ entries, nameOf }: { entries: readonly OutboxEntry[]; nameOf: RefusedItemProps['nameOf'] }) {
  const count = entries.length
  return (
    <div className="mt-2 -mr-3 -mb-1 border-l-2 border-line">
      <p className="px-3 text-xs text-muted">
        {plural(count, { one: 'Espera por isto: #', other: 'Esperam por isto: #' })}
      </p>
      <ul>
        {entries.map((entry) => (
          <EntryItem key={entry.id} entry={entry} nameOf={nameOf}>
            <div className="-ml-2.5 flex">
              <DiscardButton entryId={entry.id} words={entryWords(entry, nameOf)} />
            </div>
          </EntryItem>
        ))}
      </ul>
    </div>
  )
}
