// Contacts. Two of the old ones that are one person on WhatsApp are one here, as is somebody who has written here already.
import { inArray } from 'drizzle-orm'
import { sameNumberVariants } from 'db/contacts/number-variants.ts'
import { contacts } from 'db/contacts/table.ts'
import { importedId } from './ids.ts'
import { accountOf, type Account } from './mapping.ts'
import type { Row } from './source.ts'
import { store } from './target.ts'
import { flag, idOf, madeAt, moment, text, Unreadable, whole } from './values.ts'
import { allRows, companyOf, ofCompany, taken, type Work } from './work.ts'

const name = 'contacts'
const columns = ['id', 'name', 'number', 'lid', 'email', 'isGroup', 'channel', ...ofCompany, 'createdAt', 'updatedAt']

export async function importContacts(work: Work): Promise<void> {
  const table = work.source.table('Contacts')
  if (!table) return
  const people = await peopleHere(work)
  const fields = await ownFields(work)
  const lids = new Map(
    (await allRows(work.source.table('WhatsappLidMaps'), ['contactId', 'lid'], ['contactId'])).map((row) => [
      whole(row, 'contactId'),
      text(row, 'lid', 50),
    ]),
  )
  for await (const rows of table.rows(columns)) {
    const incoming = taken(work, name, rows, (row) => {
      const { id: companyId } = companyOf(work, row)
      const channel = text(row, 'channel')
      if (channel !== '' && !channel.startsWith('whatsapp')) throw new Unreadable('not WhatsApp')
      const account = accountOf(
        text(row, 'number', 100),
        flag(row, 'isGroup'),
        text(row, 'lid', 50) || (lids.get(idOf(row)) ?? ''),
      )
      if (!account) throw new Unreadable('no number')
      const id = importedId('contacts', idOf(row), madeAt(row))
      const keys = keysOf(companyId, account)
      const known = keys.flatMap((key) => people.get(key) ?? [])[0] ?? id
      for (const key of keys) if (!people.has(key)) people.set(key, known)
      work.known.contacts.set(idOf(row), { id: known, companyId, isGroup: account.isGroup })
      if (known !== id) {
        work.tally.of(name).there++
        return null
      }
      const called = text(row, 'name', 50).trim() || account.number || account.lid || ''
      return {
        from: idOf(row),
        row: {
          id,
          companyId,
          name: called,
          ...account,
          email: text(row, 'email', 255),
          extraInfo: fields.get(idOf(row)) ?? [],
          createdAt: madeAt(row),
          updatedAt: moment(row, 'updatedAt') ?? madeAt(row),
          pictureDueAt: work.now,
          numberGiven: false,
        },
      }
    })
    await store(work, { table: contacts, name }, incoming)
    work.progress(name, work.tally.of(name).read)
  }
}

function keysOf(companyId: string, { number, lid }: Account) {
  const byNumber = number === null ? [] : sameNumberVariants(number).map((variant) => `${companyId} ${variant}`)
  return lid === null ? byNumber : [...byNumber, `${companyId} lid ${lid}`]
}

/** By company and account. */
async function peopleHere({ db, known }: Work): Promise<Map<string, string>> {
  const companyIds = [...known.companies.values()].map(({ id }) => id)
  if (companyIds.length === 0) return new Map()
  const { id, companyId, number, lid, isGroup } = contacts
  const there = await db.orm
    .select({ id, companyId, number, lid, isGroup })
    .from(contacts)
    .where(inArray(companyId, companyIds))
  return new Map(there.flatMap((contact) => keysOf(contact.companyId, contact).map((key) => [key, contact.id])))
}

/** What the company notes of people beyond name and number. */
async function ownFields({ source }: Work) {
  const rows = await allRows(source.table('ContactCustomFields'), ['id', 'name', 'value', 'contactId'])
  const fields = new Map<number, { name: string; value: string }[]>()
  for (const row of rows) {
    const contact = whole(row, 'contactId')
    const field = { name: text(row, 'name', 50).trim(), value: text(row, 'value', 1_000).trim() }
    if (contact === null || field.name === '') continue
    fields.set(contact, [...(fields.get(contact) ?? []), field].slice(0, 50))
  }
  return fields satisfies Map<number, Row[]>
}
