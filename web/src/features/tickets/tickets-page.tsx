import type { ReactNode } from 'react'
import { cn } from '../../lib/class-names.ts'
import { ListViewProvider, type OpenTab } from './list-view.tsx'
import { TicketListPane } from './list/ticket-list-pane.tsx'
import { useReturn } from './use-return.ts'

interface TicketsPageProps {
  selectedId: string | undefined
  /** Where the list begins. */
  tab: OpenTab | undefined
  /** What the list is to look for. */
  find: string | undefined
  /** Once it does. */
  onFind(): void
  children: ReactNode
}

/** List left, conversation right; on a phone one at a time. */
export function TicketsPage({ selectedId, tab, find, onFind, children }: TicketsPageProps) {
  useReturn(selectedId)
  return (
    <ListViewProvider first={tab}>
      <div className="flex h-full">
        <div
          className={cn(
            'flex h-full shrink-0 flex-col border-line bg-surface max-sm:w-full sm:w-[clamp(15rem,36vw,22.5rem)] sm:border-r',
            selectedId !== undefined && 'max-sm:hidden',
          )}
        >
          <TicketListPane selectedId={selectedId} find={find} onFind={onFind} />
        </div>
        <div className={cn('min-w-0 flex-1', selectedId === undefined && 'max-sm:hidden')}>{children}</div>
      </div>
    </ListViewProvider>
  )
}
