// One message in the conversation: who, what it answers, what it is, when, how far it has come, and who reacted.
// Rendered once per change of its row: what can be done to it comes by context, and is in the document only while the pointer or the
// focus is on it.
import { campaignName } from 'db/campaigns/queries.ts'
import type { MessageRow } from 'db/messages/queries.ts'
import { useLingui } from '@lingui/react/macro'
import { isMediaType } from 'db/media/media-type.ts'
import { ack } from 'db/messages/table.ts'
import { Forward, Megaphone, Reply } from 'lucide-react'
import { memo } from 'react'
import { Broken, ErrorBoundary } from '../../../components/error-boundary.tsx'
import { cn } from '../../../lib/class-names.ts'
import { useQuery } from '../../../sync/client.ts'
import { useIsActive } from '../list/active-message.ts'
import { useAuthorOf } from './author.ts'
import { BubbleActions } from './bubble-actions.tsx'
import { useConversationActions } from './conversation-actions.ts'
import type { Delivery } from './delivery.ts'
import { MessageContent } from '../kinds/message-content.tsx'
import { kindOf, type MessageKind } from '../../message-kind.ts'
import { QuotedBlock } from './quoted-block.tsx'
import { Reactions } from './reactions.tsx'
import { senderColor } from './sender-color.ts'
import { Stamp } from './stamp.tsx'
import { useSwipe } from './use-swipe.ts'

interface BubbleProps {
  /** Of the team's chat one may call its reader by name. */
  message: MessageRow & { callsMe?: boolean }
  /** What is shown of what it says. */
  body: string
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
  const { message, body, author, first, tabStop } = props
  const { t } = useLingui()
  const authorOf = useAuthorOf()
  const own = message.fromMe
  const active = useIsActive(message.id)
  const { state, handlers } = useSwipe(useQuote(message))
  return (
    <article
      data-message={message.id}
      tabIndex={tabStop ? 0 : -1}
      aria-label={spoken(authorOf(message), message.isDeleted ? '' : body)}
      aria-roledescription={t`mensagem`}
      {...handlers}
      className={cn(
        'relative flex max-w-[min(68ch,85%)] flex-col rounded-lg outline-offset-2 touch:touch-pan-y touch:select-none',
        state === null && 'transition-[translate] duration-150',
        own ? 'items-end self-end' : 'items-start self-start',
        // A caption is no wider than its picture.
        isWideAsFile(message) && 'max-w-[min(20.75rem,85%)]',
      )}
    >
      {state !== null && <SwipeMark far={state === 'far'} />}
      <Box {...props}>
        {author !== null && first && <Author message={message} name={author} />}
        {message.isForwarded && !message.isDeleted && <Forwarded />}
        {message.campaignId !== null && !message.isDeleted && <OfCampaign id={message.campaignId} />}
        {!message.isDeleted && (
          <ErrorBoundary of={message} fallback={null}>
            <QuotedBlock message={message} />
          </ErrorBoundary>
        )}
        <ErrorBoundary of={message} fallback={<Broken>{t`Não foi possível mostrar esta mensagem`}</Broken>}>
          <MessageContent message={body === message.body ? message : { ...message, body }} />
        </ErrorBoundary>
        <ErrorBoundary of={message} fallback={null}>
          <Stamp {...props} />
        </ErrorBoundary>
      </Box>
      <ErrorBoundary of={message} fallback={null}>
        <Reactions message={message} />
      </ErrorBoundary>
      {active && <BubbleActions message={message} />}
    </article>
  )
})

/** As it is read to who sees neither side nor colour: whose it is, and what it says. */
const spoken = (author: string, body: string) => [author, body.slice(0, 500)].filter(Boolean).join(': ')

/** Comes in beside the bubble while it is drawn away. */
function SwipeMark({ far }: { far: boolean }) {
  return (
    <span
      aria-hidden
      className={cn(
        'absolute top-1/2 right-full mr-2 flex size-8 -translate-y-1/2 items-center justify-center rounded-full transition-colors',
        far ? 'bg-accent text-on-accent' : 'bg-pressed text-muted',
      )}
    >
      <Reply className="size-4" />
    </span>
  )
}

/** To answer it; null where that can't be done. */
function useQuote(message: MessageRow): (() => void) | null {
  const { ticketId, reply } = useConversationActions()
  const canBe = reply && message.ticketId === ticketId && !message.isDeleted && message.ack !== ack.failed
  return canBe ? () => reply(message) : null
}

const isWideAsFile = (message: MessageRow) =>
  isMediaType(message.mediaType) && !message.isDeleted && !message.isViewOnce

const bare: readonly MessageKind[] = ['sticker']

function Box({ message, first, last, delivery, children }: BubbleProps & { children: React.ReactNode }) {
  const own = message.fromMe
  const withoutBackground = bare.includes(kindOf(message)) && message.quoted === null
  const broken = delivery === 'failed' || delivery === 'refused'
  return (
    <div
      // By the first letter of what was written; what we say beside it has a direction of its own.
      dir="auto"
      className={cn(
        'max-w-full rounded-lg px-3 py-1.5 text-base wrap-anywhere whitespace-pre-wrap',
        // Marks piled up on a letter stay in their bubble.
        'overflow-clip [overflow-clip-margin:4px]',
        !withoutBackground && ['shadow-bubble', own ? 'bg-own' : 'bg-raised'],
        withoutBackground && 'w-40 p-0',
        own ? !last && 'rounded-br-sm' : !last && 'rounded-bl-sm',
        own ? !first && 'rounded-tr-sm' : !first && 'rounded-tl-sm',
        message.callsMe && 'outline -outline-offset-1 outline-accent',
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
  return (
    <span dir="auto" className={cn('block text-left text-xs font-medium', color)}>
      {name}
    </span>
  )
}

/** Whoever sees campaigns is told which. */
function OfCampaign({ id }: { id: string }) {
  const { t } = useLingui()
  const [campaign] = useQuery(campaignName({ id })).rows
  return (
    <span dir="ltr" className="flex items-center gap-1 text-xs text-quote italic">
      <Megaphone aria-hidden className="size-3.5 shrink-0" />
      {campaign ? t`Campanha ${campaign.name}` : t`Campanha`}
    </span>
  )
}

function Forwarded() {
  const { t } = useLingui()
  return (
    <span dir="ltr" className="flex items-center gap-1 text-xs text-quote italic">
      <Forward aria-hidden className="size-3.5 shrink-0" />
      {t`Encaminhada`}
    </span>
  )
}
