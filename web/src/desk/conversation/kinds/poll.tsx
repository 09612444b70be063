import type { MessageRow } from 'db/messages/queries.ts'
import { Plural, useLingui } from '@lingui/react/macro'
import { Circle, Square } from 'lucide-react'
import { Button } from '../../../components/ui/button.tsx'
import { useGrowth } from '../list/growth.ts'
import { LongText } from './long-text.tsx'

/** As many as WhatsApp's own apps allow. */
const shownAtOnce = 12

/** Shown only: votes are cast on phones. */
export function Poll({ message }: { message: MessageRow }) {
  const { t } = useLingui()
  const { options = [], selectable = 1 } = message.details?.poll ?? {}
  const { times, showMore } = useGrowth(`${message.id}/options`)
  const shown = (times + 1) * shownAtOnce
  const left = options.length - shown
  const single = selectable === 1
  const Mark = single ? Circle : Square
  return (
    <div className="w-64 max-w-full py-0.5">
      <p className="font-medium wrap-anywhere">
        <LongText message={message} />
      </p>
      <p className="mb-1.5 text-xs text-quote">{single ? t`Enquete · uma resposta` : t`Enquete · várias respostas`}</p>
      <ul role="list" className="flex flex-col gap-1.5">
        {options.slice(0, shown).map((option, index) => (
          <li key={index} className="flex items-start gap-2 text-sm">
            <Mark aria-hidden className="mt-0.5 size-3.5 shrink-0 text-quote" />
            <span dir="auto" className="min-w-0 wrap-anywhere">
              {option}
            </span>
          </li>
        ))}
      </ul>
      {left > 0 && (
        <Button size="sm" variant="quiet" onClick={showMore}>
          <Plural value={left} one="Mais # opção" other="Mais # opções" />
        </Button>
      )}
    </div>
  )
}
