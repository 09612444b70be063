import { cn } from '../../../lib/class-names.ts'
import { useMediaFile } from '../../files/use-media-file.ts'

/** A small preview: decoration beside words, or while the file itself loads. Nothing where it can't be had. */
export function Thumbnail({ hash, className }: { hash: string; className?: string }) {
  const file = useMediaFile(hash)
  return (
    <span className={cn('block overflow-hidden bg-ink/8', className)}>
      {file.state === 'ready' && <img src={file.url} alt="" className="size-full object-cover" />}
    </span>
  )
}
