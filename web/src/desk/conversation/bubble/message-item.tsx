// A message in its place: what is before it (the start of a ticket, a day), its bubble, and under it what went wrong with it.
// Rendered once per change of what it shows: a conversation that gets a message renders that one and no other.
import type { MessageRow } from 'db/messages/queries.ts'
import type { TicketEventRow } from 'db/tickets/queries.ts'
import { useLingui } from '@lingui/react/macro'
import { memo, useLayoutEffect, useRef } from 'react'
import { Broken, ErrorBoundary, ItemBoundary } from '../../../components/error-boundary.tsx'
import type { OutboxEntry } from '../../../sync/client.ts'
import { FailedNote, RefusedChangeNote, RefusedNote, UntakenChangeNote } from './broken-note.tsx'
import { Bubble } from './bubble.tsx'
import { EventLines } from '../list/event-lines.tsx'
import { DayPill, Separator } from '../list/day-pill.tsx'
import type { Delivery } from './delivery.ts'
import { outgoingOf } from '../composer/outgoing.ts'
import type { Place } from '../list/place-message.ts'

interface MessageItemProps extends Place {
  /** Takes its height, each time that it may have changed; null: it has gone. */
  measure(element: HTMLElement | null): void
  message: MessageRow
  /** What is shown of what it says. */
  body: string
  index: number
  delivery: Delivery | null
  changing: boolean
  /** What the server did not take: the message itself, or something that was done to it. */
  entry: OutboxEntry | undefined
  change: OutboxEntry | undefined
  author: string | null
  tabStop: boolean
  /** In words, above and below it. */
  before: string | null
  after: string | null
  /** What happened to the ticket before it was said, and after. */
  eventsBefore: readonly TicketEventRow[]
  eventsAfter: readonly TicketEventRow[]
  onResend: ((message: MessageRow) => void) | null
}

export const MessageItem = memo(function MessageItem(props: MessageItemProps) {
  const { measure, message, index, day, first, before, after } = props
  const element = useRef<HTMLDivElement>(null)
  // In the same commit: between two frames nothing stands where it will not stay, neither for the pointer nor for who scrolls.
  useLayoutEffect(() => measure(element.current))
  useLayoutEffect(() => () => measure(null), [measure])
  return (
    <div ref={element} data-index={index} className="flex flex-col gap-0.5 pb-0.5">
      {before !== null && <Separator>{before}</Separator>}
      {props.eventsBefore.length > 0 && <EventLines events={props.eventsBefore} day={null} />}
      {day !== null && <DayPill at={day} />}
      {first && day === null && <span className="h-1.5" />}
      <ErrorBoundary of={message} fallback={<BrokenBubble {...props} />}>
        <Bubble
          message={message}
          body={props.body}
          delivery={props.delivery}
          changing={props.changing}
          first={first}
          last={props.last}
          dated={props.dated}
          author={props.author}
          tabStop={props.tabStop}
        />
      </ErrorBoundary>
      <ItemBoundary of={message}>
        <Notes {...props} />
      </ItemBoundary>
      {props.eventsAfter.length > 0 && <EventLines events={props.eventsAfter} day={message.createdAt} />}
      {after !== null && <Separator>{after}</Separator>}
    </div>
  )
})

/** In its place; the arrows pass over it as over any other. */
function BrokenBubble({ message: { id, fromMe }, tabStop }: MessageItemProps) {
  const { t } = useLingui()
  return (
    <article
      data-message={id}
      tabIndex={tabStop ? 0 : -1}
      aria-roledescription={t`mensagem`}
      className={fromMe ? 'self-end' : 'self-start'}
    >
      <Broken>{t`Não foi possível mostrar esta mensagem`}</Broken>
    </article>
  )
}

function Notes({ message, entry, change, delivery, onResend }: MessageItemProps) {
  const canResend = delivery === 'failed' && onResend && outgoingOf(message) !== undefined
  return (
    <>
      {entry && <RefusedNote entry={entry} />}
      {change && <RefusedChangeNote entry={change} own={message.fromMe} />}
      {!change && message.details?.refused && <UntakenChangeNote message={message} />}
      {delivery === 'failed' && (
        <FailedNote reason={message.ackError} onResend={canResend ? () => onResend(message) : null} />
      )}
    </>
  )
}
