// A row of tickets comes into being here and nowhere else: what its maker says, and for the rest what the table says. Pure.
import type { Contact } from '../contacts/table.ts'
import { newRow, type RowValues } from '../kit/new-row.ts'
import { tickets, type Ticket } from './table.ts'

type Values = Omit<RowValues<typeof tickets>, 'contactId' | 'isGroup' | 'lastMessageAt' | 'waitingSince'>

/** In which nothing was said yet. */
export function newTicket({ id: contactId, isGroup }: Pick<Contact, 'id' | 'isGroup'>, values: Values): Ticket {
  const waitingSince = values.status === 'pending' && values.chatbot !== true ? values.createdAt : null
  return newRow(tickets, { ...values, contactId, isGroup, lastMessageAt: values.createdAt, waitingSince })
}
