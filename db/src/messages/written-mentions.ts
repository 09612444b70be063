// Whom an attendant mentions in a group: `@digits` in the text, of somebody who is in the group. The names are looked up where the message is
// written, on the device and on the server; nobody says them.
import { and, eq, inArray, or } from 'drizzle-orm'
import { contacts, groupParticipants, syncedContacts, syncedGroupParticipants } from '../contacts/table.ts'
import type { MutationContext, Tx } from '../kit/define-mutation.ts'
import type { Ticket } from '../tickets/table.ts'
import type { MessageDetails } from './details.ts'

/** As long as the worker takes for somebody's: whatsapp-worker/src/outbound/mentions.ts. */
const written = /@(\d{5,20})/g
/** As many as may come in a message. */
const maxMentions = 100

/** Digits that a text mentions, each once. Pure. */
export const mentionedDigits = (body: string) =>
  [...new Set([...body.matchAll(written)].map(([, digits = '']) => digits))].slice(0, maxMentions)

export async function writtenMentions(
  tx: Tx,
  body: string,
  { contactId, isGroup }: Pick<Ticket, 'contactId' | 'isGroup'>,
  { actor }: MutationContext,
): Promise<Pick<MessageDetails, 'mentions'>> {
  const digits = isGroup ? mentionedDigits(body) : []
  if (digits.length === 0) return {}
  const isThem = or(inArray(groupParticipants.lid, digits), inArray(groupParticipants.number, digits))
  const isNamed = or(eq(contacts.lid, groupParticipants.lid), eq(contacts.number, groupParticipants.number))
  const rows = await tx
    .select({ lid: groupParticipants.lid, number: groupParticipants.number, name: contacts.name })
    .from(groupParticipants)
    .leftJoin(contacts, and(isNamed, eq(contacts.isGroup, false), syncedContacts.scope(actor)))
    .where(and(eq(groupParticipants.groupId, contactId), isThem, syncedGroupParticipants.scope(actor)))
  const mentions = digits.flatMap((mentioned) => {
    const row = rows.find(({ lid, number }) => lid === mentioned || number === mentioned)
    return row ? [{ digits: mentioned, name: row.name || (row.number ?? mentioned) }] : []
  })
  return mentions.length > 0 ? { mentions } : {}
}
