// A message in one or two lines: its kind's icon and its text, else the kind's name. For quotes, the reply bar and dialogs.
import type { MessageRow, QuotedMessage } from 'db/messages/queries.ts'
import { useLingui } from '@lingui/react/macro'
import {
  Ban,
  ChartBarBig,
  CircleQuestionMark,
  Contact,
  Eye,
  FileText,
  Film,
  Image,
  MapPin,
  Mic,
  Music,
  Phone,
  Sticker,
  Ticket,
  type LucideIcon,
} from 'lucide-react'
import { cutText } from 'db/kit/texts/cut-text.ts'
import { plainText } from '../lib/text/message-markup.ts'
import { formatDuration } from './duration.ts'
import { useUnsigned } from './conversation/bubble/use-unsigned.ts'
import { kindOf, type MessageKind } from './message-kind.ts'

type Previewed = Pick<
  MessageRow & QuotedMessage,
  'body' | 'fromMe' | 'userId' | 'userName' | 'mediaType' | 'mediaName' | 'details' | 'isDeleted' | 'isViewOnce'
>

export const kindIcons: Partial<Record<MessageKind, LucideIcon>> = {
  image: Image,
  sticker: Sticker,
  video: Film,
  gif: Film,
  voice: Mic,
  audio: Music,
  document: FileText,
  location: MapPin,
  contacts: Contact,
  ticket: Ticket,
  poll: ChartBarBig,
  call: Phone,
  viewOnce: Eye,
  deleted: Ban,
  unsupported: CircleQuestionMark,
}

/** More than two lines have room for. */
const previewCharacters = 300
const previewPeople = 5

export function Preview({ message }: { message: Previewed }) {
  const text = usePreviewText()(message)
  const Icon = kindIcons[kindOf(message)]
  return (
    <>
      {Icon && <Icon aria-hidden className="mr-1 inline-block size-3.5 align-[-0.1875rem]" />}
      {text}
    </>
  )
}

export function usePreviewText(): (message: Previewed) => string {
  const kindWords = useKindWords()
  const unsigned = useUnsigned()
  return (message) => {
    const kind = kindOf(message)
    const { details, mediaName } = message
    const body = unsigned(message)
    if (kind === 'deleted' || kind === 'viewOnce') return kindWords[kind]
    if (body !== '') return plainText(cutText(body, previewCharacters))
    if (kind === 'document') return mediaName ?? kindWords.document
    if (kind === 'location') return details?.location?.name || kindWords.location
    if (kind === 'contacts') {
      const names = details?.contacts?.slice(0, previewPeople).map(({ name }) => name)
      return names?.join(', ') || kindWords.contacts
    }
    const seconds = details?.seconds === undefined ? '' : ` (${formatDuration(details.seconds)})`
    return kindWords[kind] + seconds
  }
}

export function useKindWords(): Record<MessageKind, string> {
  const { t } = useLingui()
  return {
    text: t`Sem texto`,
    image: t`Imagem`,
    sticker: t`Figurinha`,
    video: t`Vídeo`,
    gif: t`GIF`,
    voice: t`Mensagem de voz`,
    audio: t`Áudio`,
    document: t`Documento`,
    location: t`Localização`,
    contacts: t`Contato`,
    ticket: t`Atendimento`,
    poll: t`Enquete`,
    call: t`Ligação`,
    viewOnce: t`Visualização única`,
    deleted: t`Mensagem apagada`,
    unsupported: t`Mensagem não suportada`,
  }
}
