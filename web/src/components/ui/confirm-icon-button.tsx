import { Trash2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { IconButton } from './icon-button.tsx'

interface ConfirmIconButtonProps {
  /** Verb and name of the thing. */
  label: string
  /** The question. */
  title: string
  /** What follows from it. */
  description: ReactNode
  /** The verb alone. */
  confirm: string
  onConfirm(): void
  /** Else a bin. */
  icon?: ReactNode
  disabled?: boolean
}

/** At the end of a row: does what can't be taken back, after asking once. */
export function ConfirmIconButton({ label, icon = <Trash2 />, disabled, ...question }: ConfirmIconButtonProps) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <IconButton variant="dangerQuiet" label={label} disabled={disabled} onClick={() => setAsking(true)}>
        {icon}
      </IconButton>
      <ConfirmDialog open={asking} onOpenChange={setAsking} {...question} />
    </>
  )
}
