// One message in the conversation: who, what it answers, what it is, when, how far it has come, and who reacted.
// Rendered once per change of its row: what can be done to it comes by context, and is in the document only while the pointer or the
// focus is on it.
import type { MessageRow } from 'db/messages/queries.ts'
import { useLingui } from '@lingui/react/macro'
import { isMediaType } from 'db/media/media-type.ts'
import { Forward } from 'lucide-react'
import { memo } from 'react'
import { cn } from '../../../lib/class-names.ts'
import { useIsActive } from './active-message.ts'
import { BubbleActions } from './bubble-actions.tsx'
import type { Delivery } from './delivery.ts'
import { MessageContent } from './message-content.tsx'
import { kindOf, type MessageKind } from './message-kind.ts'
import { QuotedBlock } from './quoted-block.tsx'
import { Reactions } from './reactions.tsx'
import { senderColor } from './sender-color.ts'
import { Stamp } from './stamp.tsx'

interface BubbleProps {
  message: MessageRow
  delivery: Delivery | null
  /** Something that was done to it waits in the outbox. */
  changing: boolean
  first: boolean
  last: boolean
  /** Said on another day than that under which it stands. */
  dated: boolean
  /** Whose it is, when that has to be said: a colleague's, or somebody's of a group. */
  author: string | null
  /** The one that Tab reaches; arrows lead to the others. */
  tabStop: boolean
}

export const Bubble = memo(function Bubble(props: BubbleProps) {
  const { message, author, first, tabStop } = props
  const { t } = useLingui()
  const own = message.fromMe
  const active = useIsActive(message.id)
  return (
    <article
      data-message={message.id}
      tabIndex={tabStop ? 0 : -1}
      aria-roledescription={t`mensagem`}
      className={cn(
        'relative flex max-w-[min(68ch,85%)] flex-col rounded-lg outline-offset-2 touch:select-none',
        own ? 'items-end self-end' : 'items-start self-start',
        // A caption is no wider than its picture.
        isWideAsFile(message) && 'max-w-[min(20.75rem,85%)]',
      )}
    >
      <Box {...props}>
        {author !== null && first && <Author message={message} name={author} />}
        {message.isForwarded && !message.isDeleted && <Forwarded />}
        {!message.isDeleted && <QuotedBlock message={message} />}
        <MessageContent message={message} />
        <Stamp {...props} />
      </Box>
      <Reactions message={message} />
      {active && <BubbleActions message={message} />}
    </article>
  )
})

const isWideAsFile = (message: MessageRow) =>
  isMediaType(message.mediaType) && !message.isDeleted && !message.isViewOnce

const bare: readonly MessageKind[] = ['sticker']

function Box({ message, first, last, delivery, children }: BubbleProps & { children: React.ReactNode }) {
  const own = message.fromMe
  const withoutBackground = bare.includes(kindOf(message)) && message.quoted === null
  const broken = delivery === 'failed' || delivery === 'refused'
  return (
    <div
      className={cn(
        'max-w-full rounded-lg px-3 py-1.5 text-base break-words whitespace-pre-wrap',
        !withoutBackground && ['shadow-bubble', own ? 'bg-own' : 'bg-raised'],
        withoutBackground && 'w-40 p-0',
        own ? !last && 'rounded-br-sm' : !last && 'rounded-bl-sm',
        own ? !first && 'rounded-tr-sm' : !first && 'rounded-tl-sm',
        broken && 'ring-1 ring-danger',
      )}
    >
      {children}
    </div>
  )
}

function Author({ message, name }: { message: MessageRow; name: string }) {
  const { participantId, fromMe } = message
  const color = fromMe || participantId === null ? 'text-link' : senderColor(participantId)
  return <span className={cn('block text-xs font-medium', color)}>{name}</span>
}

function Forwarded() {
  const { t } = useLingui()
  return (
    <span className="flex items-center gap-1 text-xs text-quote italic">
      <Forward aria-hidden className="size-3.5 shrink-0" />
      {t`Encaminhada`}
    </span>
  )
}
