// The people of contact lists, written online: by hand, and from spreadsheets. Server only.
// Invariants: a list has a number once, in whatever spelling; another number is to be asked for again.
import { eq, getTableColumns, sql } from 'drizzle-orm'
import { contactColumns, givenColumns } from '../contacts/columns.ts'
import type { WhatsAppNumber } from '../contacts/numbers.ts'
import type { SheetContact } from '../contacts/sheet.ts'
import { AppError } from '../kit/errors.ts'
import { newId } from '../kit/new-id.ts'
import type { ServerTx } from '../node/connect.ts'
import { violatedUnique } from '../node/errors/postgres-errors.ts'
import { contactListItems, type ContactListItem } from './table.ts'

/** As calls bring them; the number is read by `takeNumber`. */
export const itemColumns = { name: contactColumns.name, number: givenColumns.number, email: contactColumns.email }

interface ItemValues {
  name: string
  number: WhatsAppNumber
  email: string
}

interface Of {
  companyId: string
  contactListId: string
}

const { numberKey: _own, ...shown } = getTableColumns(contactListItems)

/** @throws AppError ERR_DUPLICATED_CONTACT */
export async function addItem(tx: ServerTx, of: Of, values: ItemValues, now: Date): Promise<ContactListItem> {
  const row = { id: newId(), ...of, ...values, createdAt: now, updatedAt: now }
  const [added] = await refusingDoubles(tx.insert(contactListItems).values(row).returning(shown))
  if (!added) throw new Error('an inserted row is returned')
  return added
}

/** @throws AppError ERR_DUPLICATED_CONTACT */
export async function changeItem(
  tx: ServerTx,
  before: ContactListItem,
  values: Partial<ItemValues>,
  now: Date,
): Promise<ContactListItem> {
  const isOther = values.number !== undefined && values.number !== before.number
  const unchecked = isOther && { isWhatsappValid: null, checkedAt: null }
  const change = tx
    .update(contactListItems)
    .set({ ...values, ...unchecked, updatedAt: now })
    .where(eq(contactListItems.id, before.id))
    .returning(shown)
  const [changed] = await refusingDoubles(change)
  if (!changed) throw new AppError('ERR_NOT_FOUND')
  return changed
}

async function refusingDoubles<T>(write: Promise<T>): Promise<T> {
  try {
    return await write
  } catch (error) {
    throw violatedUnique(error) === null ? error : new AppError('ERR_DUPLICATED_CONTACT', { field: 'number' })
  }
}

const batch = 1000

/** Who is in the list already keeps what WhatsApp said, and gets the sheet's name and, where it has one, its e-mail. */
export async function takeInItems(tx: ServerTx, of: Of, rows: readonly SheetContact[], now: Date) {
  let [created, updated] = [0, 0]
  for (let at = 0; at < rows.length; at += batch) {
    const part = rows.slice(at, at + batch)
    const values = part.map((row) => ({ id: newId(), ...of, ...row, createdAt: now, updatedAt: now }))
    const done = await tx
      .insert(contactListItems)
      .values(values)
      .onConflictDoUpdate({
        target: [contactListItems.contactListId, contactListItems.numberKey],
        set: {
          name: sql`excluded.name`,
          email: sql`coalesce(nullif(excluded.email, ''), ${contactListItems.email})`,
          updatedAt: now,
        },
      })
      // A row that was there before has another id.
      .returning({ id: contactListItems.id })
    const own = new Set(values.map(({ id }) => id))
    const added = done.filter(({ id }) => own.has(id)).length
    created += added
    updated += done.length - added
  }
  return { created, updated }
}

export interface ItemCheck {
  id: string
  /** As it was asked: an item that has another number since keeps it unchecked. */
  asked: string
  /** As WhatsApp has it; null when it has it not. */
  found: string | null
}

/** An answer that did not come by then never will: its worker died. */
const answerMs = 2 * 60_000

/** Numbers of the company that WhatsApp is to be asked for, and nobody else asks for meanwhile. */
export async function takeUncheckedItems(tx: ServerTx, companyId: string, limit: number, now: Date) {
  const before = new Date(now.getTime() - answerMs)
  const taken = await tx.execute(sql`
    update contact_list_items set checked_at = ${now.toISOString()}::timestamptz
    where id in (
      select id from contact_list_items where company_id = ${companyId} and is_whatsapp_valid is null
        and (checked_at is null or checked_at < ${before.toISOString()}::timestamptz)
      order by contact_list_id, id limit ${limit} for update skip locked
    ) returning id, number`)
  return taken as unknown as { id: string; number: string }[]
}

/** WhatsApp's own spelling is kept, which is the same person: the ninth digit or not. */
export async function recordItemChecks(tx: ServerTx, checks: readonly ItemCheck[], now: Date) {
  const data = JSON.stringify(checks)
  await tx.execute(sql`
    update contact_list_items i set is_whatsapp_valid = c.found is not null,
      number = case when one_number(c.found) = i.number_key then c.found else i.number end,
      checked_at = ${now.toISOString()}::timestamptz, updated_at = ${now.toISOString()}::timestamptz
    from jsonb_to_recordset(${data}::text::jsonb) as c(id uuid, asked text, found text)
    where i.id = c.id and i.number = c.asked`)
}
