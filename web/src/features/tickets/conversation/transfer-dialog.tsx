import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../../../components/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../../components/ui/dialog.tsx'
import { Select } from '../../../components/ui/select.tsx'
import { QueueMark } from '../../../components/queue-mark.tsx'
import { useQuery } from '../../../sync/client.ts'
import { allQueues } from '../queries.ts'

interface TransferDialogProps {
  open: boolean
  onOpenChange(open: boolean): void
  currentQueueId: string | null
  onTransfer(queueId: string): void
}

export function TransferDialog({ open, onOpenChange, ...rest }: TransferDialogProps) {
  const { t } = useLingui()
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t`Transferir atendimento`}
      description={t`O atendimento volta a aguardar, na fila que você escolher.`}
    >
      <Form {...rest} onClose={() => onOpenChange(false)} />
    </Dialog>
  )
}

interface FormProps extends Pick<TransferDialogProps, 'currentQueueId' | 'onTransfer'> {
  onClose(): void
}

function Form({ currentQueueId, onTransfer, onClose }: FormProps) {
  const { t } = useLingui()
  const { rows } = useQuery(allQueues)
  const [queueId, setQueueId] = useState<string | null>(null)
  const [tried, setTried] = useState(false)
  const options = rows
    .filter(({ id }) => id !== currentQueueId)
    .map(({ id, name, color }) => ({ value: id, label: name, mark: <QueueMark color={color} /> }))

  const submit = () => {
    setTried(true)
    if (queueId === null) return
    onClose()
    onTransfer(queueId)
  }
  return (
    <>
      <DialogBody>
        <Select
          label={t`Fila`}
          placeholder={t`Selecione uma fila`}
          value={queueId}
          options={options}
          onChange={setQueueId}
        />
        <p role="alert" className="mt-1 min-h-4 text-xs text-danger">
          {tried && queueId === null && <Trans>Selecione uma fila</Trans>}
        </p>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>
          <Trans>Cancelar</Trans>
        </Button>
        <Button variant="primary" onClick={submit}>
          <Trans>Transferir</Trans>
        </Button>
      </DialogFooter>
    </>
  )
}
