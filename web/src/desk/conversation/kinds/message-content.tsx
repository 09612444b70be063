// What a message is, by its kind: a file with its caption, a place, people, a poll, a call, or only text.
import type { MessageRow } from 'db/messages/queries.ts'
import { useLingui } from '@lingui/react/macro'
import { isMediaType } from 'db/media/media-type.ts'
import { Ban, CircleQuestionMark, Clock, Eye, Scissors, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { isOnlyEmoji } from '../../../lib/text/only-emoji.ts'
import { CallLine } from './call-line.tsx'
import { ContactCards } from './contact-cards.tsx'
import { LinkCard } from './link-card.tsx'
import { LocationCard } from './location-card.tsx'
import { LongText } from './long-text.tsx'
import { kindOf, unsupportedName } from '../../message-kind.ts'
import { MessageMedia } from '../media/message-media.tsx'
import { Poll } from './poll.tsx'
import { TicketCard } from './ticket-card.tsx'

/** Of the team's chat a message may speak of a ticket. */
type ShownMessage = MessageRow & { aboutTicketId?: string | null }

export function MessageContent({ message }: { message: ShownMessage }) {
  return (
    <>
      {message.aboutTicketId && <TicketCard id={message.aboutTicketId} />}
      <Content message={message} />
      {message.details?.isCut && !message.isDeleted && <CutLine />}
    </>
  )
}

function Content({ message }: { message: MessageRow }) {
  switch (kindOf(message)) {
    case 'deleted':
      return <DeletedLine />
    case 'viewOnce':
      return <ViewOnceLine />
    case 'unsupported':
      return <UnsupportedLine message={message} />
    case 'call':
      return <CallLine message={message} />
    case 'poll':
      return <Poll message={message} />
    case 'ticket':
      return null
    case 'location':
      return <LocationCard message={message} />
    case 'contacts':
      return <ContactCards message={message} />
    default:
      return <FileAndText message={message} />
  }
}

function FileAndText({ message }: { message: MessageRow }) {
  const { mediaType, details, body } = message
  return (
    <>
      {isMediaType(mediaType) && <MessageMedia message={message} type={mediaType} />}
      {details?.link && <LinkCard link={details.link} />}
      {mediaType === 'chat' && isOnlyEmoji(body) ? (
        <span className="block text-3xl">{body}</span>
      ) : (
        <LongText message={message} mentions={details?.mentions} />
      )}
    </>
  )
}

function CutLine() {
  const { t } = useLingui()
  return (
    <span className="mt-1 block text-sm">
      <Line icon={Scissors}>{t`Longa demais: o resto está só no celular.`}</Line>
    </span>
  )
}

function DeletedLine() {
  const { t } = useLingui()
  return <Line icon={Ban}>{t`Mensagem apagada`}</Line>
}

function ViewOnceLine() {
  const { t } = useLingui()
  return <Line icon={Eye}>{t`Mensagem de visualização única — abra no celular`}</Line>
}

function UnsupportedLine({ message }: { message: MessageRow }) {
  const { t } = useLingui()
  const kind = unsupportedName(message)
  // It came encrypted for a key that is gone; the phone is asked to send it again.
  if (kind === 'undecryptable')
    return <Line icon={Clock}>{t`Aguardando esta mensagem. Isso pode demorar um pouco.`}</Line>
  return (
    <>
      <Line icon={CircleQuestionMark}>{t`Mensagem não suportada (${kind})`}</Line>
      {message.body !== '' && <LongText message={message} />}
    </>
  )
}

function Line({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <span className="inline text-quote italic">
      <Icon aria-hidden className="mr-1.5 inline-block size-4 align-[-0.1875rem]" />
      {children}
    </span>
  )
}
