// A conversation: messages from the oldest that is loaded to the newest, of which the document has those around the screen.
import type { MessageRow } from 'db/messages/queries.ts'
import type { TicketEventRow } from 'db/tickets/queries.ts'
import { useLingui } from '@lingui/react/macro'
import { plural } from '@lingui/core/macro'
import { ArrowDown } from 'lucide-react'
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { ErrorBoundary } from '../../../components/error-boundary.tsx'
import { useStable } from '../../../lib/use-stable.ts'
import { useOnline } from '../../server/use-online.ts'
import { ActiveMessageContext, createActiveMessage } from './active-message.ts'
import { useConversationActions } from '../bubble/conversation-actions.ts'
import { deliveryOf } from '../bubble/delivery.ts'
import { GrowthContext } from './growth.ts'
import { MessageItem } from '../bubble/message-item.tsx'
import { NewMessageAnnouncer } from './new-message-announcer.tsx'
import { daysOf, isSignedBefore, placeOf } from './place-message.ts'
import { useLongPress } from '../bubble/use-long-press.ts'
import { useUnsigned } from '../bubble/use-unsigned.ts'
import { useMessageFocus } from './use-message-focus.ts'
import type { Messages } from './use-messages.ts'
import { useMessageWindow } from './use-message-window.ts'

/** What only the conversation itself can say of what stands in it. */
export interface Surroundings {
  /** Above the first message, in the room that is kept for it. */
  top: ReactNode
  /** The reader has come to the top. */
  reach(): void
  /** Distance from the top, in px, at which older messages are asked for. */
  olderWithin: number
  /** While nothing was said. */
  empty: ReactNode
  /** Whose it is, when that has to be said: a colleague's, or somebody's of a group. */
  authorOf(message: MessageRow): string | null
  /** In words, above and below a message. */
  before(message: MessageRow, previous: MessageRow | undefined): string | null
  after(message: MessageRow, next: MessageRow | undefined): string | null
  /** What happened before it was said, and after; the same arrays while nothing more happens. */
  eventsBefore?(message: MessageRow): readonly TicketEventRow[]
  eventsAfter?(message: MessageRow): readonly TicketEventRow[]
}

interface MessageListProps {
  /** Messages of others stand in it to be read only. */
  conversationId: string
  messages: Messages
  surroundings: Surroundings
  /** Absent where nothing can be sent. */
  onResend: ((message: MessageRow) => void) | null
  /** Tells how to bring a message on the screen; null when the list goes. */
  onReady(show: ((index: number) => void) | null): void
  /** Whether the newest is in sight, each time that the reader has moved. Absent where nothing is read. */
  onEnd: ((atEnd: boolean) => void) | null
}

export function MessageList(props: MessageListProps) {
  const { messages, surroundings, onReady, onEnd } = props
  const { t } = useLingui()
  const { rows } = messages
  const { openMenu } = useConversationActions()
  const scroller = useRef<HTMLDivElement>(null)
  const [active] = useState(createActiveMessage)
  const { items, virtualizer, missed, toBottom, onGrowth, ...scrolling } = useMessageWindow(
    scroller,
    messages,
    surroundings,
    onEnd,
  )
  const grow = useStable(onGrowth)
  const focusMessage = useFocusMessage(scroller, virtualizer, onReady)
  const { focusedId, ...focus } = useMessageFocus({ rows, active, focusMessage })
  const longPress = useLongPress((element) => {
    const message = rows.find(({ id }) => id === element.dataset['message'])
    if (message) openMenu(message, element)
  })
  const itemOf = useItem(props)
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
              {surroundings.top}
              {messages.ready && rows.length === 0 && surroundings.empty}
              <ItemsInSight
                items={items}
                rows={rows}
                measure={virtualizer.measureElement}
                tabStop={tabStop}
                itemOf={itemOf}
              />
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

/** Brings a message on the screen and gives it the focus; whoever is told by `onReady` has it in the middle. */
function useFocusMessage(
  scroller: { current: HTMLElement | null },
  virtualizer: ReturnType<typeof useMessageWindow>['virtualizer'],
  onReady: MessageListProps['onReady'],
) {
  const focusMessage = useStable((index: number, align: 'auto' | 'center' = 'auto') => {
    virtualizer.scrollToIndex(index, { align })
    requestAnimationFrame(() => elementAt(scroller.current, index)?.focus({ preventScroll: true }))
  })
  useEffect(() => {
    onReady((index) => focusMessage(index, 'center'))
    return () => onReady(null)
  }, [onReady, focusMessage])
  return focusMessage
}

interface ItemsInSightProps {
  items: ReturnType<typeof useMessageWindow>['items']
  rows: readonly MessageRow[]
  measure(element: HTMLElement | null): void
  tabStop: unknown
  itemOf: ReturnType<typeof useItem>
}

function ItemsInSight({ items, rows, measure, tabStop, itemOf }: ItemsInSightProps) {
  return (
    <div className="absolute inset-x-0 top-0" style={{ transform: `translateY(${items[0]?.start ?? 0}px)` }}>
      {items.map(({ index, key }) => {
        const message = rows[index]
        return (
          message && (
            <MessageItem
              key={key}
              measure={measure}
              index={index}
              message={message}
              tabStop={key === tabStop}
              {...itemOf(message, index)}
            />
          )
        )
      })}
    </div>
  )
}

const elementAt = (scroller: HTMLElement | null, index: number) =>
  scroller?.querySelector<HTMLElement>(`[data-index="${index}"] [data-message]`)

const none: readonly TicketEventRow[] = []

/** What a message's item shows beside its row; values that stay equal while nothing of it changes. */
function useItem({ conversationId, messages, surroundings, onResend }: MessageListProps) {
  const offline = !useOnline()
  const { rows, unsaved } = messages
  const unsigned = useUnsigned()
  const days = useMemo(() => daysOf(rows), [rows])
  const { refused, refusedChanges, sending, changing } = messages.outbox
  const resend = useStable((message: MessageRow) => onResend?.(message))
  return (message: MessageRow, index: number) => {
    const entry = refused.get(message.id)
    const waiting = unsaved.has(message.id) || sending.has(message.id)
    const author = surroundings.authorOf(message)
    // The writer's name stands above a group once, as its author or as the customer reads it.
    const isTold = author !== null || isSignedBefore(rows, index, days, (other) => unsigned(other) !== other.body)
    return {
      ...placeOf(rows, index, days),
      body: isTold ? unsigned(message) : message.body,
      delivery: entry ? ('refused' as const) : deliveryOf(message, { waiting, offline }),
      changing: changing.has(message.id),
      entry,
      change: refusedChanges.get(message.id),
      author,
      eventsBefore: surroundings.eventsBefore?.(message) ?? none,
      eventsAfter: surroundings.eventsAfter?.(message) ?? none,
      before: surroundings.before(message, rows[index - 1]),
      after: surroundings.after(message, rows[index + 1]),
      onResend: message.ticketId === conversationId ? onResend && resend : null,
    }
  }
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
