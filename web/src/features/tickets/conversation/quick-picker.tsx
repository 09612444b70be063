// Quick messages above the field while `/` and a term stand at the caret. The focus stays in the field: arrows choose, Enter takes,
// Escape closes. Own ones and those for everybody; what it takes may bring a file along.
import { quickMessagesLike, type QuickMessageChoice } from 'db/quick-messages/queries.ts'
import { useLingui } from '@lingui/react/macro'
import { Paperclip } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { cn } from '../../../lib/class-names.ts'
import { useKeptQuery } from '../../../lib/use-kept-query.ts'
import { cutPreview, slashTermAt } from './message-text.ts'

const shownAtOnce = 20
const listId = 'quick-messages'
const optionId = (id: string) => `quick-message-${id}`

interface QuickPickerOptions {
  text: string
  caret: number
  /** All are looked at, from the menu: a `/` alone is enough. */
  browsing: boolean
  onTake(message: QuickMessageChoice, slash: { start: number; end: number }): void
}

export function useQuickPicker({ text, caret, browsing, onTake }: QuickPickerOptions) {
  const slash = slashTermAt(text, caret, browsing ? 0 : 2)
  const [closedAt, setClosedAt] = useState<number>()
  const [chosen, setChosen] = useState(0)
  const wanted = slash && slash.start !== closedAt ? slash : null
  const { rows } = useKeptQuery(wanted && quickMessagesLike({ term: wanted.term, limit: shownAtOnce }))
  const shown = wanted ? rows : []
  // Another `/` is another wish.
  if (!slash && closedAt !== undefined) setClosedAt(undefined)
  const index = Math.min(chosen, Math.max(shown.length - 1, 0))
  const take = (message: QuickMessageChoice | undefined) => {
    if (!message || !wanted) return
    setChosen(0)
    onTake(message, { start: wanted.start, end: caret })
  }

  /** True: the key was for the list. */
  const onKeyDown = ({ key, shiftKey, nativeEvent }: KeyboardEvent): boolean => {
    if (shown.length === 0 || nativeEvent.isComposing) return false
    const step = { ArrowDown: 1, ArrowUp: -1 }[key]
    if (step !== undefined) setChosen((index + step + shown.length) % shown.length)
    else if (key === 'Escape') setClosedAt(wanted?.start)
    else if ((key === 'Enter' && !shiftKey) || key === 'Tab') take(shown[index])
    else return false
    return true
  }
  const active = shown[index]
  return {
    onKeyDown,
    list: shown.length > 0 && <QuickList rows={shown} index={index} onTake={take} />,
    aria: active && {
      'aria-autocomplete': 'list' as const,
      'aria-controls': listId,
      'aria-activedescendant': optionId(active.id),
    },
  }
}

interface QuickListProps {
  rows: readonly QuickMessageChoice[]
  index: number
  onTake(message: QuickMessageChoice): void
}

function QuickList({ rows, index, onTake }: QuickListProps) {
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
      className="absolute inset-x-2 bottom-full z-20 mb-1 max-h-64 max-w-lg overflow-y-auto rounded-lg bg-raised p-1 shadow-pop sm:inset-x-4"
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
          <span className="min-w-0 flex-1 truncate text-muted">{cutPreview(row.message)}</span>
          {row.mediaHash !== null && <Paperclip aria-label={t`Com anexo`} className="size-4 shrink-0 text-muted" />}
        </li>
      ))}
    </ul>
  )
}
