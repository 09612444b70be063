// What can be done to a ticket from the list and from its conversation. Nothing waits for the network.
import { t } from '@lingui/core/macro'
import { useNavigate } from '@tanstack/react-router'
import { toastDone, toastError } from '../../lib/toast.ts'
import { useListView } from './list-view.tsx'
import type { Transfer } from './conversation/transfer.ts'
import { mutate } from '../../sync/client.ts'

export interface TicketActions {
  accept(id: string): void
  giveBack(id: string): void
  close(id: string): void
  reopen(id: string): void
  transfer(id: string, to: Transfer): void
  /** Opens the form, over the conversation. */
  schedule(ticketId: string, contactId: string): void
  remove(id: string): void
}

export function useTicketActions(): TicketActions {
  const navigate = useNavigate()
  const { showMine } = useListView()
  const toTicket = (ticketId: string) => {
    showMine()
    void navigate({ to: '/tickets/$ticketId', params: { ticketId } })
  }
  const toList = () => void navigate({ to: '/tickets' })
  const run = (change: Promise<void>) => void change.catch(toastError)
  return {
    accept(id) {
      run(mutate('ticket.accept', { id }))
      toTicket(id)
    },
    giveBack(id) {
      run(mutate('ticket.return', { id }))
      toList()
    },
    close(id) {
      run(mutate('ticket.close', { id }))
      toList()
    },
    reopen(id) {
      run(mutate('ticket.reopen', { id }))
      toTicket(id)
    },
    transfer(id, to) {
      toList()
      run(mutate('ticket.transfer', { id, ...to }))
    },
    schedule(ticketId, contactId) {
      void navigate({ to: '/tickets/$ticketId/schedule', params: { ticketId }, search: { contactId } })
    },
    remove(id) {
      // Away first: an open conversation whose ticket is gone would say so itself.
      toList()
      run(mutate('ticket.delete', { id }).then(() => toastDone(t`Ticket deleted sucessfully.`)))
    },
  }
}
