// Reactions hang on the lower edge of their bubble. A click says who, and takes our own back.
import type { MessageRow } from 'db/messages/queries.ts'
import { useLingui } from '@lingui/react/macro'
import { plural } from '@lingui/core/macro'
import { useState } from 'react'
import { cn } from '../../../lib/class-names.ts'
import { countReactions } from './reaction-counts.ts'
import { ReactionsDialog } from './reactions-dialog.tsx'

const shownEmoji = 4

export function Reactions({ message }: { message: MessageRow }) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const counts = countReactions(message.reactions)
  if (counts.length === 0 || message.isDeleted) return null
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  const emoji = counts
    .slice(0, shownEmoji)
    .map((each) => each.emoji)
    .join(' ')
  const own = counts.some((each) => each.own)
  const words = plural(total, { one: '# reação', other: '# reações' })
  return (
    <>
      <button
        type="button"
        aria-label={t`${words}: ${emoji}`}
        onClick={() => setOpen(true)}
        className={cn(
          'relative z-1 mx-2 -mt-1.5 mb-0.5 inline-flex h-6 items-center gap-1 rounded-full border px-1.5 text-sm shadow-bubble',
          "touch:after:absolute touch:after:-inset-2.5 touch:after:content-['']",
          own ? 'border-accent bg-accent-soft' : 'border-line bg-raised',
        )}
      >
        {counts.slice(0, shownEmoji).map((each) => (
          <span key={each.emoji} className="max-w-16 truncate">
            {each.emoji}
          </span>
        ))}
        {total > 1 && <span className="pr-0.5 text-xs text-muted tabular">{total}</span>}
      </button>
      {open && <ReactionsDialog message={message} onClose={() => setOpen(false)} />}
    </>
  )
}
