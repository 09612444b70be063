import { t } from '@lingui/core/macro'
import type { TicketDetail } from 'db/tickets/queries.ts'
import { formatPhone } from '../../lib/text/phone-number.ts'

/** WhatsApp's number of a group, which is nobody's, of today and of earlier years: a new one is called so until its subject is known. People's are shorter. */
const groupId = /^(120363\d{10,}|\d{8,15}-\d{10})$/

/** The contact's name, else its number; an ellipsis while the contact has not synced. */
export function contactName({ contactName: name, contactNumber }: Pick<TicketDetail, 'contactName' | 'contactNumber'>) {
  if (name !== null && contactNumber === null && groupId.test(name)) return t`Grupo`
  if (name !== null && name !== '' && name !== contactNumber) return name
  return contactNumber === null ? (name ?? '…') : formatPhone(contactNumber)
}
