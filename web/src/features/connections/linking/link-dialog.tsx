import type { ConnectionRow } from 'db/connections/queries.ts'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { Dialog, DialogBody } from '../../../components/ui/dialog.tsx'
import { toastDone } from '../../../lib/app/toast.ts'
import { LinkSteps } from './link-steps.tsx'

interface LinkDialogProps {
  /** The connection that is being linked; none closes the dialog. */
  connection: ConnectionRow | undefined
  onClose(): void
}

export function LinkDialog({ connection, onClose }: LinkDialogProps) {
  const { t } = useLingui()
  const status = connection?.status
  const name = connection?.name ?? ''
  const before = useRef(status)

  useEffect(() => {
    if (status === 'CONNECTED' && before.current !== undefined) {
      toastDone(t`Conexão ${name} pronta para atender.`)
      onClose()
    }
    before.current = status
  }, [status, name, onClose, t])

  return (
    <Dialog
      open={connection !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={t`Conectar ${name}`}
      className="max-w-2xl"
    >
      <DialogBody className="pb-5">{connection && <LinkSteps connection={connection} />}</DialogBody>
    </Dialog>
  )
}
