import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog, DialogFooter } from './dialog.tsx'

interface ConfirmDialogProps {
  open: boolean
  onOpenChange(open: boolean): void
  title: string
  description: ReactNode
  /** The verb of what will happen. */
  confirm: string
  /** Words of the button that leaves things as they are, where "Cancelar" could mean either; without them it says that. */
  cancel?: string
  onConfirm(): void
}

/** Asks once before something that can't be taken back, naming the thing. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onOpenChange, title, description, confirm, cancel, onConfirm } = props
  const { t } = useLingui()
  const decide = () => {
    onConfirm()
    onOpenChange(false)
  }
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={title} description={description}>
      <DialogFooter>
        <Button onClick={() => onOpenChange(false)}>{cancel ?? t`Cancelar`}</Button>
        <Button variant="danger" onClick={decide}>
          {confirm}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
