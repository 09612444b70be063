import * as v from 'valibot'
import { defineQuery, type RowOf, type Side } from '../kit/define-query.ts'
import { listQueries } from '../kit/sql/list-queries.ts'
import { searchedName } from '../kit/sql/local-names.ts'
import { idArg, idsArg, limitArg, termArg } from '../kit/sql/query-args.ts'
import { bool, columnsOf, namesIn, nullable, text } from '../kit/sql/row-type.ts'
import { digitsOf, foldedPattern, foldText, likePattern } from '../kit/sql/search-text.ts'
import { folded, identifier, matching, sql, type SqlText } from '../kit/sql/sql-text.ts'
import { sameNumberVariants } from './number-variants.ts'
import { contactImports, contacts, groupParticipants } from './table.ts'

const row = columnsOf(contacts, 'id', 'name', 'number', 'email', 'extraInfo', 'pictureHash')
const numberArg = v.pipe(v.string(), v.maxLength(40))

/** Two digits are in every number. */
export function numberLike(column: SqlText, term: string): SqlText {
  const digits = digitsOf(term)
  return digits.length < 3 ? sql`false` : sql`${column} like ${`%${digits}%`}`
}

/** Groups are no people: they are found among the tickets. */
const isPerson = (term: string) =>
  sql`not is_group and (${matching(term, sql`name`, sql`email`)} or ${numberLike(sql`number`, term)})`

export const {
  window: contactWindow,
  count: contactCount,
  one: contactById,
} = listQueries({
  noun: 'contact',
  title: 'contacts',
  row,
  columns: namesIn(row),
  from: sql`contacts`,
  id: sql`id`,
  has: isPerson,
  orderBy: folded(sql`name`),
})

/** `number`: digits with country code; null while only WhatsApp's own id is known. */
export type ContactRow = RowOf<typeof contactById>
export type ExtraField = ContactRow['extraInfo'][number]

export const allContacts = defineQuery({
  name: 'contact.all',
  summary: 'All people, by name',
  args: {},
  row,
  sql: () => sql`select ${namesIn(row)} from contacts where not is_group order by ${folded(sql`name`)}, id`,
})

const person = columnsOf(contacts, 'id', 'name', 'number', 'pictureHash')

export const contactWithNumber = defineQuery({
  name: 'contact.withNumber',
  summary: 'Whose number it is, with or without the ninth digit, but for one of them',
  args: { number: numberArg, butFor: v.nullable(idArg) },
  row: person,
  sql: ({ number, butFor }) => sql`
    select ${namesIn(person)} from contacts
    where number = any(${sameNumberVariants(number)}::text[]) and not is_group and id is distinct from ${butFor}::uuid limit 1`,
  example: () => ({ number: '5511987654321', butFor: null }),
})

/** More than may be the same person, fewer than all: `looksLikeSamePerson` decides. */
export const perhapsSame = defineQuery({
  name: 'contact.perhapsSame',
  summary: 'Others with the same number or first name',
  args: { id: idArg, name: v.pipe(v.string(), v.maxLength(1000)), number: v.nullable(numberArg) },
  row,
  sql: ({ id, name, number }) => sql`
    select ${namesIn(row)} from contacts
    where not is_group and id <> ${id}::uuid and (number = any(${number === null ? [] : sameNumberVariants(number)}::text[])
      or name ~ ${`^${foldedPattern(firstWord(name))}`})
    order by id limit 500`,
  example: (id) => ({ id: id('otherContact'), name: 'Cliente', number: null }),
})

const firstWord = (name: string) => /^[\p{L}\p{N}]+/u.exec(foldText(name))?.[0] ?? '-'

/** id and text: what of a contact can be searched. A device keeps it folded. */
export const searchedContacts = (side: Side): SqlText =>
  side === 'device'
    ? identifier(searchedName('contacts'))
    : sql`(select id, public.fold_text(concat_ws(' ', name, number)) as text from contacts)`

const card = { ...columnsOf(contacts, 'id', 'name', 'pictureHash'), number: text }

export const contactChoices = defineQuery({
  name: 'contact.choices',
  summary: 'People with a number to choose from, by name or number',
  args: { term: termArg, limit: limitArg },
  row: card,
  sql({ term, limit }, side) {
    const digits = digitsOf(term)
    const isNumber = digits.length >= 3 && !/\p{L}/u.test(term)
    const pattern = isNumber ? `%${digits}%` : likePattern(foldText(term))
    const found = sql`id in (select id from ${searchedContacts(side)} s where text like ${pattern})`
    return sql`
      select ${namesIn(card)} from contacts
      where number is not null and not is_group and ${term === '' ? sql`true` : found}
      order by lower(name), id limit ${limit}`
  },
  example: () => ({ term: 'clien', limit: 20 }),
})

export type ContactChoice = RowOf<typeof contactWithNumber>

export const contactNames = defineQuery({
  name: 'contact.names',
  summary: 'Names, numbers and pictures of contacts, by id',
  args: { ids: idsArg },
  row: {
    ...columnsOf(contacts, 'id'),
    contactName: text,
    contactNumber: nullable(text),
    contactPicture: nullable(text),
  },
  sql: ({ ids }) => sql`
    select id, name as contact_name, number as contact_number, picture_hash as contact_picture
    from contacts where id = any(${ids}::uuid[])`,
  example: (id) => ({ ids: [id('contact')] }),
})

const member = columnsOf(groupParticipants, 'id', 'lid', 'number', 'isAdmin')

export const groupMembers = defineQuery({
  name: 'contact.groupMembers',
  summary: 'Who is in a group, by name; who has none comes last, by number',
  args: { groupId: idArg },
  row: {
    ...member,
    /** Null: they never wrote. */
    name: nullable(text),
    /** It is one of the company's own numbers. */
    isOwn: bool,
  },
  sql: ({ groupId }) => sql`
    select ${namesIn(member, 'p')}, n.name, (k.number is not null) as is_own
    from group_participants p
    left join (select distinct on (lid) lid, name from contacts where not is_group and lid is not null order by lid, id) l on l.lid = p.lid
    left join (select distinct on (number) number, name from contacts where not is_group and number is not null order by number, id) c
      on c.number = p.number
    left join (select distinct number from connections where number is not null) k on k.number = p.number
    cross join lateral (select nullif(coalesce(nullif(l.name, ''), c.name), '') as name) n
    where p.group_id = ${groupId}::uuid
    order by (n.name is null), ${folded(sql`n.name`)}, p.number, p.id`,
  example: (id) => ({ groupId: id('contact') }),
})

export type GroupMemberRow = RowOf<typeof groupMembers>

const counts = columnsOf(contactImports, 'status', 'created', 'updated', 'skipped')

export const phoneImport = defineQuery({
  name: 'contactImport.one',
  summary: "What became of an import of a phone's address book",
  args: { id: idArg },
  row: counts,
  sql: ({ id }) => sql`select ${namesIn(counts)} from contact_imports where id = ${id}::uuid`,
  example: (id) => ({ id: id('contactImport') }),
})

export type PhoneImport = RowOf<typeof phoneImport>
