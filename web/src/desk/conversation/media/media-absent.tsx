// The place of a file that is still on its way from WhatsApp, or did not come.
import type { MessageRow } from 'db/messages/queries.ts'
import { useLingui } from '@lingui/react/macro'
import type { MediaType } from 'db/media/media-type.ts'
import { FileText, FileX, Film, Image, Mic, type LucideIcon } from 'lucide-react'
import { Skeleton } from '../../../components/ui/skeleton.tsx'
import { formatFileSize } from '../../../lib/media/file-size.ts'
import { shownSize } from './media-size.ts'
import { usePreviewText } from '../../preview.tsx'
import { Thumbnail } from './thumbnail.tsx'

interface AbsentFileProps {
  message: MessageRow
  type: MediaType
}

const icons: Record<MediaType, LucideIcon> = { image: Image, video: Film, audio: Mic, application: FileText }

export function AbsentFile({ message, type }: AbsentFileProps) {
  const framed = type === 'image' || type === 'video'
  return message.mediaError === null && framed ? (
    <ComingPicture message={message} />
  ) : (
    <Line message={message} type={type} />
  )
}

function ComingPicture({ message }: { message: MessageRow }) {
  const { t } = useLingui()
  const sticker = message.details?.isSticker === true
  const size = sticker ? { width: 160, aspectRatio: '1' } : shownSize(message.mediaWidth, message.mediaHeight)
  return (
    <div
      style={size}
      className="relative -mx-1.5 mt-0.5 mb-1 flex max-w-[calc(100%+0.75rem)] items-end overflow-hidden rounded-md"
    >
      <Skeleton className="absolute inset-0" />
      {message.thumbnailHash !== null && (
        <Thumbnail hash={message.thumbnailHash} className="absolute inset-0 blur-xs" />
      )}
      <span className="relative m-2 rounded-full bg-surface px-2.5 py-0.5 text-xs text-muted">
        {[t`Recebendo…`, ...sizeOf(message)].join(' · ')}
      </span>
    </div>
  )
}

function Line({ message, type }: AbsentFileProps) {
  const { t } = useLingui()
  const previewText = usePreviewText()
  const { mediaError } = message
  const Icon = mediaError === null ? icons[type] : FileX
  const problems: Record<string, string> = {
    expired: t`O WhatsApp não tem mais este arquivo. Peça que enviem de novo.`,
    too_large: t`O arquivo é grande demais para ser recebido. Abra no celular.`,
    no_space: t`O espaço da empresa para arquivos acabou. Chega quando houver espaço; até lá, abra no celular.`,
    removed: t`Apagado: passou do prazo que a empresa guarda arquivos.`,
    failed: t`Não foi possível receber o arquivo. Abra no celular.`,
  }
  const name = message.mediaName ?? previewText({ ...message, body: '' })
  return (
    <div className="-mx-1.5 mt-0.5 mb-1 flex w-72 max-w-[calc(100%+0.75rem)] items-center gap-2.5 rounded-md bg-ink/5 p-2">
      <Icon
        aria-hidden
        className={mediaError === null ? 'size-7 shrink-0 animate-pulse text-quote' : 'size-7 shrink-0 text-danger'}
        strokeWidth={1.5}
      />
      <span className="min-w-0 flex-1">
        <span dir="auto" className="line-clamp-2 text-left text-sm font-medium wrap-anywhere whitespace-normal">
          {name}
        </span>
        <span className="block text-xs whitespace-normal text-quote tabular">
          {mediaError === null
            ? [t`Recebendo…`, ...sizeOf(message)].join(' · ')
            : (problems[mediaError] ?? problems['failed'])}
        </span>
      </span>
    </div>
  )
}

const sizeOf = ({ mediaSize }: MessageRow) => (mediaSize === null ? [] : [formatFileSize(mediaSize)])
