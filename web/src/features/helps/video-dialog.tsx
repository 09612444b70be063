import type { HelpRow } from 'db/helps/queries.ts'
import { Trans } from '@lingui/react/macro'
import { WifiOff } from 'lucide-react'
import { useState } from 'react'
import { Dialog, DialogBody } from '../../components/ui/dialog.tsx'
import { useOnline } from '../../desk/server/use-online.ts'

interface VideoDialogProps {
  help: HelpRow | null
  onClose(): void
}

/** Embedded without cookies, and gone with the dialog. */
export function VideoDialog({ help, onClose }: VideoDialogProps) {
  const online = useOnline()
  // What was shown stays while it leaves the screen.
  const [shown, setShown] = useState(help)
  if (help && help !== shown) setShown(help)
  return (
    <Dialog
      open={help !== null}
      onOpenChange={(open) => !open && onClose()}
      title={shown?.title ?? ''}
      description={shown?.description}
      className="max-w-4xl"
    >
      <DialogBody className="pb-4">
        <div className="flex aspect-video w-full items-center justify-center overflow-hidden rounded-lg bg-pressed">
          {online ? shown && <Frame help={shown} /> : <Offline />}
        </div>
      </DialogBody>
    </Dialog>
  )
}

function Frame({ help: { title, video } }: { help: HelpRow }) {
  return (
    <iframe
      src={`https://www.youtube-nocookie.com/embed/${video}?autoplay=1&rel=0`}
      title={title}
      allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
      referrerPolicy="strict-origin-when-cross-origin"
      // oxlint-disable-next-line react/iframe-missing-sandbox -- another origin can not take its own sandbox away; its player needs both
      sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
      className="size-full"
    />
  )
}

function Offline() {
  return (
    <p className="flex flex-col items-center gap-2 p-4 text-center text-sm text-muted">
      <WifiOff aria-hidden className="size-6" />
      <Trans>Você está sem conexão. Os vídeos precisam de internet.</Trans>
    </p>
  )
}
