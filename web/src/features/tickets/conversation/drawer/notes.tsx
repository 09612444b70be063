// What attendants tell each other of the customer's tickets. One's own can be deleted.
import { notesOf, type NoteRow, type TicketDetail } from 'db/tickets/queries.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { hasPermission } from 'db/kit/permissions.ts'
import { newId } from 'db/kit/new-id.ts'
import { Trash2 } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { ItemBoundary } from '../../../../components/error-boundary.tsx'
import { Button } from '../../../../components/ui/button.tsx'
import { ConfirmDialog } from '../../../../components/ui/confirm-dialog.tsx'
import { IconButton } from '../../../../components/ui/icon-button.tsx'
import { Textarea } from '../../../../components/ui/textarea.tsx'
import { useActor } from '../../../../lib/app/actor-context.tsx'
import { formatDateTime } from '../../../../lib/text/date-time.ts'
import { toastDone, toastError } from '../../../../lib/app/toast.ts'
import { mutate, useQuery } from '../../../../sync/client.ts'

const minLength = 2

export function Notes({ ticket }: { ticket: TicketDetail }) {
  const { t } = useLingui()
  const { rows } = useQuery(notesOf({ contactId: ticket.contactId }))
  const [asked, setAsked] = useState<NoteRow>()
  const [open, setOpen] = useState(false)
  const ask = (note: NoteRow) => {
    setAsked(note)
    setOpen(true)
  }
  const remove = (id: string) =>
    void mutate('ticketNote.delete', { id }).then(() => toastDone(t`Observação excluída com sucesso!`), toastError)
  return (
    <>
      <NoteForm ticketId={ticket.id} />
      <ul className="mt-3 grid gap-2">
        {rows.map((note) => (
          <ItemBoundary key={note.id} of={note}>
            <Note note={note} onDelete={() => ask(note)} />
          </ItemBoundary>
        ))}
      </ul>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={t`Deseja realmente excluir este registro?`}
        description={asked?.note}
        confirm={t`Excluir`}
        onConfirm={() => asked && remove(asked.id)}
      />
    </>
  )
}

function NoteForm({ ticketId }: { ticketId: string }) {
  const { t } = useLingui()
  const [note, setNote] = useState('')
  const [tried, setTried] = useState(false)
  const short = note.trim().length < minLength
  const add = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (short) return
    mutate('ticketNote.create', { id: newId(), ticketId, note: note.trim() }).then(
      () => toastDone(t`Observação adicionada com sucesso!`),
      toastError,
    )
    setNote('')
    setTried(false)
  }
  return (
    <form onSubmit={add} className="grid gap-2">
      <Textarea
        aria-label={t`Nova observação`}
        placeholder={t`Escreva uma observação para a equipe`}
        maxLength={4096}
        value={note}
        aria-invalid={tried && short}
        onChange={({ target }) => setNote(target.value)}
      />
      {tried && short && (
        <p role="alert" className="text-xs text-danger">
          <Trans>Escreva pelo menos 2 caracteres.</Trans>
        </p>
      )}
      <Button type="submit">
        <Trans>Adicionar observação</Trans>
      </Button>
    </form>
  )
}

function Note({ note, onDelete }: { note: NoteRow; onDelete(): void }) {
  const { t } = useLingui()
  const actor = useActor()
  const deletable = note.userId === actor.userId || hasPermission(actor, 'tickets-manager:showall')
  return (
    <li className="rounded-md bg-hover p-2 text-sm">
      <p className="break-words whitespace-pre-wrap">{note.note}</p>
      <div className="mt-1 flex items-center gap-2 text-xs text-muted tabular">
        <span className="min-w-0 flex-1 truncate">
          {note.userName ?? t`Usuário excluído`} · {formatDateTime(note.createdAt)}
        </span>
        {deletable && (
          <IconButton size="sm" variant="dangerQuiet" label={t`Excluir observação`} onClick={onDelete}>
            <Trash2 />
          </IconButton>
        )}
      </div>
    </li>
  )
}
