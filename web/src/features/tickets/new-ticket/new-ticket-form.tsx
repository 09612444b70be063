import type { ContactChoice } from 'db/contacts/queries.ts'
import { queueChoices } from 'db/queues/queries.ts'
import { connectionChoices } from 'db/connections/queries.ts'
import { userById } from 'db/users/queries.ts'
import type { OpenTicket } from 'db/tickets/queries.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { hasPermission } from 'db/kit/permissions.ts'
import { useState } from 'react'
import { QueueMark } from '../../../components/queue-mark.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { DialogBody, DialogFooter } from '../../../components/ui/dialog.tsx'
import { Notice } from '../../../components/ui/notice.tsx'
import { Select } from '../../../components/ui/select.tsx'
import { useActor } from '../../../lib/actor-context.tsx'
import { toastError, toastProblem } from '../../../lib/toast.ts'
import { ContactField } from '../../../resource/contact-field.tsx'
import { useQuery } from '../../../sync/client.ts'
import { useListView } from '../list-view.tsx'
import { otherTicketWords } from './other-ticket-words.ts'
import { startTicket } from './start-ticket.ts'
import { useAnswer } from './use-answer.ts'

interface NewTicketFormProps {
  initialContact: ContactChoice | null
  onClose(): void
}

export function NewTicketForm({ initialContact, onClose }: NewTicketFormProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { showMine } = useListView()
  const { userId } = useActor()
  const [contact, setContact] = useState(initialContact)
  const connection = useConnectionChoice()
  const queue = useQueueChoice()
  const [other, setOther] = useState<OpenTicket | null>(null)

  const [created, setCreated] = useState<string | null>(null)
  const goTo = (ticketId: string) => {
    showMine()
    void navigate({ to: '/tickets/$ticketId', params: { ticketId } })
  }
  // A refusal has a dialog of its own.
  useAnswer(created, (refused) => (refused || created === null ? onClose() : goTo(created)))

  const submit = async () => {
    if (!contact || !connection.id) return
    if (queue.id === null && queue.required) return toastProblem(t`Selecione uma fila`, 2000)
    const result = await startTicket({ contactId: contact.id, connectionId: connection.id, queueId: queue.id })
    if (result.other && result.other.userId !== null && result.other.userId !== userId) return setOther(result.other)
    if (result.other) return goTo(result.other.ticketId)
    setCreated(result.ticketId)
  }
  const pick = (next: ContactChoice | null) => {
    setOther(null)
    setContact(next)
  }
  return (
    <form
      className="flex min-h-0 flex-col"
      onSubmit={(event) => {
        event.preventDefault()
        submit().catch(toastError)
      }}
    >
      <DialogBody className="flex flex-col gap-3">
        <ContactField contact={contact} onChange={pick} />
        {connection.options.length > 1 && (
          <Select
            label={t`Conexão`}
            placeholder={t`Selecione uma conexão`}
            value={connection.id}
            options={connection.options}
            onChange={connection.choose}
          />
        )}
        <Select
          label={queue.required ? t`Fila` : t`Fila (opcional)`}
          placeholder={t`Selecione uma fila`}
          value={queue.id}
          options={queue.options}
          onChange={queue.choose}
        />
        {connection.none && (
          <Notice tone="warning">
            <Trans>Ainda não há uma conexão de WhatsApp. Peça a um administrador.</Trans>
          </Notice>
        )}
        {other && <Notice tone="warning">{otherTicketWords(other)}</Notice>}
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>
          <Trans>Cancelar</Trans>
        </Button>
        <Button type="submit" variant="primary" disabled={!contact || !connection.id || created !== null}>
          <Trans>Iniciar atendimento</Trans>
        </Button>
      </DialogFooter>
    </form>
  )
}

/** The user's default first, else the company's. */
function useConnectionChoice() {
  const { userId } = useActor()
  const { rows, ready } = useQuery(connectionChoices())
  const own = useQuery(userById({ id: userId })).rows[0]?.connectionId
  const [chosen, setChosen] = useState<string | null>(null)
  const known = rows.some(({ id }) => id === own)
  return {
    id: chosen ?? (known ? own : rows[0]?.id) ?? null,
    choose: setChosen,
    options: rows.map(({ id, name }) => ({ value: id, label: name })),
    none: ready && rows.length === 0,
  }
}

function useQueueChoice() {
  const actor = useActor()
  const everywhere = hasPermission(actor, 'tickets-manager:showall')
  const { rows } = useQuery(queueChoices())
  const own = everywhere ? rows : rows.filter(({ id }) => actor.queueIds.includes(id))
  const [chosen, setChosen] = useState<string | null>(null)
  return {
    id: chosen ?? (own.length === 1 && !everywhere ? (own[0]?.id ?? null) : null),
    choose: setChosen,
    required: !everywhere,
    options: own.map(({ id, name, color }) => ({ value: id, label: name, mark: <QueueMark color={color} /> })),
  }
}
