// What the server says of the operator's office, as these screens read it.
import { recurrenceNames } from 'db/billing/periods.ts'
import { planColumns } from 'db/companies/plan-columns.ts'
import * as v from 'valibot'
import { noticeAnswer } from '../../desk/billing/notice-words.ts'
import { overAnswer } from '../../desk/billing/over-words.ts'

const instant = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.transform((text) => new Date(text)),
)

export const planList = v.array(v.object({ id: v.string(), ...planColumns, companies: v.number() }))
export type Plan = v.InferOutput<typeof planList>[number]

export const companyList = v.array(
  v.object({
    id: v.string(),
    name: v.string(),
    email: v.nullable(v.string()),
    phone: v.nullable(v.string()),
    planId: v.string(),
    plan: v.object({ name: v.string() }),
    status: v.boolean(),
    operator: v.boolean(),
    dueDate: instant,
    daysLeft: v.number(),
    recurrence: v.picklist(recurrenceNames),
    timeZone: v.string(),
    trialExpiration: v.nullable(instant),
    campaignsEnabled: v.boolean(),
    billingName: v.string(),
    addressZipCode: v.string(),
    addressStreet: v.string(),
    addressDistrict: v.string(),
    addressCity: v.string(),
    addressState: v.string(),
    addressCountry: v.string(),
    use: v.object({
      users: v.number(),
      connections: v.number(),
      queues: v.number(),
      messages: v.number(),
      storage: v.number(),
    }),
    over: overAnswer,
    /** Payments that nobody has looked at yet, and that somebody has to. */
    notices: v.number(),
  }),
)
export type CompanyRow = v.InferOutput<typeof companyList>[number]

export const companyInvoices = v.object({
  invoices: v.array(
    v.object({
      id: v.string(),
      number: v.number(),
      detail: v.string(),
      value: v.number(),
      dueDate: instant,
      status: v.picklist(['paid', 'overdue', 'open', 'void']),
    }),
  ),
  charges: v.array(
    v.object({
      id: v.string(),
      invoiceId: v.string(),
      provider: v.picklist(['manual', 'efi']),
      /** As the bank's statement has its txid. */
      statement: v.string(),
      amount: v.number(),
      purpose: v.picklist(['renewal', 'change']),
      plan: v.string(),
      createdAt: instant,
      voidReason: v.nullable(v.picklist(['price', 'receiver'])),
    }),
  ),
  payments: v.array(
    v.object({
      id: v.string(),
      amount: v.number(),
      paidAt: instant,
      createdAt: instant,
      effect: v.picklist(['renewed', 'short', 'surplus', 'reversed']),
      txid: v.nullable(v.string()),
      planName: v.string(),
      reversible: v.boolean(),
      notices: v.array(noticeAnswer),
      dueBefore: instant,
      dueAfter: instant,
      by: v.nullable(v.string()),
      note: v.string(),
    }),
  ),
  noticesSeenAt: v.nullable(instant),
})
export type CompanyInvoices = v.InferOutput<typeof companyInvoices>

export const installation = v.object({
  signup: v.boolean(),
  contact: v.string(),
  pixProvider: v.picklist(['manual', 'efi']),
  pixKey: v.string(),
  pixName: v.string(),
  pixCity: v.string(),
  efi: v.nullable(v.object({ setAt: instant, by: v.nullable(v.string()), webhook: v.boolean() })),
})
export type Installation = v.InferOutput<typeof installation>
