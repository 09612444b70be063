import { connectionChoices } from 'db/connections/queries.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../../../components/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../../components/ui/dialog.tsx'
import { Notice } from '../../../components/ui/notice.tsx'
import { ConnectionField } from '../../../desk/number/connection-field.tsx'
import { toastError } from '../../../lib/app/toast.ts'
import { mutate, useQuery } from '../../../sync/client.ts'
import { ask, type Asked } from './asked.ts'

/** Over which connection a ticket goes on whose own is gone. */
export function ReopenDialog({ asked: { ticketId, onDone } }: { asked: Asked }) {
  const { t } = useLingui()
  const [open, setOpen] = useState(true)
  const { rows } = useQuery(connectionChoices())
  const [chosen, setChosen] = useState<string | null>(null)
  // The default one comes first.
  const connectionId = chosen ?? rows[0]?.id ?? null
  const submit = () => {
    if (connectionId === null) return
    setOpen(false)
    mutate('ticket.reopen', { id: ticketId, connectionId }).catch(toastError)
    onDone()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      onClosed={() => ask(null)}
      title={t`Reabrir por qual conexão?`}
      description={t`A conexão deste atendimento foi excluída. O histórico continua nele; o que você escrever sai pela conexão que escolher.`}
    >
      <DialogBody>
        {rows.length === 0 ? (
          <Notice tone="warning">
            <Trans>A empresa não tem nenhuma conexão. Um administrador pode adicionar uma em Conexões.</Trans>
          </Notice>
        ) : (
          <ConnectionField value={connectionId} onChange={setChosen} />
        )}
      </DialogBody>
      <DialogFooter>
        <Button onClick={() => setOpen(false)}>
          <Trans>Cancelar</Trans>
        </Button>
        <Button variant="primary" disabled={connectionId === null} onClick={submit}>
          <Trans>Reabrir</Trans>
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
