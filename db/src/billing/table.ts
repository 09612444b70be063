// What companies owe and have paid. Read over REST by who may; no device has any of it.
import { boolean, integer, jsonb, numeric, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, companyId, id, instant, timestamps } from '../kit/columns.ts'
import type { PaymentNotice } from './notices.ts'

const money = (name: string) => numeric(name, { precision: 12, scale: 2 }).notNull()
export const pixProviders = ['manual', 'efi'] as const
export type PixProviderKind = (typeof pixProviders)[number]
export const chargePurposes = ['renewal', 'change'] as const
/** 'price': plan, recurrence or price changed; 'receiver': the operator's key, name or city did. */
export const voidReasons = ['price', 'receiver'] as const

/** One row a company, which the database makes with it. */
export const companyBilling = pgTable('company_billing', {
  companyId: uuid('company_id').primaryKey(),
  anchorDay: smallint('anchor_day').notNull(),
  /** Null once anything was paid. */
  trialEndsAt: instant('trial_ends_at'),
  /** The highest number that an invoice of the company has. */
  lastInvoice: integer('last_invoice').notNull().default(0),
  /** Nobody sees the company any more; a worker takes it away. */
  deletedAt: instant('deleted_at'),
  /** Until when the operator has seen what payments gave notice of; null: nothing yet. */
  noticesSeenAt: instant('notices_seen_at'),
  billingName: text('billing_name').notNull().default(''),
  addressZipCode: text('address_zip_code').notNull().default(''),
  addressStreet: text('address_street').notNull().default(''),
  addressDistrict: text('address_district').notNull().default(''),
  addressCity: text('address_city').notNull().default(''),
  addressState: text('address_state').notNull().default(''),
  addressCountry: text('address_country').notNull().default('BR'),
})

export const invoices = pgTable('invoices', {
  id: id(),
  companyId: companyId(),
  number: integer('number').notNull(),
  /** The plan's name: what is to be paid for, and of a paid one what was bought. */
  detail: text('detail').notNull(),
  /** R$. A plan's later price does not change it; another plan or recurrence does, while it is open. */
  value: money('value'),
  months: smallint('months').notNull(),
  /** When the period begins that it pays for. */
  dueDate: instant('due_date').notNull(),
  /** When it was closed: paid, or voided. Null: it is open. */
  paidAt: instant('paid_at'),
  /** Nobody owes it any more, and nobody paid it. */
  voidedAt: instant('voided_at'),
  ...timestamps(),
})
export type Invoice = typeof invoices.$inferSelect

/** A code that somebody can pay an invoice with. */
export const pixCharges = pgTable('pix_charges', {
  id: id(),
  companyId: companyId(),
  invoiceId: uuid('invoice_id').notNull(),
  provider: text('provider', { enum: pixProviders }).notNull(),
  txid: text('txid').notNull(),
  amount: money('amount'),
  /** 'change': it was made to get another plan, which the company has once it is paid. */
  purpose: text('purpose', { enum: chargePurposes }).notNull().default('renewal'),
  /** The plan that it pays for. */
  planId: uuid('plan_id').notNull(),
  /** The plan that the company had then; null: `planId`. */
  fromPlanId: uuid('from_plan_id'),
  /** How many months it pays for; null: as many as its invoice. */
  months: smallint('months'),
  brCode: text('br_code').notNull(),
  /** Null: never. */
  expiresAt: instant('expires_at'),
  /** It is shown to nobody any more. Who has it can still pay it. */
  voidedAt: instant('voided_at'),
  voidReason: text('void_reason', { enum: voidReasons }),
  createdAt: instant('created_at').notNull(),
})
export type PixChargeRow = typeof pixCharges.$inferSelect

export const paymentEffects = ['renewed', 'short', 'surplus', 'reversed'] as const

/** The ledger: a row is written once and never changed. Its sum is what was received. */
export const payments = pgTable('payments', {
  id: id(),
  /** Null when the company is gone; its name stays. */
  companyId: uuid('company_id'),
  companyName: text('company_name').notNull(),
  invoiceId: uuid('invoice_id'),
  provider: text('provider', { enum: pixProviders }).notNull(),
  /** The provider's own name of the payment; of a manual one its id. */
  reference: text('reference').notNull(),
  /** R$; negative where it takes a row back. */
  amount: money('amount'),
  paidAt: instant('paid_at').notNull(),
  effect: text('effect', { enum: paymentEffects }).notNull(),
  dueBefore: instant('due_before').notNull(),
  dueAfter: instant('due_after').notNull(),
  /** The charge that was paid, where it is known which. */
  chargeId: uuid('charge_id'),
  /** What was bought: the plan's name then; '' where nothing was. */
  planName: text('plan_name').notNull().default(''),
  months: smallint('months'),
  planBefore: uuid('plan_before'),
  planAfter: uuid('plan_after'),
  anchorBefore: smallint('anchor_before'),
  trialBefore: instant('trial_before'),
  /** The row that this one takes back. */
  reverses: uuid('reverses'),
  notices: jsonb('notices').$type<readonly PaymentNotice[]>().notNull().default([]),
  /** Who marked it, and why; of a provider's nobody. */
  userId: uuid('user_id'),
  note: text('note').notNull(),
  createdAt: instant('created_at').notNull(),
})

/** What outside services ask of us to be known by, sealed. Write-only from outside; the server alone reads it. */
export const secrets = pgTable(
  'secrets',
  {
    companyId: companyId(),
    name: text('name').notNull(),
    sealed: bytea('sealed').notNull(),
    setAt: instant('set_at').notNull(),
    setBy: uuid('set_by'),
  },
  ({ companyId: owner, name }) => [primaryKey({ columns: [owner, name] })],
)

/** What the operator decides for the whole installation: one row. */
export const installation = pgTable('installation', {
  single: boolean('single').primaryKey().default(true),
  signup: boolean('signup').notNull().default(true),
  contact: text('contact').notNull().default(''),
  pixProvider: text('pix_provider', { enum: pixProviders }).notNull().default('manual'),
  pixKey: text('pix_key').notNull().default(''),
  pixName: text('pix_name').notNull().default(''),
  pixCity: text('pix_city').notNull().default(''),
})
