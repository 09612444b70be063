// What can be done to a ticket from the list and from its conversation. Nothing waits for the network; what takes a ticket away is said, and can be taken
// back for some seconds.
import { t } from '@lingui/core/macro'
import { seesAllQueues } from 'db/kit/actor.ts'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { toastDone, toastError, toastNotice, toastOffer } from '../../lib/app/toast.ts'
import { useActor } from '../../lib/app/actor-context.tsx'
import { contactName } from '../../desk/contacts/contact-name.ts'
import { useListView } from './list-view.tsx'
import { useTicketFrame } from './ticket-frame.ts'
import type { Transfer } from './conversation/header/transfer.ts'
import { mutate, mutateLater } from '../../sync/client.ts'
import { ask, hasConnection } from './reopening/asked.ts'
import { afterClose, afterReturn, afterTransfer, type Before, type Placed, type Steps } from './taken-back.ts'

type Acted = Before & Parameters<typeof contactName>[0]

export interface TicketActions {
  accept(id: string): void
  giveBack(ticket: Acted): void
  close(ticket: Acted): void
  /** `connectionId`: as it was read, of one that is not on this device. */
  reopen(id: string, connectionId?: string): void
  transfer(ticket: Acted & Placed, to: Transfer): void
  /** Opens the form, over the conversation. */
  schedule(ticketId: string, contactId: string): void
  remove(id: string): void
}

const undoMs = 6000

const run = (change: Promise<void>) => void change.catch(toastError)

export function useTicketActions(): TicketActions {
  const navigate = useNavigate()
  const actor = useActor()
  const { toTicket, backTo, isOpen, leave, takeAway } = useTaking()
  return {
    accept(id) {
      run(mutate('ticket.accept', { id }))
      toTicket(id)
    },
    giveBack(ticket) {
      const [{ id }, name] = [ticket, contactName(ticket)]
      takeAway(ticket, t`Devolvido: ${name}`, () => mutate('ticket.return', { id }), afterReturn(ticket, actor.userId))
    },
    close(ticket) {
      const [{ id }, name] = [ticket, contactName(ticket)]
      takeAway(ticket, t`Resolvido: ${name}`, () => mutate('ticket.close', { id }), afterClose(ticket, actor.userId))
    },
    reopen(id, connectionId) {
      const onDone = () => toTicket(id)
      const reopen = async () => {
        if (!(await hasConnection(id, connectionId))) return ask({ ticketId: id, onDone })
        onDone()
        await mutate('ticket.reopen', { id })
      }
      run(reopen())
    },
    transfer(ticket, to) {
      const [{ id }, name] = [ticket, contactName(ticket)]
      // Gone to a queue that is not theirs, it is out of their hands.
      const queueId = to.queueId ?? ticket.queueId
      const sees = seesAllQueues(actor) || (queueId !== null && actor.queueIds.includes(queueId))
      const change = () => mutate('ticket.transfer', { id, ...to })
      takeAway(ticket, t`Transferido: ${name}`, change, sees ? afterTransfer(ticket) : [])
    },
    schedule(ticketId, contactId) {
      void navigate({ to: '/tickets/$ticketId/schedule', params: { ticketId }, search: { contactId } })
    },
    remove(id) {
      const wasOpen = isOpen(id)
      leave(id)
      const removeLater = async () => {
        // Nothing brings back what the server has deleted: it hears of it when this can't be taken back any more.
        const takeBack = await mutateLater('ticket.delete', { id }, undoMs + 1000)
        const undo = async () => {
          if (!(await takeBack())) return toastNotice(t`Tarde demais: o atendimento já foi excluído.`)
          if (wasOpen) backTo(id)
        }
        toastOffer(t`Ticket deleted sucessfully.`, { label: t`Desfazer`, onClick: () => run(undo()) }, undoMs)
      }
      run(removeLater())
    },
  }
}

/** To a ticket, and away from one that is taken away. */
function useTaking() {
  const navigate = useNavigate()
  const router = useRouter()
  const { showMine, noteLeft } = useListView()
  const frame = useTicketFrame()
  const backTo = (ticketId: string) => void navigate({ to: frame.ticket, params: { ticketId } })
  const toTicket = (ticketId: string) => {
    showMine()
    backTo(ticketId)
  }
  const isOpen = (ticketId: string) =>
    router.state.matches.some(({ params }) => 'ticketId' in params && params.ticketId === ticketId)
  /** What is done to another row leaves the open conversation as it is. */
  const leave = (ticketId: string) => {
    noteLeft(ticketId)
    if (isOpen(ticketId)) void navigate({ to: frame.home })
  }
  /** Away first: an open conversation whose ticket is gone would say so itself. */
  const takeAway = ({ id }: Acted, text: string, change: () => Promise<void>, steps: Steps) => {
    const wasOpen = isOpen(id)
    leave(id)
    run(change())
    if (steps.length === 0) return toastDone(text)
    const undo = () => {
      for (const { name, args } of steps) run(mutate(name, args))
      if (wasOpen) toTicket(id)
    }
    toastOffer(text, { label: t`Desfazer`, onClick: undo }, undoMs)
  }
  return { toTicket, backTo, isOpen, leave, takeAway }
}
