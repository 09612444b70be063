import { Trans } from '@lingui/react/macro'
import { Download } from 'lucide-react'
import { Button } from '../../../components/ui/button.tsx'
import { Dialog, DialogFooter } from '../../../components/ui/dialog.tsx'
import { toastError } from '../../../lib/app/toast.ts'
import { downloadFile } from './download-file.ts'

interface ImageDialogProps {
  open: boolean
  onOpenChange(open: boolean): void
  url: string
  hash: string
  name: string
}

/** A picture as large as the screen lets it be. */
export function ImageDialog({ open, onOpenChange, url, hash, name }: ImageDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={name}
      className="w-max max-w-[calc(100vw-2rem)] wrap-anywhere sm:min-w-80"
    >
      <div className="flex min-h-0 flex-1 items-center justify-center px-4 py-2">
        <img src={url} alt={name} className="max-h-[calc(100dvh-11rem)] min-w-0 object-contain" />
      </div>
      <DialogFooter>
        <Button onClick={() => void downloadFile(hash, name).catch(toastError)}>
          <Download aria-hidden />
          <Trans>Baixar</Trans>
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
