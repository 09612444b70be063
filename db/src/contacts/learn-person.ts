// What WhatsApp tells of people apart from their messages: names, and which number a LID has. Server only.
import { eq } from 'drizzle-orm'
import type { MutationContext, Tx } from '../kit/define-mutation.ts'
import { findAndTeach, findOrCreateContact, type Person } from './find-contact.ts'
import { isGivenName } from './names.ts'
import { contacts } from './table.ts'

export interface ToldPerson extends Person {
  /** From the owner's address book: it stays, as a name that somebody gave; '' without one. */
  bookName: string
  /** Whether it becomes a contact when it is none. */
  isNew: boolean
}

export async function learnPerson(tx: Tx, told: ToldPerson, ctx: MutationContext) {
  const { bookName, isNew, ...person } = told
  const contact = isNew ? await findOrCreateContact(tx, person, ctx) : await findAndTeach(tx, person, ctx)
  if (!contact || bookName === '' || isGivenName(contact)) return
  await tx.update(contacts).set({ name: bookName, updatedAt: ctx.now }).where(eq(contacts.id, contact.id))
}
