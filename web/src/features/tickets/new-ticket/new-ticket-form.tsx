import type { ContactChoice } from 'db/contacts/queries.ts'
import { queueChoices } from 'db/queues/queries.ts'
import { connectionChoices } from 'db/connections/queries.ts'
import { userById } from 'db/users/queries.ts'
import { ticketDetail, type OpenTicket } from 'db/tickets/queries.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { hasPermission } from 'db/kit/permissions.ts'
import { useState } from 'react'
import { QueueMark } from '../../../components/queue-mark.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { DialogBody, DialogFooter } from '../../../components/ui/dialog.tsx'
import { Notice } from '../../../components/ui/notice.tsx'
import { Select } from '../../../components/ui/inputs/select.tsx'
import { useActor } from '../../../lib/app/actor-context.tsx'
import { toastError, toastProblem } from '../../../lib/app/toast.ts'
import { ContactField } from '../../../desk/contacts/contact-field.tsx'
import { otherTicketIn, otherTicketWords, unseenTicketWords } from '../../../desk/tickets/other-ticket.ts'
import { discardEntry, runQuery, useQuery } from '../../../sync/client.ts'
import { useListView } from '../list-view.tsx'
import { startTicket } from './start-ticket.ts'
import { useAnswer } from './use-answer.ts'

interface KnownTicket extends OpenTicket {
  /** This person sees it. */
  visible: boolean
}

interface NewTicketFormProps {
  initialContact: ContactChoice | null
  onClose(): void
}

export function NewTicketForm({ initialContact, onClose }: NewTicketFormProps) {
  const { t } = useLingui()
  const [contact, setContact] = useState(initialContact)
  const connection = useConnectionChoice()
  const queue = useQueueChoice()
  const { other, setOther, meet, created, setCreated } = useOutcome(onClose)
  const submit = async () => {
    if (!contact || !connection.id) return
    if (queue.id === null && queue.required) return toastProblem(t`Selecione uma fila`, 2000)
    setOther(null)
    const started = await startTicket({ contactId: contact.id, connectionId: connection.id, queueId: queue.id })
    if (started.other) await meet(started.other)
    else setCreated(started.ticketId)
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
        <ContactField
          contact={contact}
          onChange={(next) => {
            setOther(null)
            setContact(next)
          }}
        />
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
        <Hints noConnection={connection.none} other={other} />
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

function Hints({ noConnection, other }: { noConnection: boolean; other: KnownTicket | null }) {
  return (
    <>
      {noConnection && (
        <Notice tone="warning">
          <Trans>Ainda não há uma conexão de WhatsApp. Peça a um administrador.</Trans>
        </Notice>
      )}
      {other && (
        <Notice tone="warning">
          {otherTicketWords(other)} {!other.visible && unseenTicketWords()}
        </Notice>
      )}
    </>
  )
}

/** What became of it: a ticket that is there now, or another that was there already. */
function useOutcome(onClose: () => void) {
  const navigate = useNavigate()
  const { showMine } = useListView()
  const { userId } = useActor()
  const [other, setOther] = useState<KnownTicket | null>(null)
  const [created, setCreated] = useState<string | null>(null)
  const goTo = (ticketId: string) => {
    showMine()
    void navigate({ to: '/tickets/$ticketId', params: { ticketId } })
  }
  /** One's own is opened, and one that waits; of a colleague's, and of one that is out of sight, it is said whose it is. */
  const meet = async (found: OpenTicket) => {
    const [here] = await runQuery(ticketDetail({ id: found.ticketId }))
    const isColleagues = found.userId !== null && found.userId !== userId
    if (here && !isColleagues) goTo(found.ticketId)
    else setOther({ ...found, visible: here !== undefined })
  }
  useAnswer(created, (refused) => {
    const found = refused && otherTicketIn(refused)
    // Any other refusal is told where it waits, in the outbox.
    if (refused && !found) return onClose()
    if (!found) return created === null ? onClose() : goTo(created)
    setCreated(null)
    // The form still has what it says.
    meet(found)
      .then(() => discardEntry(refused.id))
      .catch(toastError)
  })
  return { other, setOther, meet, created, setCreated }
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
