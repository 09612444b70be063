// The file of a message in its bubble, by what it is. Only pictures, sound and small videos are read unasked.
import { useLingui } from '@lingui/react/macro'
import type { MediaType } from 'db/media/media-type.ts'
import { CloudOff, Download, FileText, FileX, Play } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { IconButton } from '../../../components/ui/icon-button.tsx'
import { Skeleton } from '../../../components/ui/skeleton.tsx'
import { formatFileSize } from '../../../lib/file-size.ts'
import { toastError } from '../../../lib/toast.ts'
import type { MessageRow } from '../queries.ts'
import { downloadFile } from './download-file.ts'
import { ImageDialog } from './image-dialog.tsx'
import { shownSize } from './media-size.ts'
import { useMediaFile, type MediaFile } from './use-media-file.ts'

type WithFile = MessageRow & { mediaHash: string }
interface MediaProps {
  message: WithFile
}

/** Larger ones come when somebody wants to see them. */
const unaskedBytes = 8 * 1024 * 1024

export const hasFile = (message: MessageRow): message is WithFile => message.mediaHash !== null

export function MessageMedia({ message, type }: MediaProps & { type: MediaType }) {
  switch (type) {
    case 'image':
      return <Picture message={message} />
    case 'video':
      return <Video message={message} />
    case 'audio':
      return <Sound message={message} />
    case 'application':
      return <Document message={message} />
  }
}

function Picture({ message }: MediaProps) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const file = useMediaFile(message.mediaHash)
  const name = message.mediaName ?? t`Imagem`
  return (
    <Frame message={message} file={file}>
      {file.state === 'ready' && (
        <>
          <button type="button" aria-label={t`Abrir ${name}`} onClick={() => setOpen(true)} className="block size-full">
            <img src={file.url} alt={name} className="size-full object-cover" />
          </button>
          <ImageDialog open={open} onOpenChange={setOpen} url={file.url} hash={message.mediaHash} name={name} />
        </>
      )}
    </Frame>
  )
}

function Video({ message }: MediaProps) {
  const { t } = useLingui()
  const size = message.mediaSize ?? 0
  const [wanted, setWanted] = useState(false)
  const unasked = size <= unaskedBytes
  const file = useMediaFile(unasked || wanted ? message.mediaHash : null)
  const name = message.mediaName ?? t`Vídeo`
  if (!unasked && !wanted) {
    return (
      <Frame message={message} file={file}>
        <button
          type="button"
          aria-label={t`Carregar ${name}`}
          onClick={() => setWanted(true)}
          className="flex size-full flex-col items-center justify-center gap-2 bg-ink/8"
        >
          <Play aria-hidden className="size-8" />
          <span className="text-xs tabular">{formatFileSize(size)}</span>
        </button>
      </Frame>
    )
  }
  return (
    <Frame message={message} file={file}>
      {file.state === 'ready' && (
        // eslint-disable-next-line jsx-a11y/media-has-caption -- what customers send has none
        <video
          controls
          playsInline
          preload="metadata"
          src={file.url}
          aria-label={name}
          className="size-full bg-black"
        />
      )}
    </Frame>
  )
}

function Sound({ message }: MediaProps) {
  const { t } = useLingui()
  const file = useMediaFile(message.mediaHash)
  const name = message.mediaName ?? t`Áudio`
  return (
    <div className="mt-1 mb-0.5 h-12 w-72 max-w-full">
      {file.state === 'ready' ? (
        // eslint-disable-next-line jsx-a11y/media-has-caption -- what customers send has none
        <audio controls preload="metadata" src={file.url} aria-label={name} className="size-full" />
      ) : (
        <Absent file={file} />
      )}
    </div>
  )
}

function Document({ message }: MediaProps) {
  const { t } = useLingui()
  const name = message.mediaName ?? t`Documento`
  return (
    <div className="-mx-1.5 mt-0.5 mb-1 flex w-72 max-w-[calc(100%+0.75rem)] items-center gap-2.5 rounded-md bg-ink/5 p-2">
      <FileText aria-hidden className="size-7 shrink-0 text-muted" strokeWidth={1.5} />
      <span className="min-w-0 flex-1">
        <span className="line-clamp-2 text-sm font-medium wrap-anywhere whitespace-normal">{name}</span>
        {message.mediaSize !== null && (
          <span className="block text-xs text-own-muted tabular">{formatFileSize(message.mediaSize)}</span>
        )}
      </span>
      <IconButton
        label={t`Baixar ${name}`}
        onClick={() => void downloadFile(message.mediaHash, name).catch(toastError)}
      >
        <Download />
      </IconButton>
    </div>
  )
}

/** The place of a picture or video, whatever is known of it yet. */
function Frame({ message, file, children }: MediaProps & { file: MediaFile; children: ReactNode }) {
  const size = shownSize(message.mediaWidth, message.mediaHeight)
  return (
    <div style={size} className="-mx-1.5 mt-0.5 mb-1 max-w-[calc(100%+0.75rem)] overflow-hidden rounded-md">
      {children || <Absent file={file} />}
    </div>
  )
}

function Absent({ file }: { file: MediaFile }) {
  const { t } = useLingui()
  if (file.state === 'loading' || file.state === 'ready') return <Skeleton className="size-full rounded-md" />
  const [Icon, words] =
    file.state === 'offline' ? [CloudOff, t`Disponível com internet`] : [FileX, t`O arquivo não existe mais`]
  return (
    <span className="flex size-full flex-wrap items-center justify-center gap-2 rounded-md bg-ink/5 p-2 text-center text-xs text-own-muted whitespace-normal">
      <Icon aria-hidden className="size-4 shrink-0" />
      {words}
    </span>
  )
}
