// What makes a ticket again what it was before somebody resolved, returned or transferred it. Pure.
import type { MutationArgs } from 'db/mutations.ts'
import type { Ticket } from 'db/tickets/table.ts'

export type Before = Pick<Ticket, 'id' | 'status' | 'userId'>
export type Placed = Before & Pick<Ticket, 'queueId' | 'connectionId'>

/** In this order. */
export type Steps = readonly (
  | { name: 'ticket.reopen' | 'ticket.accept' | 'ticket.return'; args: { id: string } }
  | { name: 'ticket.transfer'; args: MutationArgs<'ticket.transfer'> }
)[]

/** `by`: whose it is when it was opened again. */
export function afterClose({ id, status, userId }: Before, by: string): Steps {
  const reopen = { name: 'ticket.reopen', args: { id } } as const
  return status === 'pending'
    ? [reopen, { name: 'ticket.return', args: { id } }]
    : [reopen, ...toHolder(id, userId, by)]
}

export function afterReturn({ id, userId }: Before, by: string): Steps {
  return [{ name: 'ticket.accept', args: { id } }, ...toHolder(id, userId, by)]
}

/** None for a ticket that waited in no queue: nothing puts it back there. */
export function afterTransfer({ id, status, userId, queueId, connectionId }: Placed): Steps {
  const place = { id, connectionId, ...(queueId !== null && { queueId }) }
  if (status === 'open' && userId !== null) return [{ name: 'ticket.transfer', args: { ...place, userId } }]
  return queueId === null ? [] : [{ name: 'ticket.transfer', args: place }]
}

const toHolder = (id: string, userId: string | null, by: string): Steps =>
  userId === null || userId === by ? [] : [{ name: 'ticket.transfer', args: { id, userId } }]
