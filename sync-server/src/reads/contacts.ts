// What REST shows with contacts, and how a typed text finds them. Invariant: whoever sees a contact's row may see all of this: contacts and
// connections are the company's.
import { connections } from 'db/connections/table.ts'
import { contacts, syncedContacts } from 'db/contacts/table.ts'
import type { Actor } from 'db/kit/actor.ts'
import { nothing } from 'db/kit/define-table.ts'
import { isAnyOf } from 'db/kit/sql/is-any-of.ts'
import { hasText, likePattern } from 'db/kit/sql/search-text.ts'
import type { Database } from 'db/node/connect.ts'
import { tickets } from 'db/tickets/table.ts'
import { and, desc, eq, isNull, sql, type SQL } from 'drizzle-orm'
import { v5 } from 'uuid'
import * as v from 'valibot'
import { mediaPath, named, nullableText, rowAnswer, uuid } from '../http/openapi/answer-schema.ts'

type Row = Record<string, unknown>
type ExtraInfo = typeof contacts.$inferSelect.extraInfo

const extraInfo = v.array(v.object({ id: uuid, name: v.string(), value: v.string() }))
const connectionName = v.nullable(v.object({ id: uuid, name: v.string() }))

export const contactAnswer = rowAnswer(syncedContacts, {
  extraInfo,
  profilePicUrl: mediaPath,
  whatsapp: connectionName,
})

/** As it stands beside its tickets. */
export const contactOfTicket = v.object({
  ...named,
  name: v.string(),
  number: nullableText,
  email: v.string(),
  isGroup: v.boolean(),
  pictureHash: nullableText,
  profilePicUrl: mediaPath,
  extraInfo,
})

/** Fields that a company adds have no row of their own: their ids follow from the contact and the name, also when others come and go. */
export function shownContact({
  id,
  extraInfo: info,
  pictureHash,
}: Pick<typeof contacts.$inferSelect, 'id' | 'extraInfo' | 'pictureHash'>) {
  return { uuid: id, profilePicUrl: pictureHash && `/api/media/${pictureHash}`, extraInfo: withIds(id, info) }
}

function withIds(contactId: string, info: ExtraInfo) {
  const seen = new Map<string, number>()
  return info.map(({ name, value }) => {
    const nth = (seen.get(name) ?? 0) + 1
    seen.set(name, nth)
    return { id: v5(`${nth} ${name}`, contactId), name, value }
  })
}

/** With picture, ids of what the company added, and the connection of the last conversation. */
export async function withContactFacts(db: Database, actor: Actor, rows: readonly Row[]): Promise<Row[]> {
  const known = rows as unknown as readonly (typeof contacts.$inferSelect)[]
  const last = await lastConnections(
    db,
    actor,
    known.map(({ id }) => id),
  )
  return known.map((contact) => ({ ...contact, ...shownContact(contact), whatsapp: last.get(contact.id) ?? null }))
}

async function lastConnections({ orm }: Database, { companyId }: Actor, ids: string[]) {
  const rows = await orm
    .selectDistinctOn([tickets.contactId], { of: tickets.contactId, id: connections.id, name: connections.name })
    .from(tickets)
    .innerJoin(connections, and(eq(connections.id, tickets.connectionId), isNull(connections.deletedAt)))
    .where(and(eq(tickets.companyId, companyId), isAnyOf(tickets.contactId, ids)))
    .orderBy(tickets.contactId, desc(tickets.lastMessageAt))
  return new Map(rows.map(({ of, id, name }) => [of, { id, name }]))
}

export const hasName = (typed: string) => hasText(sql`fold_text(${contacts.name})`, typed)

/** In a number are at least so many digits of those that were typed. */
const minDigits = 3

/** However a number is written. */
export function hasNumber(typed: string): SQL {
  const digits = /^[\d\s()+.-]+$/.test(typed) ? typed.replaceAll(/\D/g, '') : ''
  return digits.length < minDigits ? nothing : sql`${contacts.number} like ${likePattern(digits)}`
}
