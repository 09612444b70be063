import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Check, CircleAlert, Clock } from 'lucide-react'
import type { TicketStatus } from 'db/tickets/table.ts'
import { memo } from 'react'
import { Badge } from '../../../components/ui/badge.tsx'
import { QueueMark } from '../../../components/queue-mark.tsx'
import { useActor } from '../../../lib/actor-context.tsx'
import { cn } from '../../../lib/class-names.ts'
import { formatWhen } from '../../../lib/date-time.ts'
import { plainText } from '../../../lib/message-markup.ts'
import { ContactAvatar } from '../contact-avatar.tsx'
import { contactName } from '../contact-name.ts'
import type { TicketRow } from '../queries.ts'
import type { TicketActions } from '../ticket-actions.ts'
import { ItemActions } from './item-actions.tsx'
import type { Unsent } from './use-unsent.ts'

interface TicketItemProps {
  ticket: TicketRow
  index: number
  total: number
  top: number
  today: Date
  selected: boolean
  tabStop: boolean
  actions: TicketActions
  unsent: Unsent | undefined
  onFocused(id: string): void
}

/** What the buttons over the last two lines would cover. */
const onDemandRoom = 'group-focus-within:pr-21 group-hover:pr-21 touch:pr-0!'
const roomForActions: Record<TicketStatus, string> = {
  pending: 'pr-18 group-focus-within:pr-40 group-hover:pr-40 touch:pr-20!',
  open: onDemandRoom,
  closed: onDemandRoom,
}

const rowClass = 'flex h-full w-full items-center gap-3 px-3 text-left outline-offset-[-2px]'

export const TicketItem = memo(function TicketItem(props: TicketItemProps) {
  const { ticket, index, total, top, selected, tabStop, onFocused } = props
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
      {ticket.status === 'pending' ? (
        <div className={rowClass}>
          <Contents {...props} />
        </div>
      ) : (
        <Link
          to="/tickets/$ticketId"
          params={{ ticketId: ticket.id }}
          data-row
          tabIndex={tabStop ? 0 : -1}
          aria-current={selected ? 'true' : undefined}
          className={rowClass}
        >
          <Contents {...props} />
        </Link>
      )}
      <ItemActions {...props} />
    </li>
  )
})

function Contents({ ticket, today, selected, unsent }: TicketItemProps) {
  const unread = ticket.unreadMessages
  const name = contactName(ticket)
  return (
    <>
      <ContactAvatar
        name={name}
        pictureHash={ticket.contactPicture}
        size="lg"
        className={cn(selected && 'bg-surface')}
      />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <span className={cn('min-w-0 flex-1 truncate', unread > 0 ? 'font-semibold' : 'font-medium')}>{name}</span>
          <time
            dateTime={ticket.lastMessageAt.toISOString()}
            className={cn('shrink-0 text-xs tabular', unread > 0 ? 'font-medium text-accent' : 'text-muted')}
          >
            {formatWhen(ticket.lastMessageAt, today)}
          </time>
        </span>
        <span className={cn('block', roomForActions[ticket.status])}>
          <LastMessage ticket={ticket} unsent={unsent} />
          <span className="flex h-4 items-center gap-2">
            <Meta ticket={ticket} />
            {unread > 0 && <UnreadBadge count={unread} />}
          </span>
        </span>
      </span>
    </>
  )
}

function LastMessage({ ticket, unsent }: Pick<TicketItemProps, 'ticket' | 'unsent'>) {
  const text = plainText(ticket.lastMessage)
  return (
    <span className={cn('flex items-center gap-1', ticket.unreadMessages > 0 ? 'text-ink' : 'text-muted')}>
      <OwnMark fromMe={ticket.lastMessageFromMe} unsent={unsent} />
      <span className="min-w-0 truncate">{text === '' ? <Trans>Sem texto</Trans> : text}</span>
    </span>
  )
}

function OwnMark({ fromMe, unsent }: { fromMe: boolean; unsent: Unsent | undefined }) {
  const { t } = useLingui()
  const size = 'size-3.5 shrink-0'
  if (unsent === 'refused') {
    return <CircleAlert role="img" aria-label={t`Recusado pelo servidor`} className={cn(size, 'text-danger')} />
  }
  if (unsent === 'waiting') return <Clock role="img" aria-label={t`Na fila para enviar`} className={size} />
  return fromMe && <Check role="img" aria-label={t`Você`} className={size} />
}

function Meta({ ticket }: { ticket: TicketRow }) {
  const { userId } = useActor()
  return (
    <span className="flex min-w-0 flex-1 items-center gap-1.5 text-xs text-muted">
      {ticket.queueName !== null && <QueueMark color={ticket.queueColor} />}
      <span className="truncate">{ticket.queueName ?? <Trans>Sem fila</Trans>}</span>
      {ticket.userName !== null && ticket.userId !== userId && (
        <>
          <span aria-hidden>·</span>
          <span className="truncate">{ticket.userName}</span>
        </>
      )}
    </span>
  )
}

function UnreadBadge({ count }: { count: number }) {
  const { t } = useLingui()
  return (
    <Badge variant="accent">
      {count > 99 ? '99+' : count}
      <span className="sr-only"> {t`não lidas`}</span>
    </Badge>
  )
}
