// Contacts to choose from, as this device or (where it has no rows) the server knows them.
import { sameNumberVariants } from 'db/contacts/number-variants.ts'
import { folded } from '../lib/folded.ts'
import { digitsOf, foldText, likePattern } from '../lib/search-text.ts'
import { sql, type Query } from '../sync/client.ts'
import type { Mode } from '../sync/newest-page.ts'

export interface ContactChoice {
  id: string
  name: string
  number: string | null
}

/** People with a number, by name or number. */
export function contactChoices(term: string, limit: number, mode: Mode): Query<ContactChoice> {
  if (mode === 'online') return contactsNamed(term, limit)
  const digits = digitsOf(term)
  const isNumber = digits.length >= 3 && !/\p{L}/u.test(term)
  const pattern = isNumber ? `%${digits}%` : likePattern(foldText(term))
  return sql`
    select id, name, number from contacts
    where number is not null and not is_group and id in (select id from searched_contacts where text like ${pattern})
    order by lower(name), id limit ${limit}`
}

export const contactById = (id: string) => sql<ContactChoice>`
  select id, name, number from contacts where id = ${id}::uuid limit 1`

/** With and without the ninth digit it is one number. */
export const contactWithNumber = (number: string) => sql<ContactChoice>`
  select id, name, number from contacts where number = any(${sameNumberVariants(number)}::text[]) and not is_group limit 1`

/** Who can be sent as a card: people with a number, by name or number. */
export function contactsNamed(term: string, limit: number) {
  const digits = digitsOf(term)
  const byName = sql`${folded(sql`name`)} like ${likePattern(foldText(term))}`
  const found = digits.length < 3 ? byName : sql`(${byName} or number like ${`%${digits}%`})`
  return sql<{ id: string; name: string; number: string; pictureHash: string | null }>`
    select id, name, number, picture_hash from contacts
    where number is not null and not is_group and ${term === '' ? sql`true` : found}
    order by lower(name), id limit ${limit}`
}
