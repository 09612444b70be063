// Which letters are due about invoices. Each kind once an invoice, whatever runs twice; only what is news: what a mail server was away for too
// long for is not said any more. Server only.
import { sql } from 'drizzle-orm'
import type { ServerTx } from '../node/connect.ts'

export const letterKinds = ['made', 'due-soon', 'overdue', 'paid'] as const
export type LetterKind = (typeof letterKinds)[number]

/** A letter that waits, with what it says. */
export interface Letter {
  invoiceId: string
  kind: LetterKind
  /** The company's billing address. */
  to: string
  company: string
  timeZone: string
  number: number
  detail: string
  /** R$ '123.45'. */
  value: string
  dueDate: Date
  /** Until when the company has paid. */
  paidUntil: Date
}

/** After so many attempts a letter is given up: about ten hours. */
const mostTries = 10

/** Notes the letters that are due by now. Returns how many are new. */
export async function noteLetters(tx: Pick<ServerTx, 'execute'>, now: Date): Promise<number> {
  const at = sql`${now.toISOString()}::timestamptz`
  const rows = await tx.execute(sql`
    insert into invoice_mails (invoice_id, company_id, kind, created_at, next_try_at)
    select i.id, i.company_id, k.kind, ${at}, ${at}
    from invoices i join companies c on c.id = i.company_id
    cross join lateral (values
      ('made', i.paid_at is null and i.created_at > ${at} - interval '2 days'),
      ('due-soon', i.paid_at is null and i.due_date > ${at} and i.due_date <= ${at} + interval '5 days'),
      ('overdue', i.paid_at is null and i.due_date <= ${at} and i.due_date > ${at} - interval '5 days'),
      ('paid', i.voided_at is null and i.paid_at > ${at} - interval '2 days')) as k (kind, due)
    where k.due and c.status and c.email is not null
    on conflict do nothing returning invoice_id`)
  return rows.length
}

/** Up to `limit` letters, which nobody else takes until their next try: an attempt that dies is made again then. */
export async function takeLetters(tx: Pick<ServerTx, 'execute'>, now: Date, limit: number): Promise<Letter[]> {
  const at = sql`${now.toISOString()}::timestamptz`
  const rows = await tx.execute<Omit<Letter, 'dueDate' | 'paidUntil'> & { dueDate: string; paidUntil: string }>(sql`
    with taken as (
      update invoice_mails m set tries = m.tries + 1, next_try_at = ${at} + interval '1 minute' * power(2, m.tries)
      where (m.invoice_id, m.kind) in (
        select invoice_id, kind from invoice_mails
        where sent_at is null and tries < ${mostTries} and next_try_at <= ${at}
        order by next_try_at limit ${limit} for update skip locked)
      returning m.invoice_id, m.kind
    )
    select t.invoice_id as "invoiceId", t.kind, c.email as "to", c.name as company, c.time_zone as "timeZone", i.number, i.detail,
      i.value::text, i.due_date as "dueDate", c.due_date as "paidUntil"
    from taken t join invoices i on i.id = t.invoice_id join companies c on c.id = i.company_id
    where c.email is not null and i.voided_at is null and (t.kind = 'paid') = (i.paid_at is not null)`)
  return rows.map((row) => ({ ...row, dueDate: new Date(row.dueDate), paidUntil: new Date(row.paidUntil) }))
}

export async function noteSent(
  tx: Pick<ServerTx, 'execute'>,
  { invoiceId, kind }: Pick<Letter, 'invoiceId' | 'kind'>,
  now: Date,
): Promise<void> {
  await tx.execute(sql`update invoice_mails set sent_at = ${now.toISOString()}::timestamptz
    where invoice_id = ${invoiceId} and kind = ${kind}`)
}

/** It was marked as paid by mistake: what was not said yet is not said, and of a payment that comes it is said again. */
export async function forgetPaidLetter(tx: Pick<ServerTx, 'execute'>, invoiceId: string): Promise<void> {
  await tx.execute(sql`delete from invoice_mails where invoice_id = ${invoiceId} and kind = 'paid'`)
}
