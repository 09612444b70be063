// The form of a contact as data. Its number is what people type, which the column's schema reads.
import type { ContactRow, ExtraField } from 'db/contacts/queries.ts'
import { contactColumns, extraInfo } from 'db/contacts/mutations.ts'
import { phoneDigits } from 'db/contacts/phone-number.ts'
import * as v from 'valibot'
import type { FormValues } from '../../components/resource-form/check-fields.ts'
import { formatPhone } from '../../lib/text/phone-number.ts'

const line = v.object({ name: v.string(), value: v.string() })
const known = { ...contactColumns, extraInfo: v.pipe(v.array(line), v.transform(withoutEmpty), extraInfo) }
/** WhatsApp has not told the number yet: it may stay unknown. */
const unknown = { ...known, number: v.union([v.literal(''), contactColumns.number]) }

export const fieldsOf = ({ number }: ContactRow, isNew: boolean) => (isNew || number !== null ? known : unknown)

export type ContactFields = typeof known
type ContactValues = FormValues<ContactFields>

export function openingValues({ name, number, email, extraInfo: extra }: ContactRow): ContactValues {
  return { name, number: number === null ? '' : formatPhone(number), email, extraInfo: extra }
}

/** Digits as they are kept, once they are a number. */
export const numberIn = ({ number }: ContactValues): string | null => phoneDigits(number)

/** Lines that nobody filled are none. */
function withoutEmpty(lines: ExtraField[]): ExtraField[] {
  return lines.filter(({ name, value }) => name.trim() !== '' || value.trim() !== '')
}

/** A value without a name says nothing. */
export const hasNameless = (extra: readonly ExtraField[]) =>
  extra.some(({ name, value }) => name.trim() === '' && value.trim() !== '')
