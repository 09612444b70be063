// The address book of a connection's phone into the contacts. The wish waits in the outbox like any other; the worker carries it out, and
// what came of it comes back as a row.
import { connectionChoices } from 'db/connections/queries.ts'
import { phoneImport, type PhoneImport } from 'db/contacts/queries.ts'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { newId } from 'db/kit/new-id.ts'
import { useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../components/ui/dialog.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { Select } from '../../components/ui/inputs/select.tsx'
import { toastError } from '../../lib/app/toast.ts'
import { mutate, useQuery } from '../../sync/client.ts'
import { Counts } from '../../desk/import/counts.tsx'

interface PhoneDialogProps {
  open: boolean
  onClose(): void
}

export function PhoneDialog({ open, onClose }: PhoneDialogProps) {
  const { t } = useLingui()
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      placement="right"
      title={t`Importar do celular`}
      className="sm:w-md"
    >
      {open && <Steps onClose={onClose} />}
    </Dialog>
  )
}

function Steps({ onClose }: { onClose(): void }) {
  const { t } = useLingui()
  const connections = useQuery(connectionChoices()).rows
  const [chosen, choose] = useState<string | null>(null)
  const [importId, setImportId] = useState<string>()
  const connectionId = chosen ?? connections[0]?.id ?? null
  const begin = () => {
    const id = newId()
    setImportId(id)
    mutate('contact.importFromPhone', { id, ...(connectionId !== null && { connectionId }) }).catch(toastError)
  }
  return (
    <>
      <DialogBody className="flex flex-col gap-4">
        <p className="text-sm text-muted">
          <Trans>Os contatos salvos no celular da conexão entram aqui. Quem já existe fica com o nome que tem.</Trans>
        </p>
        <Select
          label={t`Conexão`}
          placeholder={t`Escolha uma conexão`}
          value={connectionId}
          options={connections.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={choose}
        />
        {importId !== undefined && <Progress id={importId} />}
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>{importId === undefined ? <Trans>Cancelar</Trans> : <Trans>Fechar</Trans>}</Button>
        {importId === undefined && (
          <Button variant="primary" disabled={connectionId === null} onClick={begin}>
            <Trans>Importar</Trans>
          </Button>
        )}
      </DialogFooter>
    </>
  )
}

function Progress({ id }: { id: string }) {
  const [row] = useQuery(phoneImport({ id })).rows
  return <div role="status">{row && row.status !== 'waiting' ? <Outcome {...row} /> : <Waiting />}</div>
}

function Waiting() {
  return (
    <Notice>
      <Trans>Pedido feito. Os contatos chegam assim que o servidor os ler; você pode fechar esta janela.</Trans>
    </Notice>
  )
}

function Outcome({ status, created, updated, skipped }: PhoneImport) {
  if (status === 'failed') {
    return (
      <Notice tone="danger">
        <Trans>Não foi possível importar. Veja se a conexão está ativa e tente de novo.</Trans>
      </Notice>
    )
  }
  return (
    <Counts created={created} updated={updated}>
      <Plural value={skipped} one="# já estava aqui" other="# já estavam aqui" />
    </Counts>
  )
}
