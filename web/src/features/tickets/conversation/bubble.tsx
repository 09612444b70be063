import { useLingui } from '@lingui/react/macro'
import { isMediaType } from 'db/media/media-type.ts'
import { memo } from 'react'
import { cn } from '../../../lib/class-names.ts'
import { formatDateTime, formatTime } from '../../../lib/date-time.ts'
import type { MessageRow } from '../queries.ts'
import type { Delivery } from './delivery.ts'
import { Markup } from './markup.tsx'
import { hasFile, MessageMedia } from './message-media.tsx'
import { Ticks } from './ticks.tsx'
import { UnsupportedKind } from './unsupported-kind.tsx'

interface BubbleProps {
  message: MessageRow
  delivery: Delivery | null
  first: boolean
  last: boolean
  /** Whose it is, when it is a colleague's. */
  author: string | null
}

export const Bubble = memo(function Bubble({ message, delivery, first, last, author }: BubbleProps) {
  const own = message.fromMe
  const broken = delivery === 'failed' || delivery === 'refused'
  return (
    <article
      data-message={message.id}
      className={cn(
        'w-fit max-w-[min(68ch,85%)] rounded-lg px-3 py-1.5 text-base break-words whitespace-pre-wrap shadow-bubble',
        own ? 'self-end bg-own' : 'self-start bg-raised',
        own ? !last && 'rounded-br-sm' : !last && 'rounded-bl-sm',
        own ? !first && 'rounded-tr-sm' : !first && 'rounded-tl-sm',
        // A caption is no wider than its picture.
        isMediaType(message.mediaType) && 'max-w-[min(20.75rem,85%)]',
        broken && 'ring-1 ring-danger',
      )}
    >
      {author !== null && first && <span className="block text-xs font-medium text-accent">{author}</span>}
      <Body message={message} />
      <Stamp at={message.createdAt} own={own} delivery={delivery} showTime={last} />
    </article>
  )
})

function Body({ message }: { message: MessageRow }) {
  const { t } = useLingui()
  if (message.isDeleted) return <em className="text-muted">{t`Mensagem apagada`}</em>
  return (
    <>
      <File message={message} />
      <Markup text={message.body} />
    </>
  )
}

function File({ message }: { message: MessageRow }) {
  const { mediaType } = message
  if (mediaType === 'chat') return null
  if (isMediaType(mediaType) && hasFile(message)) return <MessageMedia message={message} type={mediaType} />
  return <UnsupportedKind mediaType={mediaType} />
}

interface StampProps {
  at: Date
  own: boolean
  delivery: Delivery | null
  showTime: boolean
}

/** Floats into the last line when it fits there. */
function Stamp({ at, own, delivery, showTime }: StampProps) {
  if (!showTime && delivery === null) return null
  return (
    <span
      className={cn(
        'float-right mt-1 ml-3 inline-flex h-4 items-center gap-1 text-2xs tabular',
        own ? 'text-own-muted' : 'text-muted',
      )}
    >
      {showTime && (
        <time dateTime={at.toISOString()} title={formatDateTime(at)}>
          {formatTime(at)}
        </time>
      )}
      {delivery && <Ticks delivery={delivery} />}
    </span>
  )
}
