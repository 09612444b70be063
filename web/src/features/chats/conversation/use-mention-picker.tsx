// Members above the field while `@` and the beginning of a name stand at the caret. The focus stays in the field: arrows choose, Enter or Tab
// takes, Escape closes.
import type { ChatMemberRow } from 'db/chats/queries.ts'
import { useLingui } from '@lingui/react/macro'
import { useState, type KeyboardEvent } from 'react'
import { Avatar } from '../../../components/ui/avatar.tsx'
import type { FieldPicker } from '../../../desk/conversation/composer/message-field.tsx'
import { cn } from '../../../lib/class-names.ts'
import { atTermAt, membersLike } from './mentions.ts'

const shownAtOnce = 8
const listId = 'mentions'
const optionId = (id: string) => `mention-${id}`

interface MentionPickerOptions {
  text: string
  caret: number
  /** But oneself. */
  members: readonly ChatMemberRow[]
  onTake(text: string, place: { start: number; end: number }): void
}

export function useMentionPicker({ text, caret, members, onTake }: MentionPickerOptions): FieldPicker {
  const { t } = useLingui()
  const begun = atTermAt(text, caret)
  const [closedAt, setClosedAt] = useState<number>()
  const [chosen, setChosen] = useState(0)
  // Another `@` is another wish.
  if (!begun && closedAt !== undefined) setClosedAt(undefined)
  const at = begun && begun.start !== closedAt ? begun : null
  const shown = at ? membersLike(members, at.term).slice(0, shownAtOnce) : []
  const index = Math.min(chosen, Math.max(shown.length - 1, 0))
  const take = (member: ChatMemberRow | undefined) => {
    if (!member || !at) return
    setChosen(0)
    onTake(`@${member.name} `, { start: at.start, end: caret })
  }
  const onKeyDown = ({ key, shiftKey, nativeEvent }: KeyboardEvent): boolean => {
    if (shown.length === 0 || nativeEvent.isComposing) return false
    const step = { ArrowDown: 1, ArrowUp: -1 }[key]
    if (step !== undefined) setChosen((index + step + shown.length) % shown.length)
    else if (key === 'Tab' || (key === 'Enter' && !shiftKey)) take(shown[index])
    else if (key === 'Escape') setClosedAt(at?.start)
    else return false
    return true
  }
  const active = shown[index]
  return {
    onKeyDown,
    list: shown.length > 0 && (
      <ul
        id={listId}
        role="listbox"
        aria-label={t`Mencionar`}
        className="absolute inset-x-2 bottom-full z-20 mb-1 max-h-64 max-w-sm overflow-y-auto rounded-lg bg-raised p-1 shadow-pop sm:inset-x-4"
      >
        {shown.map((member, position) => (
          <li
            key={member.id}
            id={optionId(member.id)}
            role="option"
            aria-selected={position === index}
            // The field keeps the focus.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => take(member)}
            className={cn(
              'flex min-h-9 cursor-default items-center gap-3 rounded-md px-2 py-1 touch:min-h-11',
              position === index ? 'bg-hover' : 'hover:bg-hover',
            )}
          >
            <Avatar name={member.name} size="sm" />
            <span className="min-w-0 flex-1 truncate">{member.name}</span>
          </li>
        ))}
      </ul>
    ),
    aria: active && {
      'aria-autocomplete': 'list',
      'aria-controls': listId,
      'aria-activedescendant': optionId(active.id),
    },
  }
}
