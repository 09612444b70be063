// Who said stop. Found by the person's number, with or without the ninth digit, and by their contact: it outlives import, merge and a list
// that names them again. Server only.
import { and, eq, isNull, or, sql } from 'drizzle-orm'
import type { Tx } from '../kit/define-mutation.ts'
import { AppError } from '../kit/errors.ts'
import { newId } from '../kit/new-id.ts'
import { campaignShippings, optOuts } from './table.ts'

interface Who {
  companyId: string
  numberKey: string | null
  contactId: string | null
}

const isOf = ({ companyId, numberKey, contactId }: Who) =>
  and(
    eq(optOuts.companyId, companyId),
    isNull(optOuts.revokedAt),
    or(
      contactId === null ? undefined : eq(optOuts.contactId, contactId),
      numberKey === null ? undefined : eq(optOuts.numberKey, numberKey),
    ),
  )

export async function hasOptedOut(tx: Tx, who: Who): Promise<boolean> {
  const [row] = await tx.select({ id: optOuts.id }).from(optOuts).where(isOf(who)).limit(1)
  return row !== undefined
}

interface Said {
  campaignId: string
  messageId: string
  body: string
}

/** Whether it is new. Whatever still waits for them in any campaign ends. */
export async function optOut(
  tx: Tx,
  contact: { id: string; companyId: string; name: string; number: string | null },
  { campaignId, messageId, body }: Said,
): Promise<boolean> {
  const { id: contactId, companyId, name, number } = contact
  const [key] = (await tx.execute(sql`select one_number(${number}::text) as key`)) as {
    key: string | null
  }[]
  const who = { companyId, numberKey: key?.key ?? null, contactId }
  await tx
    .update(campaignShippings)
    .set({ state: 'opted_out', endedAt: sql`clock_timestamp()` })
    .where(
      and(
        eq(campaignShippings.companyId, companyId),
        sql`${campaignShippings.state} in ('waiting', 'asked', 'confirmed')`,
        or(
          eq(campaignShippings.contactId, contactId),
          who.numberKey === null ? undefined : eq(campaignShippings.numberKey, who.numberKey),
        ),
      ),
    )
  if (await hasOptedOut(tx, who)) return false
  const added = await tx.execute(sql`
    insert into opt_outs (id, company_id, name, number, contact_id, campaign_id, campaign_name, message_id, body, created_at)
    select ${newId()}, ${companyId}, ${name}, ${number}, ${contactId}, c.id, c.name, ${messageId}, ${body}, clock_timestamp()
    from campaigns c where c.id = ${campaignId}
    on conflict (company_id, number_key) where revoked_at is null do nothing returning id`)
  return (added as unknown[]).length > 0
}

/** They want to be written to again, as an admin knows. @throws AppError ERR_NOT_FOUND */
export async function takeBack(
  tx: Tx,
  { id, companyId }: { id: string; companyId: string },
  { userId, reason }: { userId: string; reason: string },
  now: Date,
) {
  const taken = await tx
    .update(optOuts)
    .set({ revokedAt: now, revokedBy: userId, revokeReason: reason })
    .where(and(eq(optOuts.id, id), eq(optOuts.companyId, companyId), isNull(optOuts.revokedAt)))
    .returning({ id: optOuts.id })
  if (taken.length === 0) throw new AppError('ERR_NOT_FOUND')
}
