import { useMemo } from 'react'
import { lastHeardAt } from '../../../../desk/conversation/list/source.ts'
import { useMessages, type Messages } from '../../../../desk/conversation/list/use-messages.ts'
import { ticketConversation } from '../ticket-source.ts'

/** Who answers has read what is here, and nothing that comes while the answer waits in the outbox. */
export function useTicketMessages(ticketId: string, userId: string): Messages {
  const messages = useMessages(useMemo(() => ticketConversation(ticketId, userId), [ticketId, userId]))
  const readUntil = lastHeardAt(messages.rows)
  return { ...messages, send: (message) => messages.send({ ...message, ...(readUntil && { readUntil }) }) }
}
