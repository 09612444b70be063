// Where a conversation goes: another queue, a person, another connection, or several of these. What is not chosen stays as it is.
import { connectionChoices } from 'db/connections/queries.ts'
import { queueChoices } from 'db/queues/queries.ts'
import { usersOfQueue } from 'db/users/queries.ts'
import type { TicketDetail } from 'db/tickets/queries.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { newId } from 'db/kit/new-id.ts'
import { useId, useState } from 'react'
import { Button } from '../../../../components/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../../../components/ui/dialog.tsx'
import { Select } from '../../../../components/ui/inputs/select.tsx'
import { Textarea } from '../../../../components/ui/inputs/textarea.tsx'
import { QueueMark } from '../../../../components/queue-mark.tsx'
import { toastError } from '../../../../lib/app/toast.ts'
import { mutate, useQuery } from '../../../../sync/client.ts'
import { Summary } from './summary.tsx'
import { transferOf, type Transfer } from './transfer.ts'

export type TransferredTicket = Pick<TicketDetail, 'queueId' | 'userId' | 'connectionId' | 'isGroup'>

interface TransferDialogProps {
  open: boolean
  onOpenChange(open: boolean): void
  ticketId: string
  ticket: TransferredTicket
  onTransfer(to: Transfer): void
}

export function TransferDialog({ open, onOpenChange, ...rest }: TransferDialogProps) {
  const { t } = useLingui()
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t`Transferir atendimento`}
      description={t`Sem atendente, o atendimento volta a aguardar na fila que você escolher.`}
    >
      <Form {...rest} onClose={() => onOpenChange(false)} />
    </Dialog>
  )
}

interface FormProps extends Pick<TransferDialogProps, 'ticketId' | 'ticket' | 'onTransfer'> {
  onClose(): void
}

function Form({ ticketId, ticket, onTransfer, onClose }: FormProps) {
  const { t } = useLingui()
  const [queueId, setQueueId] = useState(ticket.queueId)
  const [userId, setUserId] = useState<string | null>(null)
  const [connectionId, setConnectionId] = useState<string | null>(ticket.connectionId)
  const [note, setNote] = useState('')
  const [tried, setTried] = useState(false)
  const [summary, setSummary] = useState('')
  const options = useOptions(ticket, queueId)
  const transfer = transferOf(ticket, { queueId, userId, connectionId, note })

  const chooseQueue = (id: string | null) => {
    setQueueId(id)
    // Who works on the one may not see the other.
    setUserId(null)
  }
  const submit = () => {
    setTried(true)
    if (transfer === null) return
    onClose()
    keepAsNote(ticketId, summary)
    onTransfer(transfer)
  }
  return (
    <>
      <DialogBody>
        <div className="flex flex-col gap-4">
          <Select
            label={t`Fila`}
            placeholder={t`Selecione uma fila`}
            value={queueId}
            options={options.queues}
            onChange={chooseQueue}
          />
          <Select
            label={t`Atendente (opcional)`}
            placeholder={t`Quem aceitar primeiro`}
            value={userId}
            options={options.users}
            onChange={setUserId}
          />
          {!ticket.isGroup && <ConnectionField value={connectionId} onChange={setConnectionId} />}
          <NoteField value={note} onChange={setNote} />
        </div>
        <div className="mt-4">
          <Summary ticketId={ticketId} value={summary} onChange={setSummary} />
        </div>
        <p role="alert" className="mt-1 min-h-4 text-xs text-danger">
          {tried && transfer === null && <Trans>Selecione uma fila</Trans>}
        </p>
      </DialogBody>
      <Footer onCancel={onClose} onTransfer={submit} />
    </>
  )
}

/** Where there is a choice. */
function ConnectionField({ value, onChange }: { value: string | null; onChange(id: string | null): void }) {
  const { t } = useLingui()
  const connections = useQuery(connectionChoices()).rows
  if (connections.length < 2) return null
  return (
    <Select
      label={t`Conexão`}
      placeholder={t`Selecione uma conexão`}
      value={value}
      options={connections.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={onChange}
    />
  )
}

function NoteField({ value, onChange }: { value: string; onChange(note: string): void }) {
  const { t } = useLingui()
  const id = useId()
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-sm font-medium">
        <Trans>Recado para quem recebe (opcional)</Trans>
      </label>
      <Textarea
        id={id}
        value={value}
        maxLength={1000}
        placeholder={t`Só a equipe lê; fica na conversa`}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  )
}

function Footer({ onCancel, onTransfer }: { onCancel(): void; onTransfer(): void }) {
  return (
    <DialogFooter>
      <Button onClick={onCancel}>
        <Trans>Cancelar</Trans>
      </Button>
      <Button variant="primary" onClick={onTransfer}>
        <Trans>Transferir</Trans>
      </Button>
    </DialogFooter>
  )
}

/** Before it goes, for who may see it no more. */
function keepAsNote(ticketId: string, summary: string) {
  const note = summary.trim()
  if (note !== '') mutate('ticketNote.create', { id: newId(), ticketId, note }).catch(toastError)
}

function useOptions(ticket: TransferredTicket, queueId: string | null) {
  const queues = useQuery(queueChoices()).rows
  const users = useQuery(usersOfQueue({ queueId })).rows
  return {
    queues: queues.map(({ id, name, color }) => ({ value: id, label: name, mark: <QueueMark color={color} /> })),
    users: users.filter(({ id }) => id !== ticket.userId).map(({ id, name }) => ({ value: id, label: name })),
  }
}
