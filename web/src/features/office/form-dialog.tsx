import { Trans } from '@lingui/react/macro'
import type { ReactNode, SubmitEvent } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../components/ui/dialog.tsx'

interface FormDialogProps {
  title: string
  /** It is on its way, or something is missing: it can't be sent. */
  disabled: boolean
  /** Words of the button that sends, in place of "Salvar". */
  action?: ReactNode
  onClose(): void
  onSubmit(): Promise<void>
  children: ReactNode
}

/** A form of the office: its fields, and the way back or on. */
export function FormDialog({ title, disabled, action, onClose, onSubmit, children }: FormDialogProps) {
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    void onSubmit()
  }
  return (
    <Dialog open onOpenChange={onClose} title={title}>
      <form noValidate onSubmit={submit} className="flex min-h-0 flex-col">
        <DialogBody className="flex flex-col gap-4">{children}</DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>
            <Trans>Cancelar</Trans>
          </Button>
          <Button type="submit" variant="primary" disabled={disabled}>
            {action ?? <Trans>Salvar</Trans>}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
