// What the fields of a company may hold in the operator's office, and of its bills; for forms and routes alike.
import * as v from 'valibot'
import { timeZone } from '../companies/time-zone.ts'
import { idArg } from '../kit/args.ts'
import { newPassword, profileColumns } from '../users/rules.ts'
import { recurrenceNames } from './periods.ts'

const line = (max: number) => v.pipe(v.string(), v.trim(), v.maxLength(max))
const instantText = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.transform((text) => new Date(text)),
)

/** To whom the bills are written. */
export const billingColumns = {
  billingName: line(100),
  addressZipCode: line(20),
  addressStreet: line(200),
  addressDistrict: line(100),
  addressCity: line(100),
  addressState: line(50),
  addressCountry: line(50),
}

export const companyName = v.pipe(v.string(), v.trim(), v.minLength(2), v.maxLength(100))
/** '' is none. */
const email = v.union([profileColumns.email, v.literal('')])
export const companyPhone = v.pipe(v.string(), v.trim(), v.maxLength(30), v.regex(/^[\d ()+-]*$/))

const columns = {
  name: companyName,
  email,
  phone: companyPhone,
  planId: idArg,
  status: v.boolean(),
  dueDate: instantText,
  recurrence: v.picklist(recurrenceNames),
  timeZone,
  campaignsEnabled: v.boolean(),
  ...billingColumns,
}

export const changedCompany = v.partial(v.strictObject(columns))

export const newCompany = v.strictObject({
  name: columns.name,
  email: v.optional(columns.email, ''),
  phone: v.optional(columns.phone, ''),
  planId: columns.planId,
  status: v.optional(columns.status, true),
  dueDate: columns.dueDate,
  recurrence: v.optional(columns.recurrence, 'MENSAL'),
  timeZone: v.optional(columns.timeZone, 'America/Sao_Paulo'),
  campaignsEnabled: v.optional(columns.campaignsEnabled, true),
  /** Who runs it at first. */
  admin: v.strictObject({ ...profileColumns, password: newPassword }),
})
