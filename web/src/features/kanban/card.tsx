// A ticket on the board: who, what was said last, since when it waits, whose it is.
import { useDraggable } from '@dnd-kit/react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { CardRow } from 'db/kanban/queries.ts'
import { Bot, Clock, EllipsisVertical } from 'lucide-react'
import { memo } from 'react'
import { ItemBoundary } from '../../components/error-boundary.tsx'
import { QueueMark } from '../../components/queue-mark.tsx'
import { Badge } from '../../components/ui/badge.tsx'
import { IconButton } from '../../components/ui/icon-button.tsx'
import { ContactAvatar } from '../../desk/contacts/contact-avatar.tsx'
import { contactName } from '../../desk/contacts/contact-name.ts'
import { waitWords, type Wait } from '../../desk/tickets/wait.ts'
import { useLastMessageWords } from '../../desk/tickets/last-message-words.ts'
import { inPixels } from '../../lib/in-pixels.ts'
import { cn } from '../../lib/class-names.ts'
import { useMedia } from '../../lib/media/use-media.ts'
import { formatWhen } from '../../lib/text/date-time.ts'
import { waitOf } from './wait.ts'

/** Pixels; all are as high, so that lanes of any length scroll. */
export const cardHeight = inPixels(104)
/** Room for board and conversation. */
const roomForBoth = '(width >= 64rem)'

interface CardProps {
  card: CardRow
  top: number
  position: { index: number; total: number }
  now: Date
  isOpen: boolean
  onMenu(cardId: string, anchor: Element): void
}

export const Card = memo(function Card({ card, top, position, now, isOpen, onMenu }: CardProps) {
  const { t } = useLingui()
  const { ref, isDragging } = useDraggable({ id: card.id })
  const beside = useMedia(roomForBoth)
  const name = contactName(card)
  return (
    <li
      ref={ref}
      aria-setsize={position.total}
      aria-posinset={position.index + 1}
      style={{ transform: `translateY(${top}px)`, height: cardHeight }}
      className={cn('group absolute inset-x-0 top-0', isDragging && 'opacity-40')}
    >
      <Link
        to={beside ? '/kanban/$ticketId' : '/tickets/$ticketId'}
        params={{ ticketId: card.id }}
        data-card={card.id}
        draggable={false}
        aria-current={isOpen ? 'true' : undefined}
        aria-keyshortcuts="Shift+ArrowLeft Shift+ArrowRight"
        className="block h-full rounded-md outline-offset-[-2px]"
      >
        <CardFace card={card} now={now} className={cn(isOpen ? 'border-accent' : 'group-hover:border-line-strong')} />
      </Link>
      <IconButton
        size="sm"
        label={t`Mover ${name}`}
        tooltip={null}
        aria-haspopup="menu"
        onClick={({ currentTarget }) => onMenu(card.id, currentTarget)}
        className="absolute right-1 bottom-1 opacity-0 group-hover:opacity-100 group-focus-within:opacity-100 touch:opacity-100"
      >
        <EllipsisVertical />
      </IconButton>
    </li>
  )
})

interface CardFaceProps {
  card: CardRow
  now: Date
  className?: string
}

export function CardFace({ card, now, className }: CardFaceProps) {
  return (
    <div
      style={{ height: cardHeight }}
      className={cn('flex flex-col gap-1.5 rounded-md border border-line bg-surface p-2.5 text-sm', className)}
    >
      <ItemBoundary of={card}>
        <Contents card={card} now={now} />
      </ItemBoundary>
    </div>
  )
}

function Contents({ card, now }: Omit<CardFaceProps, 'className'>) {
  const { t } = useLingui()
  const words = useLastMessageWords()(card)
  const name = contactName(card)
  const { unreadMessages: unread } = card
  return (
    <>
      <span className="flex items-center gap-2">
        <ContactAvatar name={name} pictureHash={card.contactPicture} isGroup={card.isGroup} size="md" />
        <span className="min-w-0 flex-1">
          <span dir="auto" className={cn('block truncate text-left', unread > 0 ? 'font-semibold' : 'font-medium')}>
            {name}
          </span>
          <Waiting wait={waitOf(card, now)} at={card.lastMessageAt} now={now} />
        </span>
        {card.chatbot && <Bot role="img" aria-label={t`com o chatbot`} className="size-3.5 shrink-0 text-muted" />}
        {unread > 0 && (
          <Badge variant="accent">
            <span aria-hidden>{unread > 99 ? '99+' : unread}</span>
            <span className="sr-only">
              <Plural value={unread} one="# não lida" other="# não lidas" />
            </span>
          </Badge>
        )}
      </span>
      <span dir="auto" className={cn('truncate text-left', unread > 0 ? 'text-ink' : 'text-muted')}>
        {words}
      </span>
      <Meta card={card} />
    </>
  )
}

/** Who has it, in which queue, and its tags that are no lanes. */
function Meta({ card: { queueName, queueColor, userName, tags } }: Pick<CardFaceProps, 'card'>) {
  return (
    <span className="flex min-w-0 items-center gap-1.5 pr-7 text-xs text-muted">
      {queueName !== null && <QueueMark color={queueColor} />}
      <span className="max-w-24 shrink-0 truncate">{queueName ?? <Trans>Sem fila</Trans>}</span>
      {userName !== null && (
        <>
          <span aria-hidden>·</span>
          <span className="min-w-0 truncate">{userName}</span>
        </>
      )}
      {tags?.slice(0, 1).map((tag) => (
        <span key={tag.id} className="inline-flex min-w-0 shrink items-center gap-1 rounded-full bg-pressed px-1.5">
          <QueueMark color={tag.color} />
          <span className="max-w-16 truncate">{tag.name}</span>
        </span>
      ))}
      {tags && tags.length > 1 && <span className="shrink-0 tabular">+{tags.length - 1}</span>}
    </span>
  )
}

function Waiting({ wait, at, now }: { wait: Wait | null; at: Date; now: Date }) {
  if (!wait) {
    return (
      <time dateTime={at.toISOString()} className="block text-xs text-muted tabular">
        {formatWhen(at, now)}
      </time>
    )
  }
  return (
    <span className={cn('flex items-center gap-1 text-xs tabular', wait.isLong ? 'text-warning' : 'text-muted')}>
      <Clock aria-hidden className="size-3" />
      {waitWords(wait)}
    </span>
  )
}
