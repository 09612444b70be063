// What the desk says by itself: an own message of nobody, with its variables filled, which leaves the customer's messages unread.
// Shared by the bot, the mutations of tickets and the timers. Server only: a device shows it when its row comes.
import { eq } from 'drizzle-orm'
import { companies } from '../companies/table.ts'
import { contacts } from '../contacts/table.ts'
import { fillVariables } from '../bot/variables.ts'
import type { MutationContext, Tx } from '../kit/define-mutation.ts'
import { newId } from '../kit/new-id.ts'
import type { Ticket } from '../tickets/table.ts'
import { insertOwnMessage } from './own-message.ts'

/** A blank text nobody wants to get. */
export async function sendAutomatic(tx: Tx, ticket: Ticket, text: string, ctx: MutationContext): Promise<void> {
  if (text.trim() === '') return
  const fill = await textFiller(tx, ticket, ctx.now)
  const actor = { kind: 'system', companyId: ticket.companyId } as const
  await insertOwnMessage(tx, { ...ctx, actor }, ticket, newId(), { body: fill(text) })
}

/** {{variables}} by what the ticket, its contact and its company are. */
export async function textFiller(
  tx: Tx,
  { contactId, companyId, number }: Pick<Ticket, 'contactId' | 'companyId' | 'number'>,
  now: Date,
): Promise<(text: string) => string> {
  const [contact] = await tx.select({ name: contacts.name }).from(contacts).where(eq(contacts.id, contactId))
  const [company] = await tx.select({ timeZone: companies.timeZone }).from(companies).where(eq(companies.id, companyId))
  if (!company) throw new Error('a ticket has its company')
  const values = { contactName: contact?.name ?? '', ticketNumber: number, now, language: 'pt' as const, ...company }
  return (text) => fillVariables(text, values)
}
