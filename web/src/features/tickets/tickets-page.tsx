import type { ReactNode } from 'react'
import { cn } from '../../lib/class-names.ts'
import { useStable } from '../../lib/use-stable.ts'
import { ListViewProvider, type OpenTab } from './list-view.tsx'
import { TicketListPane } from './list/ticket-list-pane.tsx'
import { useReturn } from './use-return.ts'
import { useSelectedTicket } from './use-selected-ticket.ts'

interface TicketsPageProps {
  /** Where the list begins. */
  tab: OpenTab | undefined
  /** What the list is to look for. */
  find: string | undefined
  /** Once it does. */
  onFind(): void
  children: ReactNode
}

/** List left, conversation right; on a phone one at a time. */
export function TicketsPage({ tab, find, onFind, children }: TicketsPageProps) {
  const selectedId = useSelectedTicket()
  const found = useStable(onFind)
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
          <TicketListPane find={find} onFind={found} />
        </div>
        <div className={cn('min-w-0 flex-1', selectedId === undefined && 'max-sm:hidden')}>{children}</div>
      </div>
    </ListViewProvider>
  )
}
