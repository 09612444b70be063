import { Trans, useLingui } from '@lingui/react/macro'
import { plural } from '@lingui/core/macro'
import { ArrowDown } from 'lucide-react'
import { Fragment, useMemo } from 'react'
import { useActor } from '../../../lib/actor-context.tsx'
import { formatDateTime } from '../../../lib/date-time.ts'
import { usePendingIds, useSyncStatus } from '../../../sync/client.ts'
import type { MessageRow, TicketDetail } from '../queries.ts'
import { Bubble } from './bubble.tsx'
import { FailedNote, RefusedNote } from './broken-note.tsx'
import { DayPill, Separator } from './day-pill.tsx'
import { deliveryOf } from './delivery.ts'
import { groupMessages } from './group-messages.ts'
import { NewMessageAnnouncer } from './new-message-announcer.tsx'
import type { Messages } from './use-messages.ts'
import { useScroll } from './use-scroll.ts'

interface MessageListProps {
  ticket: TicketDetail
  messages: Messages
  /** Absent where nothing can be sent. */
  onResend: ((message: MessageRow) => void) | null
}

export function MessageList({ ticket, messages, onResend }: MessageListProps) {
  const { t } = useLingui()
  const { userId } = useActor()
  const { rows, refused, unsaved, hasOlder, loadOlder, ready } = messages
  const pending = usePendingIds()
  const { network, phase } = useSyncStatus()
  const offline = network === 'offline' || phase === 'reconnecting'
  const placed = useMemo(() => groupMessages(rows), [rows])
  const { ref, missed, toBottom, onScroll } = useScroll(rows, loadOlder)

  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={ref}
        role="log"
        aria-label={t`Conversa`}
        aria-live="off"
        tabIndex={0}
        onScroll={onScroll}
        className="flex h-full flex-col-reverse overflow-y-auto overscroll-contain px-3 outline-offset-[-2px] [overflow-anchor:none] sm:px-6"
      >
        <div className="flex flex-col gap-0.5 py-3">
          {ready && !hasOlder && <TicketStart ticket={ticket} />}
          {placed.map(({ message, opensDay, first, last }) => {
            const entry = refused.get(message.id)
            const waiting = unsaved.has(message.id) || pending.has(message.id)
            const delivery = entry ? 'refused' : deliveryOf(message, { waiting, offline })
            const colleague = message.fromMe && message.userId !== userId
            return (
              <Fragment key={message.id}>
                {opensDay && <DayPill date={message.createdAt} />}
                {first && !opensDay && <span className="h-1.5" />}
                <Bubble
                  message={message}
                  delivery={delivery}
                  first={first}
                  last={last}
                  author={colleague ? message.userName : null}
                />
                {entry && <RefusedNote entry={entry} />}
                {delivery === 'failed' && (
                  <FailedNote reason={message.ackError} onResend={onResend && (() => onResend(message))} />
                )}
              </Fragment>
            )
          })}
          {ticket.status === 'closed' && ticket.closedAt && <TicketEnd at={ticket.closedAt} />}
        </div>
      </div>
      {missed > 0 && <MissedPill count={missed} onClick={toBottom} />}
      <NewMessageAnnouncer rows={rows} />
    </div>
  )
}

function TicketStart({ ticket }: { ticket: TicketDetail }) {
  const when = formatDateTime(ticket.createdAt)
  return (
    <Separator>
      <Trans>Atendimento iniciado em {when}</Trans>
    </Separator>
  )
}

function TicketEnd({ at }: { at: Date }) {
  const when = formatDateTime(at)
  return (
    <Separator>
      <Trans>Atendimento resolvido em {when}</Trans>
    </Separator>
  )
}

function MissedPill({ count, onClick }: { count: number; onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="absolute bottom-3 left-1/2 inline-flex h-8 -translate-x-1/2 items-center gap-1.5 rounded-full bg-accent px-3 text-xs font-medium text-on-accent shadow-pop touch:h-11"
    >
      {plural(count, { one: '# nova', other: '# novas' })}
      <ArrowDown aria-hidden className="size-3.5" />
    </button>
  )
}
