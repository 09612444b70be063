import type { MessageRow } from 'db/messages/queries.ts'
import { useLingui } from '@lingui/react/macro'
import { Clock } from 'lucide-react'
import { cn } from '../../../lib/class-names.ts'
import { formatDateTime, formatTime } from '../../../lib/text/date-time.ts'
import type { Delivery } from './delivery.ts'
import { kindOf } from '../../message-kind.ts'
import { saidAt } from '../list/place-message.ts'
import { Ticks } from './ticks.tsx'

interface StampProps {
  message: MessageRow
  delivery: Delivery | null
  changing: boolean
  last: boolean
  /** Said on another day than that under which it stands. */
  dated: boolean
}

/** To the height of the last line of what is more than text. */
function liftOf(message: MessageRow): string | undefined {
  const kind = kindOf(message)
  if (kind === 'call') return 'mt-6'
  return (kind === 'voice' || kind === 'audio') && message.mediaHash !== null ? '-mt-3' : undefined
}

/** When, whether edited, and how far it has come. Floats into the last line when it fits there. */
export function Stamp({ message, delivery, changing, last, dated }: StampProps) {
  const { t } = useLingui()
  const { fromMe, isDeleted } = message
  const at = saidAt(message)
  const edited = message.editedAt !== null && !isDeleted
  if (!last && delivery === null && !edited && !changing) return null
  return (
    <span
      dir="ltr"
      className={cn(
        'float-end mt-1 ms-3 inline-flex h-4 items-center gap-1 text-2xs tabular',
        liftOf(message),
        fromMe ? 'text-own-muted' : 'text-muted',
      )}
    >
      {edited && <span title={message.editedAt ? formatDateTime(message.editedAt) : undefined}>{t`Editada`}</span>}
      {last && (
        <time dateTime={at.toISOString()} title={formatDateTime(at)}>
          {dated ? formatDateTime(at) : formatTime(at)}
        </time>
      )}
      {changing && delivery !== 'queued' && delivery !== 'sending' && (
        <Clock role="img" aria-label={t`Alteração aguardando envio`} className="size-3.5 shrink-0" />
      )}
      {delivery && !isDeleted && <Ticks delivery={delivery} />}
    </span>
  )
}
