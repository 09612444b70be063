// The form of a contact as data. What people type is text; extra fields are the JSON of what their editor has.
import type { ContactRow, ExtraField } from 'db/contacts/queries.ts'
import { contactColumns, extraInfo } from 'db/contacts/mutations.ts'
import { phoneDigits } from 'db/contacts/phone-number.ts'
import * as v from 'valibot'
import { jsonText, type FormInput } from '../../components/resource-form/check-fields.ts'
import { formatPhone } from '../../lib/text/phone-number.ts'

const known = { ...contactColumns, extraInfo: v.pipe(jsonText, v.transform(withoutEmpty), extraInfo) }
/** WhatsApp has not told the number yet: it may stay unknown. */
const unknown = { ...known, number: v.union([v.literal(''), contactColumns.number]) }

export const fieldsOf = ({ number }: ContactRow, isNew: boolean) => (isNew || number !== null ? known : unknown)

export type ContactFields = typeof known
type ContactInput = FormInput<ContactFields>

export function inputOf({ name, number, email, extraInfo: extra }: ContactRow): ContactInput {
  return { name, number: number === null ? '' : formatPhone(number), email, extraInfo: JSON.stringify(extra) }
}

/** Digits as they are kept, once they are a number. */
export const numberIn = ({ number }: ContactInput): string | null => phoneDigits(number)

export const extraIn = (input: ContactInput): ExtraField[] => JSON.parse(input.extraInfo) as ExtraField[]

/** Lines that nobody filled are none. */
function withoutEmpty(value: unknown): unknown {
  if (!Array.isArray(value)) return value
  return (value as ExtraField[]).filter(({ name, value: text }) => name.trim() !== '' || text.trim() !== '')
}

/** A value without a name says nothing. */
export const hasNameless = (extra: readonly ExtraField[]) =>
  extra.some(({ name, value }) => name.trim() === '' && value.trim() !== '')
