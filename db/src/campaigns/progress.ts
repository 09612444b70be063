// What a campaign's row says of its people, so that lists show it on every device without the people. Server only.
import { sql } from 'drizzle-orm'
import type { Tx } from '../kit/define-mutation.ts'

/** Everybody of the audience, those who can get it, those who did. Nothing is written where nothing changed. */
export async function countCampaign(tx: Tx, id: string, now: Date) {
  await tx.execute(sql`
    update campaigns c set people_count = n.people, valid_count = n.valid, delivered_count = n.delivered,
      updated_at = ${now.toISOString()}::timestamptz
    from (
      select count(*) + (select repeated_count from campaigns where id = ${id}) as people,
        count(*) filter (where state not in ('invalid', 'opted_out')) as valid,
        count(*) filter (where state = 'delivered') as delivered
      from campaign_shippings where campaign_id = ${id}
    ) n
    where c.id = ${id} and (c.people_count, c.valid_count, c.delivered_count) is distinct from (n.people, n.valid, n.delivered)`)
}
