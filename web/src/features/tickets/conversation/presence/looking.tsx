// What it does that somebody looks at a conversation: read, without a notification, seen by colleagues. It draws nothing, and what changes with
// each message is asked for here: what stands around the messages is not drawn anew for it.
import { ticketDetail, type TicketDetail } from 'db/tickets/queries.ts'
import { useEffect } from 'react'
import { useMarkRead } from '../../../../desk/conversation/presence/use-mark-read.ts'
import { usePageVisible } from '../../../../desk/conversation/presence/use-page-visible.ts'
import { lastHeardAt } from '../../../../desk/conversation/list/source.ts'
import type { Messages } from '../../../../desk/conversation/list/use-messages.ts'
import { useActor } from '../../../../lib/app/actor-context.tsx'
import { showConversation } from '../../../../notifications/shown-conversation.ts'
import { mutate, useQuery } from '../../../../sync/client.ts'
import { useTellViewing } from './use-viewers.ts'

interface LookingProps {
  ticket: TicketDetail
  messages: Messages
  /** The newest message is in sight. */
  atEnd: boolean
}

export function Looking({ ticket: { id, status, userId }, messages: { rows, ready }, atEnd }: LookingProps): null {
  const actor = useActor()
  // Only who answers reads: a look at a colleague's conversation tells the customer nothing.
  const reads = ready && status === 'open' && userId === actor.userId
  const unread = useQuery(ticketDetail({ id }), ({ rows: [row] }) => row !== undefined && row.unreadMessages > 0)
  useMarkRead({ conversationId: id, unread: reads && unread, atEnd, until: lastHeardAt(rows) }, (of, until) =>
    mutate('ticket.markRead', { id: of, ...(until && { until }) }),
  )
  useShown(id)
  useTellViewing(id)
  return null
}

/** What is on the screen needs no notification. */
function useShown(ticketId: string) {
  const visible = usePageVisible()
  useEffect(() => (visible ? showConversation(ticketId) : undefined), [visible, ticketId])
}
