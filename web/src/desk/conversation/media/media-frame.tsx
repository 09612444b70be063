import { useLingui } from '@lingui/react/macro'
import { CloudOff, FileX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Skeleton } from '../../../components/ui/skeleton.tsx'
import { shownSize } from './media-size.ts'
import type { MediaProps } from './message-media.tsx'
import { Thumbnail } from './thumbnail.tsx'
import type { MediaFile } from '../../files/use-media-file.ts'

/** The place of a picture or video, whatever is known of it yet: its small preview until it is there. */
export function Frame({ message, file, children }: MediaProps & { file: MediaFile; children: ReactNode }) {
  const size = shownSize(message.mediaWidth, message.mediaHeight)
  const { thumbnailHash } = message
  return (
    <div style={size} className="relative -mx-1.5 mt-0.5 mb-1 max-w-[calc(100%+0.75rem)] overflow-hidden rounded-md">
      {thumbnailHash !== null && file.state !== 'ready' && (
        <Thumbnail hash={thumbnailHash} className="absolute inset-0 blur-xs" />
      )}
      <div className="relative size-full">{children || <NotHere file={file} preview={thumbnailHash !== null} />}</div>
    </div>
  )
}

/** Why a file that the server has is not shown. */
export function NotHere({ file, preview = false }: { file: MediaFile; preview?: boolean }) {
  const { t } = useLingui()
  if (file.state === 'loading' || file.state === 'ready') {
    return preview ? null : <Skeleton className="size-full rounded-md" />
  }
  const [Icon, words] =
    file.state === 'offline' ? [CloudOff, t`Disponível com internet`] : [FileX, t`O arquivo não existe mais`]
  return (
    <span className="flex size-full items-center justify-center">
      <span
        className={
          preview
            ? 'flex items-center gap-2 rounded-full bg-surface px-3 py-1 text-xs text-ink'
            : 'flex size-full flex-wrap items-center justify-center gap-2 rounded-md bg-ink/5 p-2 text-center text-xs whitespace-normal text-quote'
        }
      >
        <Icon aria-hidden className="size-4 shrink-0" />
        {words}
      </span>
    </span>
  )
}
