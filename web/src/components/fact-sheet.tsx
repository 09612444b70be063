// Something to be looked at and not changed, in the place of its form: a sheet at the side, on a phone the whole screen.
import { Trans } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import { Button } from './ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from './ui/dialog.tsx'

interface FactSheetProps {
  title: string
  /** Above the facts. */
  notice?: ReactNode
  /** It has left the screen. */
  onClosed(): void
  children: ReactNode
}

export function FactSheet({ title, notice, onClosed, children }: FactSheetProps) {
  const [open, setOpen] = useState(true)
  return (
    <Dialog open={open} onOpenChange={setOpen} onClosed={onClosed} placement="right" title={title} className="sm:w-md">
      <DialogBody className="flex flex-col gap-4">
        {notice}
        <dl className="flex flex-col gap-4">{children}</dl>
      </DialogBody>
      <DialogFooter>
        <Button onClick={() => setOpen(false)}>
          <Trans>Fechar</Trans>
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-0.5">
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="break-words whitespace-pre-wrap tabular">{children}</dd>
    </div>
  )
}
