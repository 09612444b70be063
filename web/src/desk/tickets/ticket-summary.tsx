import type { NamedTicket } from 'db/tickets/queries.ts'
import type { ReactNode } from 'react'
import { ItemBoundary } from '../../components/error-boundary.tsx'
import { QueueMark } from '../../components/queue-mark.tsx'
import { formatWhen } from '../../lib/text/date-time.ts'
import { ContactAvatar } from '../contacts/contact-avatar.tsx'
import { contactName } from '../contacts/contact-name.ts'
import { useLastMessageWords, type LastMessage } from './last-message-words.ts'

export type SummaryTicket = LastMessage &
  Pick<NamedTicket, 'isGroup' | 'contactName' | 'contactNumber' | 'contactPicture' | 'queueColor' | 'lastMessageAt'>

interface TicketSummaryProps {
  ticket: SummaryTicket
  today: Date
  avatar: 'md' | 'lg'
  /** At the end of the second line. */
  children?: ReactNode
}

/** Who, when, where and what was said last, in two lines: the contents of something to click. */
export function TicketSummary(props: TicketSummaryProps) {
  return (
    <ItemBoundary of={props.ticket}>
      <Summary {...props} />
    </ItemBoundary>
  )
}

function Summary({ ticket, today, avatar, children }: TicketSummaryProps) {
  const words = useLastMessageWords()(ticket)
  const name = contactName(ticket)
  return (
    <>
      <ContactAvatar name={name} pictureHash={ticket.contactPicture} isGroup={ticket.isGroup} size={avatar} />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <span dir="auto" className="min-w-0 flex-1 truncate text-left font-medium">
            {name}
          </span>
          <time dateTime={ticket.lastMessageAt.toISOString()} className="shrink-0 text-xs text-muted tabular">
            {formatWhen(ticket.lastMessageAt, today)}
          </time>
        </span>
        <span className="flex items-center gap-1.5 text-muted">
          {ticket.queueColor !== null && <QueueMark color={ticket.queueColor} />}
          <span dir="auto" className="min-w-0 flex-1 truncate text-left">
            {words}
          </span>
          {children}
        </span>
      </span>
    </>
  )
}
