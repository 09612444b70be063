import { useLingui } from '@lingui/react/macro'
import { Play } from 'lucide-react'
import { useState } from 'react'
import { formatFileSize } from '../../../lib/media/file-size.ts'
import { useMedia } from '../../../lib/media/use-media.ts'
import { formatDuration } from '../../duration.ts'
import { Frame } from './media-frame.tsx'
import type { MediaProps } from './message-media.tsx'
import { useMediaFile, type MediaFile } from '../../files/use-media-file.ts'

/** Larger ones come when somebody wants to see them. */
const unaskedBytes = 8 * 1024 * 1024

export function Video({ message }: MediaProps) {
  const { t } = useLingui()
  const [wanted, setWanted] = useState(false)
  const due = wanted || (message.mediaSize ?? 0) <= unaskedBytes
  const file = useMediaFile(due ? message.mediaHash : null)
  const name = message.mediaName ?? t`Vídeo`
  const facts = factsOf(message).join(' · ')
  return (
    <Frame message={message} file={file}>
      {due ? (
        file.state === 'ready' && <Player file={file} name={name} gif={message.details?.isGif === true} />
      ) : (
        <button
          type="button"
          aria-label={`${t`Carregar ${name}`}: ${facts}`}
          onClick={() => setWanted(true)}
          className="flex size-full items-center justify-center bg-ink/8"
        >
          <span className="flex items-center gap-2 rounded-full bg-surface px-3 py-1.5 text-xs text-ink tabular">
            <Play aria-hidden className="size-4" />
            {facts}
          </span>
        </button>
      )}
    </Frame>
  )
}

function factsOf({ details, mediaSize }: MediaProps['message']): string[] {
  const length = details?.seconds === undefined ? [] : [formatDuration(details.seconds)]
  return [...length, formatFileSize(mediaSize ?? 0)]
}

interface PlayerProps {
  file: MediaFile & { state: 'ready' }
  name: string
  gif: boolean
}

/** A GIF plays by itself, silently, unless its reader wants no motion. */
function Player({ file, name, gif }: PlayerProps) {
  const still = useMedia('(prefers-reduced-motion: reduce)')
  const moving = gif && !still
  return (
    // eslint-disable-next-line jsx-a11y/media-has-caption -- what customers send has none
    <video
      controls={!moving}
      autoPlay={moving}
      loop={gif}
      muted={gif}
      playsInline
      preload="metadata"
      src={file.url}
      aria-label={name}
      className="size-full bg-black"
    />
  )
}
