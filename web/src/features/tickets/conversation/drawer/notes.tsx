// What attendants tell each other of the customer's tickets. One's own can be deleted. Who is mentioned is told, until they have it in sight.
import { mentionable, unseenMentions, type Mentionable } from 'db/mentions/queries.ts'
import { withNames } from 'db/mentions/text.ts'
import { notesOf, type NoteRow, type TicketDetail } from 'db/tickets/queries.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { hasPermission } from 'db/kit/permissions.ts'
import { Trash2 } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { ItemBoundary } from '../../../../components/error-boundary.tsx'
import { ConfirmDialog } from '../../../../components/ui/confirm-dialog.tsx'
import { IconButton } from '../../../../components/ui/icon-button.tsx'
import { Notice } from '../../../../components/ui/notice.tsx'
import { useActor } from '../../../../lib/app/actor-context.tsx'
import { cn } from '../../../../lib/class-names.ts'
import { formatDateTime } from '../../../../lib/text/date-time.ts'
import { toastDone, toastError } from '../../../../lib/app/toast.ts'
import { mutate, useComplete, useQuery } from '../../../../sync/client.ts'
import { NoteForm } from './note-form.tsx'
import { NoteText } from './note-text.tsx'
import { useSeen } from './use-seen.ts'

/** Unread ones beyond these wait for their turn. */
const mostUnseen = 200

interface NotesProps {
  ticket: TicketDetail
  /** To be shown first. */
  noteId: string | undefined
  onNoteShown(): void
}

export function Notes({ ticket, noteId, onNoteShown }: NotesProps) {
  const { t } = useLingui()
  const query = notesOf({ contactId: ticket.contactId })
  const { rows } = useQuery(query)
  const complete = useComplete(query)
  const { rows: people } = useQuery(mentionable({ ticketId: ticket.id }))
  const unseen = new Set(useQuery(unseenMentions({ limit: mostUnseen })).rows.map((mention) => mention.noteId))
  const lit = useLinkedNote(rows, noteId, onNoteShown)
  const [asked, setAsked] = useState<NoteRow>()
  const [open, setOpen] = useState(false)
  const nameOf = useNameOf(people)
  const ask = (note: NoteRow) => {
    setAsked(note)
    setOpen(true)
  }
  const remove = (id: string) =>
    void mutate('ticketNote.delete', { id }).then(() => toastDone(t`Observação excluída com sucesso!`), toastError)
  return (
    <>
      <NoteForm ticketId={ticket.id} people={people} />
      <div className="mt-3 grid gap-2">
        {noteId !== undefined && complete && !rows.some(({ id }) => id === noteId) && (
          <Notice>
            <Trans>A observação que mencionava você não está mais aqui.</Trans>
          </Notice>
        )}
        <ul className="grid gap-2">
          {rows.map((note) => (
            <ItemBoundary key={note.id} of={note}>
              <Note
                note={note}
                nameOf={nameOf}
                isLit={note.id === lit}
                isUnseen={unseen.has(note.id)}
                onDelete={() => ask(note)}
              />
            </ItemBoundary>
          ))}
        </ul>
      </div>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={t`Deseja realmente excluir este registro?`}
        description={asked && withNames(asked.note, nameOf)}
        confirm={t`Excluir`}
        onConfirm={() => asked && remove(asked.id)}
      />
    </>
  )
}

function useNameOf(people: readonly Mentionable[]): (userId: string) => string {
  const { t } = useLingui()
  const names = useMemo(() => new Map(people.map(({ id, name }) => [id, name])), [people])
  return (userId) => names.get(userId) ?? (people.length === 0 ? '…' : t`usuário excluído`)
}

const elementId = (noteId: string) => `note-${noteId}`

/** Leads to the note that the address names, once; which one it was stays marked. */
function useLinkedNote(rows: readonly NoteRow[], noteId: string | undefined, onShown: () => void): string | undefined {
  const [lit, setLit] = useState<string>()
  const isHere = noteId !== undefined && rows.some(({ id }) => id === noteId)
  if (isHere && lit !== noteId) setLit(noteId)
  useEffect(() => {
    if (!isHere) return
    const element = document.querySelector<HTMLElement>(`#${elementId(noteId)}`)
    element?.scrollIntoView({ block: 'center' })
    element?.focus({ preventScroll: true })
    onShown()
  }, [isHere, noteId, onShown])
  return lit
}

interface NoteProps {
  note: NoteRow
  /** It was asked for. */
  isLit: boolean
  /** It mentions whoever looks, who has not seen it yet. */
  isUnseen: boolean
  nameOf(userId: string): string
  onDelete(): void
}

function Note({ note, isLit, isUnseen, nameOf, onDelete }: NoteProps) {
  const { t } = useLingui()
  const actor = useActor()
  const deletable = note.userId === actor.userId || hasPermission(actor, 'tickets-manager:showall')
  const element = useSeen(note.id, isUnseen)
  return (
    <li
      ref={element}
      id={elementId(note.id)}
      tabIndex={-1}
      className={cn('rounded-md bg-hover p-2 text-sm', isLit && 'outline-2 outline-accent')}
    >
      <p dir="auto" className="text-left wrap-anywhere whitespace-pre-wrap">
        <NoteText note={note.note} nameOf={nameOf} />
      </p>
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
