import type { NamedTicket } from 'db/tickets/queries.ts'
import { TicketSummary } from './ticket-summary.tsx'

/** A ticket as something to choose. */
export function TicketOption({ ticket, today, onPick }: { ticket: NamedTicket; today: Date; onPick: () => void }) {
  return (
    <button
      type="button"
      onClick={onPick}
      className="flex h-16 w-full items-center gap-3 px-4 text-left text-sm outline-offset-[-2px] hover:bg-hover"
    >
      <TicketSummary ticket={ticket} today={today} avatar="lg" />
    </button>
  )
}
