import { QueueMark } from '../../components/queue-mark.tsx'
import { formatWhen } from '../../lib/date-time.ts'
import { ContactAvatar } from './contact-avatar.tsx'
import { contactName } from './contact-name.ts'
import { useLastMessageWords } from './last-message-words.ts'
import type { NamedTicket } from './queries.ts'

/** A ticket as something to choose. */
export function TicketOption({ ticket, today, onPick }: { ticket: NamedTicket; today: Date; onPick: () => void }) {
  const words = useLastMessageWords()(ticket)
  const name = contactName(ticket)
  return (
    <button
      type="button"
      onClick={onPick}
      className="flex h-16 w-full items-center gap-3 px-4 text-left text-sm outline-offset-[-2px] hover:bg-hover"
    >
      <ContactAvatar name={name} pictureHash={ticket.contactPicture} size="lg" />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <span className="min-w-0 flex-1 truncate font-medium">{name}</span>
          <time dateTime={ticket.lastMessageAt.toISOString()} className="shrink-0 text-xs text-muted tabular">
            {formatWhen(ticket.lastMessageAt, today)}
          </time>
        </span>
        <span className="flex items-center gap-1.5 text-muted">
          {ticket.queueName !== null && <QueueMark color={ticket.queueColor} />}
          <span className="truncate">{words}</span>
        </span>
      </span>
    </button>
  )
}
