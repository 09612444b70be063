// Which tickets a text finds: by contact's name or number, by their own number, by what was written. Over everything the actor may read, archived included.
// Two ways, because one would be slow for half of the words: what many conversations have fills the page from the newest tickets; what few
// have is named by an index. Both are exact, so pages neither drop nor repeat a ticket.
import { contacts } from 'db/contacts/table.ts'
import type { Actor } from 'db/kit/actor.ts'
import { nothing } from 'db/kit/define-table.ts'
import { foldText, hasText } from 'db/kit/sql/search-text.ts'
import { messageSearch } from 'db/messages/table.ts'
import type { Database } from 'db/node/connect.ts'
import { tickets } from 'db/tickets/table.ts'
import { ticketNumberIn } from 'db/tickets/typed-number.ts'
import { and, eq, exists, inArray, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { alias, union } from 'drizzle-orm/pg-core'
import type { Page } from '../http/page.ts'
import { hasName, hasNumber } from './contacts.ts'

/** An index of three letters can't find fewer: then only contacts are looked at. */
const minLength = 3
/** Tickets that are looked through before the index is asked. */
const newest = 200

export interface TicketListing {
  actor: Actor
  /** What the list shows without the search. */
  list: SQL | undefined
  page: Page
}

/** The condition that leaves what was found; it holds for this page. */
export async function ticketsFound(db: Database, listing: TicketListing, typed: string): Promise<SQL> {
  const { offset, limit } = listing.page
  const ids = await amongNewest(db, listing, typed)
  return ids.length >= offset + limit
    ? inArray(tickets.id, ids)
    : inArray(tickets.id, byIndex(db, listing.actor, typed))
}

async function amongNewest(db: Database, { list, page }: TicketListing, typed: string): Promise<string[]> {
  const some = db.orm
    .select({ id: tickets.id, contactId: tickets.contactId, number: tickets.number })
    .from(tickets)
    .where(list)
    .orderBy(...page.orderBy)
    .limit(newest)
    .as('newest')
  const said = db.orm
    .select({ one: sql`1` })
    .from(messageSearch)
    .where(and(eq(messageSearch.ticketId, some.id), hasText(messageSearch.folded, typed)))
  const rows = await db.orm
    .select({ id: some.id })
    .from(some)
    .innerJoin(contacts, eq(contacts.id, some.contactId))
    .where(or(hasName(typed), hasNumber(typed), isNumber(some.number, typed), isLong(typed) ? exists(said) : undefined))
  return rows.map(({ id }) => id)
}

/** Scope is the list's; the company is here because the indexes begin with it. A select each, so that each has its index. */
function byIndex(db: Database, { companyId }: Actor, typed: string) {
  const of = alias(tickets, 'of')
  const withContact = (found: SQL) =>
    db.orm
      .select({ id: of.id })
      .from(contacts)
      .innerJoin(of, eq(of.contactId, contacts.id))
      .where(and(eq(contacts.companyId, companyId), found))
  const byTicket = db.orm
    .select({ id: of.id })
    .from(of)
    .where(and(eq(of.companyId, companyId), isNumber(of.number, typed)))
  const named = union(withContact(hasName(typed)), withContact(hasNumber(typed)), byTicket)
  if (!isLong(typed)) return named
  const said = db.orm
    .select({ id: messageSearch.ticketId })
    .from(messageSearch)
    .where(and(eq(messageSearch.companyId, companyId), hasText(messageSearch.folded, typed)))
  return union(named, said)
}

/** The ticket's own. */
function isNumber(column: SQLWrapper, typed: string): SQL {
  const number = ticketNumberIn(typed)
  return number === undefined ? nothing : sql`${column} = ${number}`
}

const isLong = (typed: string) => foldText(typed).length >= minLength
