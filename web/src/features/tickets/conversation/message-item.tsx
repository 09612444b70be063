// A message in its place: the day before it, its bubble, and under it what went wrong with it.
import { useActor } from '../../../lib/actor-context.tsx'
import { useSyncStatus } from '../../../sync/client.ts'
import type { MessageRow, TicketDetail } from '../queries.ts'
import { FailedNote, RefusedChangeNote, RefusedNote, UntakenChangeNote } from './broken-note.tsx'
import { Bubble } from './bubble.tsx'
import { DayPill } from './day-pill.tsx'
import { deliveryOf } from './delivery.ts'
import type { Placed } from './group-messages.ts'
import { outgoingOf } from './outgoing.ts'
import type { Messages } from './use-messages.ts'

interface MessageItemProps {
  placed: Placed<MessageRow>
  ticket: TicketDetail
  messages: Messages
  tabStop: boolean
  onResend: ((message: MessageRow) => void) | null
}

export function MessageItem({ placed, ticket, messages, tabStop, onResend }: MessageItemProps) {
  const { message, opensDay, first, last } = placed
  const { refused, refusedChanges, sending, changing } = messages.outbox
  const { network, phase } = useSyncStatus()
  const offline = network === 'offline' || phase === 'reconnecting'
  const entry = refused.get(message.id)
  const change = refusedChanges.get(message.id)
  const waiting = messages.unsaved.has(message.id) || sending.has(message.id)
  const delivery = entry ? 'refused' : deliveryOf(message, { waiting, offline })
  const author = useShownAuthor(message, ticket)
  const canResend = onResend && outgoingOf(message) !== undefined
  return (
    <>
      {opensDay && <DayPill date={message.createdAt} />}
      {first && !opensDay && <span className="h-1.5" />}
      <Bubble
        message={message}
        delivery={delivery}
        changing={changing.has(message.id)}
        first={first}
        last={last}
        author={author}
        tabStop={tabStop}
      />
      {entry && <RefusedNote entry={entry} />}
      {change && <RefusedChangeNote entry={change} own={message.fromMe} />}
      {!change && message.details?.refused && <UntakenChangeNote message={message} />}
      {delivery === 'failed' && (
        <FailedNote reason={message.ackError} onResend={canResend ? () => onResend(message) : null} />
      )}
    </>
  )
}

/** A colleague's name; in a group also the name of who wrote. */
function useShownAuthor(message: MessageRow, ticket: TicketDetail): string | null {
  const { userId } = useActor()
  if (message.fromMe) return message.userId === userId ? null : message.userName
  if (message.participantId === null) return null
  return message.participantName ?? ticket.contactName
}
