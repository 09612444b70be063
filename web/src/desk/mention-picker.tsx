// People at a field, colleagues or a group's members, while `@` and the beginning of a name stand at its caret. The focus stays in the field: arrows choose, Enter and
// Tab take, Escape closes; a finger taps. Found without accents, by any word of a name. It knows neither what is written nor where it goes.
import { foldText } from 'db/kit/sql/search-text.ts'
import { mentionTermAt, type Named } from 'db/mentions/text.ts'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { Avatar } from '../components/ui/avatar.tsx'
import { cn } from '../lib/class-names.ts'

export interface Candidate extends Named {
  /** Why they can't be mentioned here; they are shown below the others, to be found and not to be taken. */
  blocked?: string | undefined
}

interface MentionPickerOptions {
  text: string
  caret: number
  people: readonly Candidate[]
  side: 'above' | 'below'
  onTake(person: Candidate, place: { start: number; end: number }): void
}

const shownAtOnce = 20

export function useMentionPicker({ text, caret, people, side, onTake }: MentionPickerOptions) {
  const listId = useId()
  const begun = mentionTermAt(text, caret)
  const [closedAt, setClosedAt] = useState<number>()
  const [chosen, setChosen] = useState(0)
  // Another `@` is another wish.
  if (!begun && closedAt !== undefined) setClosedAt(undefined)
  const wanted = begun && begun.start !== closedAt ? begun : null
  const shown = wanted ? matching(people, wanted.term) : []
  const takeable = shown.filter(({ blocked }) => blocked === undefined).length
  const index = Math.min(chosen, Math.max(takeable - 1, 0))
  const active = takeable > 0 ? shown[index] : undefined
  const optionId = (id: string) => `${listId}-${id}`

  const take = (person: Candidate | undefined) => {
    if (!person || person.blocked !== undefined || !wanted) return
    setChosen(0)
    setClosedAt(wanted.start)
    onTake(person, { start: wanted.start, end: caret })
  }
  /** True: the key was for the list. */
  const onKeyDown = ({ key, shiftKey, nativeEvent }: KeyboardEvent): boolean => {
    if (shown.length === 0 || !wanted || nativeEvent.isComposing) return false
    const step = { ArrowDown: 1, ArrowUp: -1 }[key]
    if (key === 'Escape') setClosedAt(wanted.start)
    else if (!active) return false
    else if (step !== undefined) setChosen((index + step + takeable) % takeable)
    else if (key === 'Tab' || (key === 'Enter' && !shiftKey)) take(active)
    else return false
    return true
  }
  return {
    onKeyDown,
    list: shown.length > 0 && (
      <People id={listId} people={shown} activeId={active?.id} optionId={optionId} side={side} onTake={take} />
    ),
    aria: active && {
      'aria-autocomplete': 'list' as const,
      'aria-controls': listId,
      'aria-activedescendant': optionId(active.id),
    },
  }
}

/** Whose name begins so comes first, then by any of its words; the order that they came in stays. */
function matching(people: readonly Candidate[], term: string): Candidate[] {
  const folded = foldText(term)
  const rank = ({ name, blocked }: Candidate) => {
    const own = foldText(name)
    if (!` ${own}`.includes(` ${folded}`)) return null
    return (blocked === undefined ? 0 : 2) + (own.startsWith(folded) ? 0 : 1)
  }
  const found = people.flatMap((person) => {
    const place = rank(person)
    return place === null ? [] : [{ person, place }]
  })
  return found
    .toSorted((a, b) => a.place - b.place)
    .slice(0, shownAtOnce)
    .map(({ person }) => person)
}

interface PeopleProps {
  id: string
  people: readonly Candidate[]
  activeId: string | undefined
  optionId(id: string): string
  side: 'above' | 'below'
  onTake(person: Candidate): void
}

function People({ id, people, activeId, optionId, side, onTake }: PeopleProps) {
  const { t } = useLingui()
  const list = useRef<HTMLUListElement>(null)
  const activeIndex = people.findIndex((person) => person.id === activeId)
  useEffect(() => {
    // What it returns (a promise, in new browsers) is no clean-up.
    list.current?.children[activeIndex]?.scrollIntoView({ block: 'nearest' })
  }, [activeIndex])
  return (
    <ul
      ref={list}
      id={id}
      role="listbox"
      aria-label={t`Mencionar`}
      className={cn(
        'absolute z-20 max-h-56 max-w-lg overflow-y-auto rounded-lg bg-raised p-1 shadow-pop',
        side === 'above' ? 'inset-x-2 bottom-full mb-1 sm:inset-x-4' : 'inset-x-0 top-full mt-1',
      )}
    >
      {people.map((person) => (
        <li
          key={person.id}
          id={optionId(person.id)}
          role="option"
          aria-selected={person.id === activeId}
          aria-disabled={person.blocked !== undefined}
          // The field keeps the focus.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onTake(person)}
          className={cn(
            'flex min-h-10 cursor-default items-center gap-2.5 rounded-md px-2 py-1 touch:min-h-11',
            person.id === activeId && 'bg-hover',
            person.blocked === undefined ? 'hover:bg-hover' : 'text-muted',
          )}
        >
          <Avatar name={person.name} size="sm" />
          <span className="min-w-0 flex-1">
            <span dir="auto" className="block truncate text-left text-sm">
              {person.name}
            </span>
            {person.blocked !== undefined && (
              <span className="block truncate text-xs text-muted">{person.blocked}</span>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}
