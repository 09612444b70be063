// The conversation: messages from the oldest that is loaded to the newest, of which the document has those around the screen. The
// contact's tickets before come above, read-only.
import { eventsOf, type EarlierTicket, type TicketDetail } from 'db/tickets/queries.ts'
import type { MessageRow } from 'db/messages/queries.ts'
import { useLingui } from '@lingui/react/macro'
import { plural } from '@lingui/core/macro'
import { ArrowDown } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { ErrorBoundary } from '../../../../components/error-boundary.tsx'
import { useActor } from '../../../../lib/app/actor-context.tsx'
import { formatDateTime } from '../../../../lib/text/date-time.ts'
import { useStable } from '../../../../lib/use-stable.ts'
import { useKeptQuery } from '../../../../desk/use-kept-query.ts'
import { useSyncStatus } from '../../../../sync/client.ts'
import { ActiveMessageContext, createActiveMessage } from './active-message.ts'
import { useConversationActions } from '../header/conversation-actions.ts'
import { Separator } from './day-pill.tsx'
import { EventLines } from './event-lines.tsx'
import { placeEvents, type PlacedEvents } from './place-events.ts'
import { deliveryOf } from '../bubble/delivery.ts'
import { EarlierBar } from './earlier-bar.tsx'
import { GrowthContext } from './growth.ts'
import { MessageItem } from '../bubble/message-item.tsx'
import { NewMessageAnnouncer } from './new-message-announcer.tsx'
import { daysOf, placeOf } from './place-message.ts'
import { useLongPress } from '../bubble/use-long-press.ts'
import type { Earlier } from './use-earlier.ts'
import { useMessageFocus } from './use-message-focus.ts'
import type { Messages } from './use-messages.ts'
import { useMessageWindow } from './use-message-window.ts'

interface MessageListProps {
  ticket: TicketDetail
  messages: Messages
  /** The contact's earlier tickets; the rows of `messages` begin with theirs. */
  earlier: Earlier
  /** Absent where nothing can be sent. */
  onResend: ((message: MessageRow) => void) | null
  /** Tells how to bring a message on the screen; null when the list goes. */
  onReady(show: ((index: number) => void) | null): void
  /** Whether the newest is in sight, each time that the reader has moved. Absent where nothing is read. */
  onEnd: ((atEnd: boolean) => void) | null
}

export function MessageList({ ticket, messages, earlier, onResend, onReady, onEnd }: MessageListProps) {
  const { t } = useLingui()
  const { rows } = messages
  const { openMenu } = useConversationActions()
  const scroller = useRef<HTMLDivElement>(null)
  const [active] = useState(createActiveMessage)
  const { items, virtualizer, missed, toBottom, onGrowth, ...scrolling } = useMessageWindow(
    scroller,
    messages,
    earlier,
    onEnd,
  )
  const grow = useStable(onGrowth)
  const focusMessage = useStable((index: number, align: 'auto' | 'center' = 'auto') => {
    virtualizer.scrollToIndex(index, { align })
    requestAnimationFrame(() => elementAt(scroller.current, index)?.focus({ preventScroll: true }))
  })
  const { focusedId, ...focus } = useMessageFocus({ rows, active, focusMessage })
  const longPress = useLongPress((element) => {
    const message = rows.find(({ id }) => id === element.dataset['message'])
    if (message) openMenu(message, element)
  })
  useEffect(() => {
    onReady((index) => focusMessage(index, 'center'))
    return () => onReady(null)
  }, [onReady, focusMessage])
  const events = useEvents(ticket, messages, earlier)
  const itemOf = useItem({ ticket, messages, earlier, events, onResend })
  /** The newest, until another one on the screen had the focus. */
  const tabStop = items.some(({ key }) => key === focusedId) ? focusedId : rows.at(-1)?.id

  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={scroller}
        role="log"
        aria-label={t`Conversa`}
        aria-live="off"
        tabIndex={0}
        {...scrolling}
        {...focus}
        {...longPress}
        className="flex h-full flex-col overflow-x-hidden overflow-y-auto overscroll-contain px-3 outline-offset-[-2px] [overflow-anchor:none] sm:px-6"
      >
        <ActiveMessageContext value={active}>
          <GrowthContext value={grow}>
            <div className="relative mt-auto shrink-0" style={{ height: virtualizer.getTotalSize() }}>
              {earlier.due && <EarlierBar earlier={earlier} />}
              {messages.ready && rows.length === 0 && <EmptyTicket ticket={ticket} events={events.rest} />}
              <div className="absolute inset-x-0 top-0" style={{ transform: `translateY(${items[0]?.start ?? 0}px)` }}>
                {items.map(({ index, key }) => {
                  const message = rows[index]
                  return (
                    message && (
                      <MessageItem
                        key={key}
                        measure={virtualizer.measureElement}
                        index={index}
                        message={message}
                        tabStop={key === tabStop}
                        {...itemOf(message, index)}
                      />
                    )
                  )
                })}
              </div>
            </div>
          </GrowthContext>
        </ActiveMessageContext>
      </div>
      {missed > 0 && <MissedPill count={missed} onClick={toBottom} />}
      <ErrorBoundary of={rows} fallback={null}>
        <NewMessageAnnouncer rows={rows} />
      </ErrorBoundary>
    </div>
  )
}

