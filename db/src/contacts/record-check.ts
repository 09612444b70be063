// What WhatsApp answered to the question whether a contact's number is there. Server only.
// Invariant: the contact takes WhatsApp's own spelling of its number (Brazilian ones may have a ninth digit or not); when another contact
// has that spelling already, the two are one.
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { MutationContext, Tx } from '../kit/define-mutation.ts'
import { mergeContacts } from './merge-contacts.ts'
import { sameNumberVariants } from './number-variants.ts'
import { contacts, type Contact } from './table.ts'

export interface NumberCheck {
  /** As it was asked, digits only. */
  asked: string
  /** As WhatsApp has it; null when it has it not. */
  found: string | null
}

export async function recordCheck(tx: Tx, contactId: string, check: NumberCheck, ctx: MutationContext) {
  const contact = await contactOf(tx, contactId, check, ctx)
  if (!contact) return
  const number = check.found ?? contact.number
  // A person without a name of their own goes by the number.
  const name = contact.name === contact.number && number !== null ? number : contact.name
  await tx
    .update(contacts)
    .set({ number, name, onWhatsapp: check.found !== null, checkedAt: ctx.now, updatedAt: ctx.now })
    .where(eq(contacts.id, contact.id))
}

/** None when it is gone or has got another number since. */
async function contactOf(tx: Tx, contactId: string, { asked, found }: NumberCheck, ctx: MutationContext) {
  const spellings = [...new Set([asked, ...sameNumberVariants(asked), ...(found === null ? [] : [found])])]
  const rows = await tx
    .select()
    .from(contacts)
    .where(
      and(
        eq(contacts.companyId, ctx.actor.companyId),
        eq(contacts.isGroup, false),
        inArray(contacts.number, spellings),
      ),
    )
    .orderBy(asc(contacts.createdAt), asc(contacts.id))
    .for('update')
  if (!rows.some(({ id }) => id === contactId)) return null
  const [oldest, ...doubles] = rows.filter((row) => row.id === contactId || row.number === found)
  let contact: Contact | null = oldest ?? null
  for (const double of doubles) if (contact) contact = await mergeContacts(tx, contact, double, ctx)
  return contact
}
