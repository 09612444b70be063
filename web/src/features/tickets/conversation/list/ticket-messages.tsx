// A ticket's messages; the contact's tickets before come above, read-only, and where one begins and ends stands between them.
import { eventsOf, type EarlierTicket, type TicketDetail } from 'db/tickets/queries.ts'
import type { MessageRow } from 'db/messages/queries.ts'
import { useLingui } from '@lingui/react/macro'
import { useMemo, useState, type ComponentProps } from 'react'
import { useKeptQuery } from '../../../../desk/use-kept-query.ts'
import { EventLines } from '../../../../desk/conversation/list/event-lines.tsx'
import { Separator } from '../../../../desk/conversation/list/day-pill.tsx'
import { MessageList, type Surroundings } from '../../../../desk/conversation/list/message-list.tsx'
import { useActor } from '../../../../lib/app/actor-context.tsx'
import { formatDateTime } from '../../../../lib/text/date-time.ts'
import { createPlacing, type PlacedEvents } from './place-events.ts'
import { EarlierBar } from './earlier-bar.tsx'
import type { Earlier } from './use-earlier.ts'

interface TicketMessagesProps extends Omit<ComponentProps<typeof MessageList>, 'conversationId' | 'surroundings'> {
  ticket: TicketDetail
  /** The contact's earlier tickets; the rows of `messages` begin with theirs. */
  earlier: Earlier
}

export function TicketMessages({ ticket, earlier, ...props }: TicketMessagesProps) {
  const surroundings = useSurroundings(ticket, earlier, props.messages)
  return <MessageList conversationId={ticket.id} surroundings={surroundings} {...props} />
}

function useSurroundings(
  ticket: TicketDetail,
  earlier: Earlier,
  messages: TicketMessagesProps['messages'],
): Surroundings {
  const { ready, hasOlder } = messages
  const { t } = useLingui()
  const { userId } = useActor()
  const started = (when: string) => t`Atendimento iniciado em ${when}`
  const closed = (when: string) => t`Atendimento resolvido em ${when}`
  const ended = (number: number | null, when: string) =>
    number === null ? t`Atendimento encerrado em ${when}` : t`Atendimento #${number} · encerrado em ${when}`
  const closedAt = ticket.status === 'closed' ? ticket.closedAt : null
  const wholeAtTop = earlier.rows.length > 0 ? earlier.whole : ready && !hasOlder
  const events = useEvents(ticket, messages, earlier, wholeAtTop)
  const ticketOf = ({ ticketId }: MessageRow): EarlierTicket => earlier.tickets.get(ticketId) ?? ticket
  return {
    top: earlier.due && <EarlierBar earlier={earlier} />,
    reach: earlier.reach,
    olderWithin: 50,
    empty: (
      <div className="pt-11">
        <Separator>{started(formatDateTime(ticket.createdAt))}</Separator>
        <EventLines events={events.rest} day={ticket.createdAt} />
      </div>
    ),
    authorOf: (message) => authorOf(message, ticket, userId),
    eventsBefore: ({ id }) => events.before.get(id) ?? none,
    eventsAfter: ({ id }) => events.after.get(id) ?? none,
    before(message, previous) {
      const begins = previous ? previous.ticketId !== message.ticketId : wholeAtTop
      return begins ? started(formatDateTime(ticketOf(message).createdAt)) : null
    },
    after(message, next) {
      if (!next) {
        const told = events.after.get(message.id)?.some(({ kind }) => kind === 'closed')
        return closedAt && message.ticketId === ticket.id && !told ? closed(formatDateTime(closedAt)) : null
      }
      const { number, closedAt: end } = ticketOf(message)
      return next.ticketId !== message.ticketId && end ? ended(number, formatDateTime(end)) : null
    },
  }
}

const none: PlacedEvents['rest'] = []

/** What happened to the tickets that are shown. */
function useEvents(
  { id }: TicketDetail,
  { rows }: TicketMessagesProps['messages'],
  earlier: Earlier,
  wholeAtTop: boolean,
): PlacedEvents {
  const ticketIds = useMemo(() => [id, ...earlier.tickets.keys()], [id, earlier.tickets])
  const { rows: events } = useKeptQuery(eventsOf({ ticketIds }))
  const topTicket = rows[0]?.ticketId
  const [place] = useState(createPlacing)
  return useMemo(
    () => place(rows, events, (ticketId) => ticketId !== topTicket || wholeAtTop),
    [place, rows, events, topTicket, wholeAtTop],
  )
}

/** A colleague's name; in a group also the name of who wrote. */
function authorOf(message: MessageRow, ticket: TicketDetail, userId: string): string | null {
  if (message.fromMe) return message.userId === userId ? null : message.userName
  if (message.participantId === null) return null
  return message.participantName ?? ticket.contactName
}
