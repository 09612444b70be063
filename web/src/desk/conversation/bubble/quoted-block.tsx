// What a message answers, above its text: who, one or two lines, and a small picture. A click leads to it.
import type { MessageRow, QuotedMessage } from 'db/messages/queries.ts'
import { useLingui } from '@lingui/react/macro'
import { cn } from '../../../lib/class-names.ts'
import { useAuthorOf } from './author.ts'
import { useConversationActions } from './conversation-actions.ts'
import { Preview } from '../../preview.tsx'
import { senderColor } from './sender-color.ts'
import { Thumbnail } from '../media/thumbnail.tsx'

/** Nothing when it answers nothing, or when neither this device nor the message itself knows what. */
export function QuotedBlock({ message }: { message: MessageRow }) {
  const { t } = useLingui()
  const { showMessage } = useConversationActions()
  const { quoted, details } = message
  const told = details?.quoted
  if (quoted) {
    return (
      <button
        type="button"
        title={t`Mostrar a mensagem respondida`}
        onClick={() => showMessage(quoted.id)}
        dir="ltr"
        className="block w-full text-left"
      >
        <QuoteCard message={quoted} />
      </button>
    )
  }
  if (!told) return null
  const { body, mediaType, fromMe, author } = told
  return (
    <QuoteCard
      message={{
        ...notHere,
        body,
        mediaType,
        fromMe,
        participantId: author === '' ? null : author,
        participantName: author || null,
      }}
    />
  )
}

const notHere = {
  userId: null,
  userName: null,
  mediaName: null,
  thumbnailHash: null,
  details: null,
  isDeleted: false,
  isViewOnce: false,
}

export function QuoteCard({ message, className }: { message: Omit<QuotedMessage, 'id'>; className?: string }) {
  const author = useAuthorOf()(message)
  const color = message.participantId === null || message.fromMe ? 'text-link' : senderColor(message.participantId)
  return (
    <span dir="ltr" className={cn('-mx-1.5 mt-0.5 mb-1 flex overflow-hidden rounded-md bg-ink/6', className)}>
      <span aria-hidden className={cn('w-1 shrink-0 bg-current', color)} />
      <span className="min-w-0 flex-1 px-2 py-1">
        <span dir="auto" className={cn('block truncate text-left text-xs font-medium', color)}>
          {author}
        </span>
        <span dir="auto" className="line-clamp-2 text-sm wrap-anywhere whitespace-normal text-quote">
          <Preview message={message} />
        </span>
      </span>
      {message.thumbnailHash !== null && <Thumbnail hash={message.thumbnailHash} className="w-12 shrink-0" />}
    </span>
  )
}
