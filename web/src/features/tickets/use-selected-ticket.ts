import { useParams } from '@tanstack/react-router'

/** The ticket that the address names. Only what shows which one it is asks: what stands around it is not drawn anew with each that is opened. */
export function useSelectedTicket(): string | undefined {
  return useParams({ strict: false, select: ({ ticketId }) => ticketId })
}