const none: PlacedEvents['rest'] = []

const elementAt = (scroller: HTMLElement | null, index: number) =>
  scroller?.querySelector<HTMLElement>(`[data-index="${index}"] [data-message]`)

/** What happened to the tickets that are shown. */
function useEvents({ id }: TicketDetail, { rows, ready, hasOlder }: Messages, earlier: Earlier): PlacedEvents {
  const ticketIds = useMemo(() => [id, ...earlier.tickets.keys()], [id, earlier.tickets])
  const { rows: events } = useKeptQuery(eventsOf({ ticketIds }))
  const [firstOfAll] = rows
  const topTicket = firstOfAll?.ticketId
  const wholeAtTop = earlier.rows.length > 0 ? earlier.whole : ready && !hasOlder
  return useMemo(
    () => placeEvents(rows, events, (ticketId) => ticketId !== topTicket || wholeAtTop),
    [rows, events, topTicket, wholeAtTop],
  )
}

/** What a message's item shows beside its row; values that stay equal while nothing of it changes. */
function useItem({
  ticket,
  messages,
  earlier,
  events,
  onResend,
}: Omit<MessageListProps, 'onReady' | 'onEnd'> & { events: PlacedEvents }) {
  const { t } = useLingui()
  const { userId } = useActor()
  const { network, phase } = useSyncStatus()
  const offline = network === 'offline' || phase === 'reconnecting'
  const { rows, unsaved, ready, hasOlder } = messages
  const days = useMemo(() => daysOf(rows), [rows])
  const { refused, refusedChanges, sending, changing } = messages.outbox
  const resend = useStable((message: MessageRow) => onResend?.(message))
  const started = (when: string) => t`Atendimento iniciado em ${when}`
  const closed = (when: string) => t`Atendimento resolvido em ${when}`
  const ended = (number: number | null, when: string) =>
    number === null ? t`Atendimento encerrado em ${when}` : t`Atendimento #${number} · encerrado em ${when}`
  const closedAt = ticket.status === 'closed' ? ticket.closedAt : null
  const wholeAtTop = earlier.rows.length > 0 ? earlier.whole : ready && !hasOlder
  const ticketOf = ({ ticketId }: MessageRow): EarlierTicket => earlier.tickets.get(ticketId) ?? ticket
  const before = (message: MessageRow, previous: MessageRow | undefined) => {
    const begins = previous ? previous.ticketId !== message.ticketId : wholeAtTop
    return begins ? started(formatDateTime(ticketOf(message).createdAt)) : null
  }
  const after = (message: MessageRow, next: MessageRow | undefined) => {
    if (!next) {
      const told = events.after.get(message.id)?.some(({ kind }) => kind === 'closed')
      return closedAt && message.ticketId === ticket.id && !told ? closed(formatDateTime(closedAt)) : null
    }
    const { number, closedAt: end } = ticketOf(message)
    return next.ticketId !== message.ticketId && end ? ended(number, formatDateTime(end)) : null
  }
  return (message: MessageRow, index: number) => {
    const entry = refused.get(message.id)
    const waiting = unsaved.has(message.id) || sending.has(message.id)
    return {
      ...placeOf(rows, index, days),
      delivery: entry ? ('refused' as const) : deliveryOf(message, { waiting, offline }),
      changing: changing.has(message.id),
      entry,
      change: refusedChanges.get(message.id),
      author: authorOf(message, ticket, userId),
      eventsBefore: events.before.get(message.id) ?? none,
      eventsAfter: events.after.get(message.id) ?? none,
      before: before(message, rows[index - 1]),
      after: after(message, rows[index + 1]),
      onResend: message.ticketId === ticket.id ? onResend && resend : null,
    }
  }
}

/** A colleague's name; in a group also the name of who wrote. */
function authorOf(message: MessageRow, ticket: TicketDetail, userId: string): string | null {
  if (message.fromMe) return message.userId === userId ? null : message.userName
  if (message.participantId === null) return null
  return message.participantName ?? ticket.contactName
}

function EmptyTicket({ ticket, events }: { ticket: TicketDetail; events: PlacedEvents['rest'] }) {
  const { t } = useLingui()
  const when = formatDateTime(ticket.createdAt)
  return (
    <div className="pt-11">
      <Separator>{t`Atendimento iniciado em ${when}`}</Separator>
      <EventLines events={events} day={ticket.createdAt} />
    </div>
  )
}

function MissedPill({ count, onClick }: { count: number; onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="absolute bottom-11 left-1/2 sm:bottom-7 inline-flex h-8 -translate-x-1/2 items-center gap-1.5 rounded-full bg-accent px-3 text-xs font-medium text-on-accent shadow-pop touch:h-11"
    >
      {plural(count, { one: '# nova', other: '# novas' })}
      <ArrowDown aria-hidden className="size-3.5" />
    </button>
  )
}
