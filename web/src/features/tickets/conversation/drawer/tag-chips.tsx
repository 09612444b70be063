// The tags of a ticket, and the picker that adds, removes and creates them. Each is a mutation of its own: two people who tag the
// same ticket don't undo each other.
import { foldText } from 'db/kit/sql/search-text.ts'
import { allTags, tagsOf, type TicketTag } from 'db/tags/queries.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { newId } from 'db/kit/new-id.ts'
import { presetColorAt } from 'db/kit/preset-colors.ts'
import { Check, Plus, Tag, X } from 'lucide-react'
import { useState, type KeyboardEvent, type MouseEvent } from 'react'
import { Button } from '../../../../components/ui/button.tsx'
import { IconButton } from '../../../../components/ui/icon-button.tsx'
import { Input } from '../../../../components/ui/inputs/input.tsx'
import { Popover } from '../../../../components/ui/popover.tsx'
import { toastError } from '../../../../lib/app/toast.ts'
import { useStateOf } from '../../../../lib/use-state-of.ts'
import { mutate, useQuery } from '../../../../sync/client.ts'

const run = (change: Promise<void>) => void change.catch(toastError)
const minLength = 3

export function TagChips({ ticketId }: { ticketId: string }) {
  const { t } = useLingui()
  const { rows } = useQuery(tagsOf({ ticketId }))
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      {rows.map((tag) => {
        const { id, name } = tag
        return (
          <span
            key={id}
            className="inline-flex h-6 items-center gap-1.5 rounded-full border border-line pr-0.5 pl-2 text-xs touch:h-11 touch:pl-3"
          >
            <Dot color={tag.color} />
            {name}
            <button
              type="button"
              aria-label={t`Remover a etiqueta ${name}`}
              onClick={() => run(mutate('ticketTag.remove', { ticketId, tagId: id }))}
              className="inline-flex size-5 items-center justify-center rounded-full text-muted hover:bg-hover hover:text-ink touch:size-11"
            >
              <X aria-hidden className="size-3.5" />
            </button>
          </span>
        )
      })}
      <TagPicker ticketId={ticketId} inWords />
    </div>
  )
}

/** `inWords`: where there is room for them. */
export function TagPicker({ ticketId, inWords = false }: { ticketId: string; inWords?: boolean }) {
  const { t } = useLingui()
  const [anchor, setAnchor] = useStateOf<Element | null>(ticketId, null)
  const opener = {
    'aria-expanded': anchor !== null,
    onClick: ({ currentTarget }: MouseEvent) => setAnchor(anchor ? null : currentTarget),
  }
  return (
    <>
      {inWords ? (
        <Button size="sm" variant="quiet" {...opener}>
          <Plus aria-hidden />
          <Trans>Etiqueta</Trans>
        </Button>
      ) : (
        <IconButton label={t`Etiquetas`} {...opener}>
          <Tag />
        </IconButton>
      )}
      <TagPopover key={ticketId} ticketId={ticketId} anchor={anchor} onClose={() => setAnchor(null)} />
    </>
  )
}

interface TagPopoverProps {
  ticketId: string
  /** Open while there is one. */
  anchor: Element | null
  onClose(): void
}

export function TagPopover({ ticketId, anchor, onClose }: TagPopoverProps) {
  const { t } = useLingui()
  return (
    <Popover
      open={anchor !== null}
      onOpenChange={(open) => !open && onClose()}
      label={t`Etiquetas do atendimento`}
      anchor={anchor}
      side="bottom"
    >
      <Picker ticketId={ticketId} />
    </Popover>
  )
}

function Picker({ ticketId }: { ticketId: string }) {
  const { t } = useLingui()
  const { rows: tags } = useQuery(allTags())
  const has = new Set(useQuery(tagsOf({ ticketId })).rows.map(({ id }) => id))
  const [term, setTerm] = useState('')
  const name = term.trim()
  const shown = tags.filter((tag) => foldText(tag.name).includes(foldText(term)))
  const isNew = name.length >= minLength && !tags.some((tag) => foldText(tag.name) === foldText(name))
  const toggle = ({ id: tagId }: TicketTag) =>
    run(mutate(has.has(tagId) ? 'ticketTag.remove' : 'ticketTag.add', { ticketId, tagId }))
  const create = () => {
    const tagId = newId()
    const created = mutate('tag.create', { id: tagId, name, color: presetColorAt(tags.length), kanban: false })
    run(created.then(() => mutate('ticketTag.add', { ticketId, tagId })))
    setTerm('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    const [first] = shown
    if (isNew && !first) create()
    else if (first) toggle(first)
  }
  return (
    <div className="w-72 p-2">
      <Input
        aria-label={t`Buscar ou criar etiqueta`}
        placeholder={t`Buscar ou criar etiqueta`}
        maxLength={50}
        value={term}
        onChange={({ target }) => setTerm(target.value)}
        onKeyDown={onKeyDown}
      />
      <ul className="mt-2 grid max-h-64 overflow-y-auto">
        {shown.map((tag) => (
          <li key={tag.id}>
            <button type="button" aria-pressed={has.has(tag.id)} onClick={() => toggle(tag)} className={rowClass}>
              <Dot color={tag.color} />
              <span className="min-w-0 flex-1 truncate text-left">{tag.name}</span>
              {has.has(tag.id) && <Check aria-hidden className="size-4 text-accent" />}
            </button>
          </li>
        ))}
        {isNew && <NewTag name={name} onCreate={create} />}
        {shown.length === 0 && !isNew && (
          <li className="px-2 py-1.5 text-sm text-muted">
            <Trans>Nenhuma etiqueta. Escreva um nome para criar uma.</Trans>
          </li>
        )}
      </ul>
    </div>
  )
}

function NewTag({ name, onCreate }: { name: string; onCreate(): void }) {
  return (
    <li>
      <button type="button" onClick={onCreate} className={rowClass}>
        <Plus aria-hidden className="size-4 text-muted" />
        <span className="min-w-0 flex-1 truncate text-left">
          <Trans>Criar a etiqueta “{name}”</Trans>
        </span>
      </button>
    </li>
  )
}

const rowClass = 'flex h-9 w-full items-center gap-2 rounded-md px-2 text-base hover:bg-hover touch:h-11'

function Dot({ color }: { color: string }) {
  return <span aria-hidden style={{ backgroundColor: color }} className="size-2.5 shrink-0 rounded-full" />
}
