// The form of a contact as data. Its number is what people type, which useNumberReader reads.
import type { ContactRow, ExtraField } from 'db/contacts/queries.ts'
import { contactColumns, extraInfo } from 'db/contacts/columns.ts'
import * as v from 'valibot'
import { orAsItWas, type FormValues } from '../../components/resource-form/check-fields.ts'
import { numberText } from '../../desk/contacts/use-number-reader.ts'
import { formatPhone } from '../../lib/text/phone-number.ts'

const line = v.object({ name: v.string(), value: v.string() })
/** A merged contact may have more of them than a form allows. */
const extraOf = (stored: ExtraField[]) =>
  v.pipe(
    v.array(line),
    v.transform(withoutEmpty),
    v.lazy((lines) => (JSON.stringify(lines) === JSON.stringify(stored) ? v.array(line) : extraInfo)),
  )

const columns = ({ name, email, extraInfo: extra }: ContactRow, isNew: boolean) => ({
  name: isNew ? contactColumns.name : orAsItWas(contactColumns.name, name),
  email: isNew ? contactColumns.email : orAsItWas(contactColumns.email, email),
  extraInfo: extraOf(extra),
  number: numberText as v.GenericSchema<string, string>,
})

/** WhatsApp has not told the number of some yet: it may stay unknown. */
export const fieldsOf = (row: ContactRow, isNew: boolean) =>
  isNew || row.number !== null
    ? columns(row, isNew)
    : { ...columns(row, isNew), number: v.union([v.literal(''), numberText]) as v.GenericSchema<string, string> }

export type ContactFields = ReturnType<typeof columns>
type ContactValues = FormValues<ContactFields>

export function openingValues({ name, number, email, extraInfo: extra }: ContactRow): ContactValues {
  return { name, number: number === null ? '' : formatPhone(number), email, extraInfo: extra }
}

/** Lines that nobody filled are none. */
function withoutEmpty(lines: ExtraField[]): ExtraField[] {
  return lines.filter(({ name, value }) => name.trim() !== '' || value.trim() !== '')
}

/** A value without a name says nothing. */
export const hasNameless = (extra: readonly ExtraField[]) =>
  extra.some(({ name, value }) => name.trim() === '' && value.trim() !== '')
