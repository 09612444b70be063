// What can be done to a ticket from the list and from its conversation. Nothing waits for the network.
import { t } from '@lingui/core/macro'
import type { Ticket } from 'db/tickets/table.ts'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { toastDone, toastError, toastOffer } from '../../lib/app/toast.ts'
import { contactName } from '../../desk/contact-name.ts'
import { useListView } from './list-view.tsx'
import type { Transfer } from './conversation/header/transfer.ts'
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
  const router = useRouter()
  const { showMine } = useListView()
  const toTicket = (ticketId: string) => {
    showMine()
    void navigate({ to: '/tickets/$ticketId', params: { ticketId } })
  }
  /** What is done to another row leaves the open conversation as it is. */
  const leave = (ticketId: string) => {
    const open = router.state.matches.some(({ params }) => 'ticketId' in params && params.ticketId === ticketId)
    if (open) void navigate({ to: '/tickets' })
  }
  const run = (change: Promise<void>) => void change.catch(toastError)
  return {
    accept(id) {
      run(mutate('ticket.accept', { id }))
      toTicket(id)
    },
    giveBack(id) {
      run(mutate('ticket.return', { id }))
      leave(id)
    },
    close(id) {
      run(mutate('ticket.close', { id }))
      leave(id)
    },
    reopen(id) {
      run(mutate('ticket.reopen', { id }))
      toTicket(id)
    },
    transfer(id, to) {
      leave(id)
      run(mutate('ticket.transfer', { id, ...to }))
    },
    schedule(ticketId, contactId) {
      void navigate({ to: '/tickets/$ticketId/schedule', params: { ticketId }, search: { contactId } })
    },
    remove(id) {
      // Away first: an open conversation whose ticket is gone would say so itself.
      leave(id)
      run(mutate('ticket.delete', { id }).then(() => toastDone(t`Ticket deleted sucessfully.`)))
    },
  }
}

const undoMs = 6000
type Keyed = Pick<Ticket, 'id' | 'status'> & Parameters<typeof contactName>[0]

/** By a letter, which may have been a slip: it is said, and can be taken back for some seconds. */
export function closeByKey(actions: TicketActions, ticket: Keyed) {
  const { id, status } = ticket
  const undo = () => {
    actions.reopen(id)
    // Nobody had it.
    if (status === 'pending') actions.giveBack(id)
  }
  actions.close(id)
  const name = contactName(ticket)
  toastOffer(t`Resolvido: ${name}`, { label: t`Desfazer`, onClick: undo }, undoMs)
}

export function giveBackByKey(actions: TicketActions, ticket: Keyed) {
  actions.giveBack(ticket.id)
  const name = contactName(ticket)
  toastOffer(t`Devolvido: ${name}`, { label: t`Desfazer`, onClick: () => actions.accept(ticket.id) }, undoMs)
}
