import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { ImageDialog } from './image-dialog.tsx'
import { Frame, NotHere } from './media-frame.tsx'
import type { MediaProps } from './message-media.tsx'
import { useMediaFile } from '../../files/use-media-file.ts'

export function Picture({ message }: MediaProps) {
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

/** Stands by itself, without a bubble. */
export function StickerPicture({ message }: MediaProps) {
  const { t } = useLingui()
  const file = useMediaFile(message.mediaHash)
  return (
    <div className="size-40">
      {file.state === 'ready' ? (
        <img src={file.url} alt={t`Figurinha`} className="size-full object-contain" />
      ) : (
        <NotHere file={file} />
      )}
    </div>
  )
}
