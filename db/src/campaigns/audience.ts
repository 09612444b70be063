// Whom a campaign goes to: copied into one row a person, the people of a list when it starts, those who have a tag when that is chosen.
// Server only. Invariant: a number is there once, however it is spelt; groups never are.
import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../kit/define-mutation.ts'
import { campaignShippings, type Campaign } from './table.ts'

type Of = Pick<Campaign, 'id' | 'companyId'>

export async function dropAudience(tx: Tx, id: string) {
  await tx.delete(campaignShippings).where(eq(campaignShippings.campaignId, id))
}

/** Those with a ticket that has the tag, whatever became of it, by name. */
export async function copyTagged(tx: Tx, { id, companyId, tagId }: Of & { tagId: string }) {
  await copy(
    tx,
    { id, companyId },
    sql`
    select c.name, c.number, c.email, c.on_whatsapp as valid
    from contacts c
    where c.company_id = ${companyId} and not c.is_group and c.number is not null and exists (
      select from tickets t join ticket_tags g on g.ticket_id = t.id where t.contact_id = c.id and g.tag_id = ${tagId}
    )`,
  )
}

export async function copyList(tx: Tx, { id, companyId, contactListId }: Of & { contactListId: string }) {
  await copy(
    tx,
    { id, companyId },
    sql`
    select name, number, email, is_whatsapp_valid as valid from contact_list_items
    where contact_list_id = ${contactListId} and company_id = ${companyId}`,
  )
}

type Query = ReturnType<typeof sql>

async function copy(tx: Tx, { id, companyId }: Of, people: Query) {
  await tx.execute(sql`
    with people as materialized (${people}), copied as (
      insert into campaign_shippings (company_id, campaign_id, position, name, number, email, is_valid, state)
      select ${companyId}::uuid, ${id}::uuid, row_number() over (order by name, number), name, number, email, valid,
        case when valid = false then 'invalid' else 'waiting' end
      from people on conflict (campaign_id, number_key) do nothing returning 1
    )
    update campaigns set people_count = (select count(*) from people),
      repeated_count = (select count(*) from people) - (select count(*) from copied)
    where id = ${id}`)
}

/** Those of its people whom nobody may write to any more, and those who were told of the campaign in vain. */
export async function leaveOutOptedOut(tx: Tx, id: string) {
  await tx.execute(sql`
    update campaign_shippings s set state = 'opted_out', ended_at = now()
    from opt_outs o
    where s.campaign_id = ${id} and s.state in ('waiting', 'asked', 'confirmed')
      and o.company_id = s.company_id and o.revoked_at is null and o.number_key = s.number_key`)
}
