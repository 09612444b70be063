import type { MessageRow } from 'db/messages/queries.ts'
import { useLingui } from '@lingui/react/macro'
import { Circle, Square } from 'lucide-react'

/** Shown only: votes are cast on phones. */
export function Poll({ message }: { message: MessageRow }) {
  const { t } = useLingui()
  const { options = [], selectable = 1 } = message.details?.poll ?? {}
  const single = selectable === 1
  const Mark = single ? Circle : Square
  return (
    <div className="w-64 max-w-full py-0.5">
      <p className="font-medium">{message.body}</p>
      <p className="mb-1.5 text-xs text-quote">{single ? t`Enquete · uma resposta` : t`Enquete · várias respostas`}</p>
      <ul role="list" className="flex flex-col gap-1.5">
        {options.map((option, index) => (
          <li key={index} className="flex items-start gap-2 text-sm">
            <Mark aria-hidden className="mt-0.5 size-3.5 shrink-0 text-quote" />
            <span className="min-w-0 wrap-anywhere">{option}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
