// A note being written. A colleague whom it names is told of it; who would not be is said at the field, while it can be helped.
import { noteText } from 'db/tickets/notes.ts'
import { distinctNames, placesOf, withIds } from 'db/mentions/text.ts'
import type { Mentionable } from 'db/mentions/queries.ts'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { newId } from 'db/kit/new-id.ts'
import { AtSign } from 'lucide-react'
import { useMemo, useRef, useState, type FormEvent, type KeyboardEvent, type RefObject } from 'react'
import * as v from 'valibot'
import { Button } from '../../../../components/ui/button.tsx'
import { IconButton } from '../../../../components/ui/icon-button.tsx'
import { Textarea } from '../../../../components/ui/inputs/textarea.tsx'
import { useMentionPicker } from '../../../../desk/mention-picker.tsx'
import { useActor } from '../../../../lib/app/actor-context.tsx'
import { toastDone, toastError } from '../../../../lib/app/toast.ts'
import { useFieldInsert } from '../../../../lib/text/use-field-insert.ts'
import { mutate } from '../../../../sync/client.ts'

const minLength = 2

export function NoteForm({ ticketId, people }: { ticketId: string; people: readonly Mentionable[] }) {
  const { t } = useLingui()
  const input = useRef<HTMLTextAreaElement>(null)
  const [note, setNote] = useState('')
  const [tried, setTried] = useState(false)
  const others = useOthers(people)
  const { caret, setCaret, insert, picker } = useMentioning(input, note, setNote, others)
  const stored = withIds(note.trim(), others)
  const problem = problemOf(note, stored)
  const add = () => {
    setTried(true)
    if (problem !== null) return
    mutate('ticketNote.create', { id: newId(), ticketId, note: stored }).then(
      () => toastDone(t`Observação adicionada com sucesso!`),
      toastError,
    )
    setNote('')
    setTried(false)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const saves = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
    if (!saves && !picker.onKeyDown(event)) return
    event.preventDefault()
    // Escape closed the list, and not what it stands in.
    event.stopPropagation()
    if (saves) add()
  }
  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        add()
      }}
      className="grid gap-2"
    >
      <div className="relative">
        <Textarea
          ref={input}
          aria-label={t`Nova observação`}
          placeholder={t`Escreva para a equipe; @ menciona um colega`}
          maxLength={4096}
          value={note}
          aria-invalid={tried && problem !== null}
          {...picker.aria}
          onChange={({ target }) => setNote(target.value)}
          onSelect={({ currentTarget }) => setCaret(currentTarget.selectionEnd)}
          onKeyDown={onKeyDown}
        />
        {picker.list}
      </div>
      <WhoIsTold note={note} others={others} />
      {tried && problem !== null && <Problem problem={problem} />}
      <Actions onMention={() => insert(note === '' || /\s$/.test(note.slice(0, caret)) || caret === 0 ? '@' : ' @')} />
    </form>
  )
}

/** Text and people into the note, where the caret is. */
function useMentioning(
  input: RefObject<HTMLTextAreaElement | null>,
  note: string,
  setNote: (note: string) => void,
  others: readonly Other[],
) {
  const [caret, setCaret] = useState(0)
  const write = useFieldInsert(input, setNote)
  const insert = (inserted: string, place?: { start: number; end: number }) => {
    const start = place?.start ?? input.current?.selectionStart ?? caret
    write(inserted, place)
    setCaret(start + inserted.length)
  }
  const picker = useMentionPicker({
    text: note,
    caret,
    people: others,
    side: 'below',
    onTake: ({ name }, place) => insert(`@${name} `, place),
  })
  return { caret, setCaret, insert, picker }
}

function Actions({ onMention }: { onMention(): void }) {
  const { t } = useLingui()
  return (
    <div className="flex gap-2">
      <Button type="submit" className="flex-1">
        <Trans>Adicionar observação</Trans>
      </Button>
      <IconButton label={t`Mencionar um colega`} onClick={onMention}>
        <AtSign />
      </IconButton>
    </div>
  )
}

function Problem({ problem }: { problem: 'short' | 'long' }) {
  return (
    <p role="alert" className="text-xs text-danger">
      {problem === 'short' ? (
        <Trans>Escreva pelo menos 2 caracteres.</Trans>
      ) : (
        <Trans>A observação é longa demais: encurte-a ou mencione menos colegas.</Trans>
      )}
    </p>
  )
}

function problemOf(note: string, stored: string): 'short' | 'long' | null {
  if (note.trim().length < minLength) return 'short'
  return v.is(noteText, stored) ? null : 'long'
}

type Other = Mentionable & { blocked?: string | undefined }

/** Everybody but oneself, by names that tell them apart. */
function useOthers(people: readonly Mentionable[]): readonly Other[] {
  const { t } = useLingui()
  const { userId } = useActor()
  const blocked = t`Não vê este atendimento`
  return useMemo(
    () =>
      distinctNames(people)
        .filter(({ id }) => id !== userId)
        .map((person) => ({ ...person, ...(!person.sees && { blocked }) })),
    [people, userId, blocked],
  )
}

/** Of those whom a text names already. */
function WhoIsTold({ note, others }: { note: string; others: readonly Other[] }) {
  const { i18n } = useLingui()
  const ids = new Set(placesOf(note, others).map(({ id }) => id))
  const named = others.filter(({ id }) => ids.has(id))
  const listed = (people: readonly Other[]) =>
    new Intl.ListFormat(i18n.locale, { type: 'conjunction' }).format(people.map(({ name }) => name))
  const told = named.filter(({ sees }) => sees)
  const untold = named.filter(({ sees }) => !sees)
  const [toldNames, untoldNames] = [listed(told), listed(untold)]
  return (
    <div role="status" className="text-xs empty:hidden">
      {told.length > 0 && (
        <p className="text-muted">
          {plural(told.length, { one: `${toldNames} receberá um aviso.`, other: `${toldNames} receberão um aviso.` })}
        </p>
      )}
      {untold.length > 0 && (
        <p className="text-danger">
          {plural(untold.length, {
            one: `${untoldNames} não vê este atendimento e não receberá aviso.`,
            other: `${untoldNames} não veem este atendimento e não receberão aviso.`,
          })}
        </p>
      )}
    </div>
  )
}
