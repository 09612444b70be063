// What companies owe and have paid. Read over REST by who may; no device has any of it.
import { boolean, integer, numeric, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, companyId, id, instant, timestamps } from '../kit/columns.ts'

const money = (name: string) => numeric(name, { precision: 12, scale: 2 }).notNull()
export const pixProviders = ['manual', 'efi'] as const
export type PixProviderKind = (typeof pixProviders)[number]

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
  detail: text('detail').notNull(),
  /** R$, fixed when it was made: a plan's later price does not change it. */
  value: money('value'),
  months: smallint('months').notNull(),
  /** When the period begins that it pays for. */
  dueDate: instant('due_date').notNull(),
  paidAt: instant('paid_at'),
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
  /** What the company has once it is paid. */
  planId: uuid('plan_id').notNull(),
  brCode: text('br_code').notNull(),
  /** Null: never. */
  expiresAt: instant('expires_at'),
  createdAt: instant('created_at').notNull(),
})

export const paymentEffects = ['renewed', 'short', 'surplus'] as const

/** The ledger: a row is written once and never changed. */
export const payments = pgTable('payments', {
  id: id(),
  /** Null when the company is gone; its name stays. */
  companyId: uuid('company_id'),
  companyName: text('company_name').notNull(),
  invoiceId: uuid('invoice_id'),
  provider: text('provider', { enum: pixProviders }).notNull(),
  /** The provider's own name of the payment; of a manual one its id. */
  reference: text('reference').notNull(),
  amount: money('amount'),
  paidAt: instant('paid_at').notNull(),
  effect: text('effect', { enum: paymentEffects }).notNull(),
  dueBefore: instant('due_before').notNull(),
  dueAfter: instant('due_after').notNull(),
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
