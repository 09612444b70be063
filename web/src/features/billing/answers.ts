// What the server tells of bills, as these screens read it.
import * as v from 'valibot'
import { noticeAnswer } from '../../desk/billing/notice-words.ts'
import { overAnswer } from '../../desk/billing/over-words.ts'
import { planAnswer } from '../../desk/billing/plans.ts'
import { authorizedFetch, errorOf } from '../../sync/session-client.ts'

const instant = v.pipe(
  v.string(),
  v.transform((text) => new Date(text)),
  v.date(),
)

export const invoiceAnswer = v.object({
  id: v.string(),
  number: v.number(),
  detail: v.string(),
  /** R$. */
  value: v.number(),
  months: v.number(),
  dueDate: instant,
  status: v.picklist(['paid', 'overdue', 'open', 'void']),
})
export type Invoice = v.InferOutput<typeof invoiceAnswer>

export const invoicePage = v.object({ invoices: v.array(invoiceAnswer), cursor: v.nullable(v.string()) })

export const profileAnswer = v.object({
  companyId: v.string(),
  planId: v.string(),
  plan: planAnswer,
  email: v.nullable(v.string()),
  dueDate: instant,
  trialExpiration: v.nullable(instant),
  overdue: v.boolean(),
  billingName: v.string(),
  addressStreet: v.string(),
  addressCity: v.string(),
  addressState: v.string(),
  addressZipCode: v.string(),
  addressCountry: v.string(),
  openInvoiceId: v.nullable(v.string()),
  over: overAnswer,
  notices: v.array(noticeAnswer),
})
export type Profile = v.InferOutput<typeof profileAnswer>

export const chargeAnswer = v.object({
  qrcode: v.object({ qrcode: v.string() }),
  valor: v.object({ original: v.string() }),
  expiresAt: v.nullable(instant),
  provider: v.picklist(['manual', 'efi']),
})
export type Charge = v.InferOutput<typeof chargeAnswer>

/** Once, outside of a render. @throws AppError; TypeError when the network fails */
export async function ask<Schema extends v.GenericSchema>(
  path: string,
  schema: Schema,
  init?: RequestInit,
): Promise<v.InferOutput<Schema>> {
  const response = await authorizedFetch(`/api${path}`, init)
  if (!response.ok) throw await errorOf(response)
  return v.parse(schema, await response.json())
}
