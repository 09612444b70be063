import { mediaTypeOf } from 'db/media/media-type.ts'
import { FileText, Film, Music } from 'lucide-react'
import { useObjectUrl } from '../lib/media/use-object-url.ts'
import { Skeleton } from './ui/skeleton.tsx'

const icons = { video: Film, audio: Music, application: FileText }

/** A picture itself, of anything else its kind. */
export function FileThumbnail({ blob }: { blob: Blob }) {
  const type = mediaTypeOf(blob.type)
  if (type === 'image') return <Picture blob={blob} />
  const Icon = icons[type]
  return (
    <span className="flex size-10 shrink-0 items-center justify-center rounded-sm bg-pressed text-muted">
      <Icon aria-hidden className="size-5" />
    </span>
  )
}

function Picture({ blob }: { blob: Blob }) {
  const url = useObjectUrl(blob)
  if (url === undefined) return <Skeleton className="size-10 shrink-0" />
  return <img src={url} alt="" className="size-10 shrink-0 rounded-sm object-cover" />
}
