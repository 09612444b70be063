import { useMemo } from 'react'
import { useMessages, type Messages } from '../../../../desk/conversation/list/use-messages.ts'
import { ticketConversation } from '../ticket-source.ts'

export function useTicketMessages(ticketId: string, userId: string): Messages {
  return useMessages(useMemo(() => ticketConversation(ticketId, userId), [ticketId, userId]))
}
