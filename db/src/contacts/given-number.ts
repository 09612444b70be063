// What becomes of a contact whose number somebody changed. Pure.
// With and without the ninth digit it is one number; a number where none was known is the same account's. Any other is another account:
// of the old one nothing may stay by which WhatsApp's news of it, or a reply, would find the contact.
import { sameNumberVariants } from './number-variants.ts'
import type { Contact } from './table.ts'

type Numbered = Pick<Contact, 'number' | 'name'>

export function isOtherAccount(before: Pick<Contact, 'number'>, after: Pick<Contact, 'number'>): boolean {
  return before.number !== null && after.number !== null && !sameNumberVariants(before.number).includes(after.number)
}

/** Nobody knows yet whether it is on WhatsApp. Whose LID is known is there. */
export const isUnchecked = ({ number, lid, checkedAt }: Pick<Contact, 'number' | 'lid' | 'checkedAt'>) =>
  number !== null && lid === null && checkedAt === null

/** What devices have of it, too. */
export function numberChange(before: Numbered, after: Numbered): Partial<Contact> {
  const unchecked = { onWhatsapp: null, checkedAt: null }
  // Without a name they go by the number.
  const named = after.name === before.number && after.number !== null ? { name: after.number } : {}
  if (!isOtherAccount(before, after)) return { ...unchecked, ...named }
  return { ...unchecked, ...named, lid: null, pushName: null, pictureHash: null }
}

/** The columns that are the server's. */
export function givenNumber(before: Numbered, after: Numbered, now: Date): Partial<Contact> {
  return { numberGiven: true, ...(isOtherAccount(before, after) && { accountSince: now }) }
}
