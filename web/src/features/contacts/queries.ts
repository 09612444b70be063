import type { Contact } from 'db/contacts/table.ts'
import { sameNumberVariants } from 'db/contacts/number-variants.ts'
import { folded, matching } from '../../lib/folded.ts'
import { digitsOf, foldedPattern, foldText } from '../../lib/search-text.ts'
import { sql, type Query } from '../../sync/client.ts'

export type ExtraField = Contact['extraInfo'][number]

export interface ContactRow {
  id: string
  name: string
  /** Digits with country code; null while only WhatsApp's own id is known. */
  number: string | null
  email: string
  extraInfo: readonly ExtraField[]
}

const columns = sql`id, name, number, email, extra_info`

/** Groups are no people: they are found among the tickets. */
function people(term: string): Query<unknown> {
  const digits = digitsOf(term)
  // Two digits are in every number.
  const numbered = digits.length < 3 ? sql`false` : sql`number like ${`%${digits}%`}`
  return sql`not is_group and (${matching(term, sql`name`, sql`email`)} or ${numbered})`
}

export const contactWindow = (term: string, limit: number) => sql<ContactRow>`
  select ${columns} from contacts where ${people(term)} order by ${folded(sql`name`)}, id limit ${limit}`

export const contactCount = (term: string) =>
  sql<{ count: number }>`select count(*)::int as count from contacts where ${people(term)}`

export const contactById = (id: string) => sql<ContactRow>`select ${columns} from contacts where id = ${id}::uuid`

/** Whose number it is, with or without the ninth digit, but for `id`. */
export const contactWithNumber = (number: string, id: string) => sql<Pick<ContactRow, 'id' | 'name'>>`
  select id, name from contacts
  where number = any(${sameNumberVariants(number)}::text[]) and id::text <> ${id} limit 1`

/** More than may be the same person, fewer than all: `looksLikeSamePerson` decides. */
export const perhapsSame = ({ id, name, number }: ContactRow) => sql<ContactRow>`
  select ${columns} from contacts
  where not is_group and id <> ${id}::uuid and (number = any(${number === null ? [] : sameNumberVariants(number)}::text[])
    or name ~ ${`^${foldedPattern(firstWord(name))}`})
  order by id limit 500`

const firstWord = (name: string) => /^[\p{L}\p{N}]+/u.exec(foldText(name))?.[0] ?? '-'

export const allContacts = sql<ContactRow>`
  select ${columns} from contacts where not is_group order by ${folded(sql`name`)}, id`

/** The default one first. */
export const connectionChoices = sql<{
  id: string
  name: string
}>`select id, name from connections order by is_default desc, lower(name), id`

export interface PhoneImport {
  status: 'waiting' | 'done' | 'failed'
  created: number
  updated: number
  skipped: number
}

export const phoneImport = (id: string) =>
  sql<PhoneImport>`select status, created, updated, skipped from contact_imports where id = ${id}::uuid`
