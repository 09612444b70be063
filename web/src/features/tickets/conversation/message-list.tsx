import { Trans, useLingui } from '@lingui/react/macro'
import { plural } from '@lingui/core/macro'
import { ArrowDown } from 'lucide-react'
import { useMemo } from 'react'
import { formatDateTime } from '../../../lib/date-time.ts'
import type { MessageRow, TicketDetail } from '../queries.ts'
import { useConversationActions } from './conversation-actions.ts'
import { Separator } from './day-pill.tsx'
import { groupMessages } from './group-messages.ts'
import { MessageItem } from './message-item.tsx'
import { NewMessageAnnouncer } from './new-message-announcer.tsx'
import { useLongPress } from './use-long-press.ts'
import { useMessageFocus } from './use-message-focus.ts'
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
  const { rows, hasOlder, loadOlder, ready } = messages
  const { openMenu } = useConversationActions()
  const placed = useMemo(() => groupMessages(rows), [rows])
  const { ref, missed, toBottom, onScroll } = useScroll(rows, loadOlder)
  const { tabStopId, ...focus } = useMessageFocus(rows)
  const longPress = useLongPress((element) => {
    const message = rows.find(({ id }) => id === element.dataset['message'])
    if (message) openMenu(message, element)
  })

  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={ref}
        role="log"
        aria-label={t`Conversa`}
        aria-live="off"
        tabIndex={0}
        onScroll={onScroll}
        {...focus}
        {...longPress}
        className="flex h-full flex-col-reverse overflow-x-hidden overflow-y-auto overscroll-contain px-3 outline-offset-[-2px] [overflow-anchor:none] sm:px-6"
      >
        <div className="flex flex-col gap-0.5 py-3">
          {ready && !hasOlder && <TicketStart ticket={ticket} />}
          {placed.map((each) => (
            <MessageItem
              key={each.message.id}
              placed={each}
              ticket={ticket}
              messages={messages}
              tabStop={each.message.id === tabStopId}
              onResend={onResend}
            />
          ))}
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
