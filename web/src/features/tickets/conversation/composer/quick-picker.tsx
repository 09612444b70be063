// Quick messages above the field while `/` stands at the caret, with what is typed behind it. The focus stays in the field: arrows choose,
// Enter takes, Escape closes. Own ones and those for everybody, as this customer would read them; what it takes may bring a file along.
// Invariant: while the caret is at a `/` that Escape has not closed, Enter sends nothing: it was meant for a quick message, and the customer
// would read a slip.
import { quickMessagesLike, type QuickMessageChoice } from 'db/quick-messages/queries.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { Paperclip } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { Button } from '../../../../components/ui/button.tsx'
import { cn } from '../../../../lib/class-names.ts'
import { touch, useMedia } from '../../../../lib/media/use-media.ts'
import { useKeptQuery } from '../../../../desk/use-kept-query.ts'
import { useQuery } from '../../../../sync/client.ts'
import { cutPreview, slashTermAt } from './message-text.ts'

const shownAtOnce = 20
const listId = 'quick-messages'
const optionId = (id: string) => `quick-message-${id}`

interface QuickPickerOptions {
  text: string
  caret: number
  /** With its variables, as it would stand in the field. */
  fill(message: string): string
  onTake(message: QuickMessageChoice, slash: { start: number; end: number }): void
  /** To write one with this shortcut. */
  onCreate(shortcode: string): void
}

export function useQuickPicker({ text, caret, fill, onTake, onCreate }: QuickPickerOptions) {
  const begun = slashTermAt(text, caret)
  const [closedAt, setClosedAt] = useState<number>()
  const [chosen, setChosen] = useState(0)
  const wanted = begun && begun.start !== closedAt ? begun : null
  const query = wanted && quickMessagesLike({ term: wanted.term, limit: shownAtOnce })
  const { rows, ready } = useKeptQuery(query)
  // What is shown was found for these letters, and not for those before.
  const current = useQuery(query).ready
  const shown = wanted ? rows : []
  // Another `/` is another wish.
  if (!begun && closedAt !== undefined) setClosedAt(undefined)
  const index = Math.min(chosen, Math.max(shown.length - 1, 0))
  const take = (message: QuickMessageChoice | undefined) => {
    if (!message || !wanted || !current) return
    setChosen(0)
    onTake(message, { start: wanted.start, end: caret })
  }

  /** True: the key was for the list. */
  const onKeyDown = ({ key, shiftKey, nativeEvent }: KeyboardEvent): boolean => {
    if (!wanted || nativeEvent.isComposing) return false
    if (key === 'Enter' && !shiftKey) take(shown[index])
    else if (key === 'Escape') setClosedAt(wanted.start)
    else return shown.length > 0 && choose(key)
    return true
  }
  const choose = (key: string): boolean => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[key]
    if (step !== undefined) setChosen((index + step + shown.length) % shown.length)
    else if (key === 'Tab') take(shown[index])
    else return false
    return true
  }
  const active = shown[index]
  return {
    onKeyDown,
    list: (
      <>
        {shown.length > 0 && <QuickList rows={shown} index={index} fill={fill} onTake={take} />}
        {wanted && ready && current && rows.length === 0 && (
          <NoMatch term={wanted.term} onCreate={() => onCreate(wanted.term)} />
        )}
      </>
    ),
    aria: active && {
      'aria-autocomplete': 'list' as const,
      'aria-controls': listId,
      'aria-activedescendant': optionId(active.id),
    },
  }
}

const popup = 'absolute inset-x-2 bottom-full z-20 mb-1 max-w-lg rounded-lg bg-raised shadow-pop sm:inset-x-4'

/** Enter does nothing then: says why, how there is one the next time, and how it goes to the customer all the same. */
function NoMatch({ term, onCreate }: { term: string; onCreate(): void }) {
  const { t } = useLingui()
  const onTouch = useMedia(touch)
  return (
    <div className={cn(popup, 'flex items-center gap-2 py-2 pr-2 pl-3 text-sm')}>
      <div role="status" className="min-w-0 flex-1">
        <p className="truncate">
          {term === '' ? t`Nenhuma mensagem rápida` : t`Nenhuma mensagem rápida com “${term}”`}
        </p>
        <p className="text-xs text-muted">
          {onTouch ? (
            <Trans>Para enviar como texto: o botão Enviar.</Trans>
          ) : (
            <Trans>Para enviar como texto: o botão Enviar, ou Esc e Enter.</Trans>
          )}
        </p>
      </div>
      <Button size="sm" aria-label={t`Criar mensagem rápida`} onClick={onCreate}>
        <Trans>Criar</Trans>
      </Button>
    </div>
  )
}

interface QuickListProps {
  rows: readonly QuickMessageChoice[]
  index: number
  fill(message: string): string
  onTake(message: QuickMessageChoice): void
}

function QuickList({ rows, index, fill, onTake }: QuickListProps) {
  const { t } = useLingui()
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    // What it returns (a promise, in new browsers) is no clean-up.
    list.current?.children[index]?.scrollIntoView({ block: 'nearest' })
  }, [index])
  return (
    <ul
      ref={list}
      id={listId}
      role="listbox"
      aria-label={t`Mensagens rápidas`}
      className={cn(popup, 'max-h-64 overflow-y-auto p-1')}
    >
      {rows.map((row, at) => (
        <li
          key={row.id}
          id={optionId(row.id)}
          role="option"
          aria-selected={at === index}
          // The field keeps the focus.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onTake(row)}
          className={cn(
            'flex min-h-9 cursor-default items-center gap-3 rounded-md px-2 py-1 touch:min-h-11',
            at === index ? 'bg-hover' : 'hover:bg-hover',
          )}
        >
          <span className="max-w-40 shrink-0 truncate font-medium">/{row.shortcode}</span>
          <span className="min-w-0 flex-1 truncate text-muted">{cutPreview(fill(row.message))}</span>
          {row.mediaHash !== null && <Paperclip aria-label={t`Com anexo`} className="size-4 shrink-0 text-muted" />}
        </li>
      ))}
    </ul>
  )
}
