import type { ListRow } from 'db/tickets/list-queries.ts'
import { Link } from '@tanstack/react-router'
import { hasPermission } from 'db/kit/permissions.ts'
import type { TicketStatus } from 'db/tickets/table.ts'
import { memo } from 'react'
import { ErrorBoundary } from '../../../../components/error-boundary.tsx'
import { useActor } from '../../../../lib/app/actor-context.tsx'
import { cn } from '../../../../lib/class-names.ts'
import type { TicketActions } from '../../ticket-actions.ts'
import { BrokenItem } from './broken-item.tsx'
import { ItemActions } from './item-actions.tsx'
import { ItemContents } from './item-contents.tsx'
import { SwipeAction } from './swipe-action.tsx'
import type { Unsent } from './use-unsent.ts'

/** Why a ticket was found. */
export interface Found {
  words: readonly string[]
  /** The message that has them, and what it says; null: the ticket's contact has them. */
  messageId: string | null
  text: string | null
}

export interface TicketItemProps {
  ticket: ListRow
  index: number
  total: number
  top: number
  today: Date
  selected: boolean
  tabStop: boolean
  actions: TicketActions
  unsent: Unsent | undefined
  found?: Found | undefined
  onFocused(id: string): void
}

/** What the buttons over the last two lines would cover; who may look into conversations has one more. */
function roomForActions(status: TicketStatus, spies: boolean): string {
  if (status !== 'pending') {
    return cn(
      'touch:pr-0!',
      spies ? 'group-focus-within:pr-29 group-hover:pr-29' : 'group-focus-within:pr-21 group-hover:pr-21',
    )
  }
  return cn(
    'pr-18',
    spies
      ? 'touch:pr-32! group-focus-within:pr-45 group-hover:pr-45'
      : 'touch:pr-20! group-focus-within:pr-37 group-hover:pr-37',
  )
}

/** A pointer that stays so long is about to open it, or passes slowly. */
const pointedMs = 40

const rowClass = 'flex h-full w-full items-center gap-3 px-3 text-left outline-offset-[-2px]'

export const TicketItem = memo(function TicketItem(props: TicketItemProps) {
  const { ticket, index, total, top, selected, onFocused, actions } = props
  return (
    <li
      data-index={index}
      aria-setsize={total}
      aria-posinset={index + 1}
      onFocus={() => onFocused(ticket.id)}
      style={{ transform: `translateY(${top}px)` }}
      className={cn(
        'group absolute inset-x-0 top-0 h-18 text-sm',
        selected ? 'bg-accent-soft shadow-[inset_3px_0_0_var(--accent)]' : 'hover:bg-hover focus-within:bg-hover',
      )}
    >
      <ErrorBoundary of={ticket} fallback={<BrokenItem {...props} className={rowClass} />}>
        <SwipeAction ticket={ticket} actions={actions}>
          <Row {...props} />
        </SwipeAction>
        <ItemActions {...props} />
      </ErrorBoundary>
    </li>
  )
})

/** A waiting ticket does not open: its button has the focus, and what it says is described by the row. */
function Row({ ticket, today, selected, tabStop, unsent, found }: TicketItemProps) {
  const actor = useActor()
  const contents = (
    <ItemContents
      ticket={ticket}
      today={today}
      unsent={unsent}
      found={found}
      isOwn={ticket.userId === actor.userId}
      selected={selected}
      className={roomForActions(ticket.status, hasPermission(actor, 'tickets-manager:showall'))}
    />
  )
  if (ticket.status === 'pending') return <div className={rowClass}>{contents}</div>
  return (
    <Link
      to="/tickets/$ticketId"
      params={{ ticketId: ticket.id }}
      search={found?.messageId ? { message: found.messageId } : {}}
      preload="intent"
      preloadDelay={pointedMs}
      data-row
      draggable={false}
      tabIndex={tabStop ? 0 : -1}
      aria-current={selected ? 'true' : undefined}
      className={rowClass}
    >
      {contents}
    </Link>
  )
}
