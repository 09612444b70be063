import type { TicketDetail } from 'db/tickets/queries.ts'
import { formatPhone } from '../../lib/phone-number.ts'

/** The contact's name, else its number; an ellipsis while the contact has not synced. */
export function contactName({ contactName: name, contactNumber }: Pick<TicketDetail, 'contactName' | 'contactNumber'>) {
  if (name !== null && name !== '' && name !== contactNumber) return name
  return contactNumber === null ? (name ?? '…') : formatPhone(contactNumber)
}
