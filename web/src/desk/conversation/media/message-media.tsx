// The file of a message in its bubble, by what it is; or, where it is not there, why. Only pictures, sound and small videos are read unasked.
import type { MessageRow } from 'db/messages/queries.ts'
import { useLingui } from '@lingui/react/macro'
import type { MediaType } from 'db/media/media-type.ts'
import { Download, FileText } from 'lucide-react'
import { IconButton } from '../../../components/ui/icon-button.tsx'
import { formatFileSize } from '../../../lib/media/file-size.ts'
import { toastError } from '../../../lib/app/toast.ts'
import { downloadFile } from './download-file.ts'
import { AbsentFile } from './media-absent.tsx'
import { Picture, StickerPicture } from './picture.tsx'
import { Sound } from './sound.tsx'
import { Video } from './video.tsx'

export type WithFile = MessageRow & { mediaHash: string }
export interface MediaProps {
  message: WithFile
}

const hasFile = (message: MessageRow): message is WithFile => message.mediaHash !== null

export function MessageMedia({ message, type }: { message: MessageRow; type: MediaType }) {
  if (!hasFile(message)) return <AbsentFile message={message} type={type} />
  switch (type) {
    case 'image':
      return message.details?.isSticker ? <StickerPicture message={message} /> : <Picture message={message} />
    case 'video':
      return <Video message={message} />
    case 'audio':
      return <Sound message={message} />
    case 'application':
      return <Document message={message} />
  }
}

function Document({ message }: MediaProps) {
  const { t } = useLingui()
  const name = message.mediaName ?? t`Documento`
  return (
    <div className="-mx-1.5 mt-0.5 mb-1 flex w-72 max-w-[calc(100%+0.75rem)] items-center gap-2.5 rounded-md bg-ink/5 p-2">
      <FileText aria-hidden className="size-7 shrink-0 text-quote" strokeWidth={1.5} />
      <span className="min-w-0 flex-1">
        <span dir="auto" className="line-clamp-2 text-left text-sm font-medium wrap-anywhere whitespace-normal">
          {name}
        </span>
        <span className="block text-xs text-quote tabular">{factsOf(message).join(' · ')}</span>
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

/** "PDF · 1,2 MB" */
function factsOf({ mediaName, mediaSize }: MessageRow): string[] {
  const extension = /\.(\w{1,5})$/.exec(mediaName ?? '')?.[1]?.toUpperCase()
  return [extension, mediaSize === null ? undefined : formatFileSize(mediaSize)].filter((fact) => fact !== undefined)
}
