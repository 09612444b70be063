// Which contact a person on WhatsApp is: found by LID and number, made when unknown, told what the message tells of them.
// Server only. Invariants: LID and number of one person are one contact, merged here the moment that is learnt;
// a name that somebody gave is never overwritten.
import { and, asc, eq, inArray, or, sql } from 'drizzle-orm'
import type { MutationContext, Tx } from '../kit/define-mutation.ts'
import { newId } from '../kit/new-id.ts'
import { noteNumberChange } from '../tickets/changed-number.ts'
import { mergeContacts } from './merge-contacts.ts'
import { isGivenName } from './names.ts'
import { sameNumberVariants } from './number-variants.ts'
import { contacts, type Contact } from './table.ts'

/** As a message or event names them: at least one of LID and number, digits only. */
export interface Person {
  lid: string | null
  number: string | null
  /** What they call themselves; '' when it doesn't tell. */
  pushName: string
}

/** Those that `person` may be; several while its LID and its number are not known to belong together. */
export function findContacts(tx: Tx, { lid, number }: Pick<Person, 'lid' | 'number'>, ctx: MutationContext) {
  const byLid = lid === null ? sql`false` : eq(contacts.lid, lid)
  const byNumber = number === null ? sql`false` : inArray(contacts.number, sameNumberVariants(number))
  return tx
    .select()
    .from(contacts)
    .where(and(eq(contacts.companyId, ctx.actor.companyId), eq(contacts.isGroup, false), or(byLid, byNumber)))
    .orderBy(asc(contacts.createdAt), asc(contacts.id))
}

export async function findOrCreateContact(tx: Tx, person: Person, ctx: MutationContext): Promise<Contact> {
  return (await findAndTeach(tx, person, ctx)) ?? createContact(tx, { ...person, isGroup: false }, ctx)
}

/** The contact of `person`, who is told what is new of them; null when unknown. */
export async function findAndTeach(tx: Tx, person: Person, ctx: MutationContext): Promise<Contact | null> {
  const found = await findContacts(tx, person, ctx)
  const isOther = ({ lid }: Contact) => lid !== null && person.lid !== null && lid !== person.lid
  for (const contact of found.filter(isOther)) await takeNumber(tx, contact, ctx)
  const [oldest, ...doubles] = found.filter((contact) => !isOther(contact))
  if (!oldest) return null
  let contact = oldest
  for (const double of doubles) contact = await mergeContacts(tx, contact, double, ctx)
  return teach(tx, contact, person, ctx)
}

/** The number now belongs to another account: it was given to somebody else. */
async function takeNumber(tx: Tx, contact: Contact, ctx: MutationContext) {
  const { id, number } = contact
  await tx.update(contacts).set({ number: null, updatedAt: ctx.now }).where(eq(contacts.id, id))
  if (number !== null) await noteNumberChange(tx, ctx, contact, { from: number, to: null })
}

async function teach(tx: Tx, contact: Contact, person: Person, ctx: MutationContext): Promise<Contact> {
  const { lid, number, pushName } = person
  const isKnownNumber = number === null || sameNumberVariants(number).includes(contact.number ?? '')
  const change = {
    ...(lid !== null && contact.lid !== lid && { lid }),
    ...(!isKnownNumber && { number }),
    ...(number !== null && contact.numberGiven && { numberGiven: false }),
    ...(pushName !== '' && contact.pushName !== pushName && { pushName }),
    ...(pushName !== '' && !isGivenName(contact) && contact.name !== pushName && { name: pushName }),
  }
  if (Object.keys(change).length === 0) return contact
  await tx
    .update(contacts)
    .set({ ...change, updatedAt: ctx.now })
    .where(eq(contacts.id, contact.id))
  // That they have one at all is learnt of most people, and changes nothing.
  if (contact.number !== null && !isKnownNumber) {
    await noteNumberChange(tx, ctx, contact, { from: contact.number, to: number })
  }
  return { ...contact, ...change }
}

export async function createContact(
  tx: Tx,
  { lid, number, pushName, isGroup }: Person & { isGroup: boolean },
  ctx: MutationContext,
): Promise<Contact> {
  const contact = {
    id: newId(),
    companyId: ctx.actor.companyId,
    name: pushName || number || lid || '',
    pushName: pushName || null,
    number,
    lid,
    email: '',
    isGroup,
    extraInfo: [],
    createdAt: ctx.now,
    updatedAt: ctx.now,
  }
  const [made] = await tx.insert(contacts).values(contact).returning()
  if (!made) throw new Error('an insert returns its row')
  return made
}
