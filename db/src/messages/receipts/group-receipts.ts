// Ticks of own messages in groups: WhatsApp tells of each member by themselves, and shows two ticks when all have received, blue ones when
// all have read. Called by the worker in one transaction with the receipts of one frame. Server only.
// Invariant: a message's ack is the lowest level among the members who were there at its first receipt and have not left; like any ack it
// only rises. Who hides that they read keeps it at received.
import { sql, type SQL } from 'drizzle-orm'
import type { Tx } from '../../kit/define-mutation.ts'
import type { Account } from '../inbound.ts'
import { ack } from '../table.ts'

export interface GroupReceipt {
  whatsappId: string
  member: Account
  /** `ack.received` or `ack.read`: WhatsApp says no more of groups. */
  level: number
}

/** `own`: the connection's number is in the group too; what its other devices tell is no delivery. */
export async function recordGroupReceipts(
  tx: Tx,
  connectionId: string,
  own: Account,
  receipts: readonly GroupReceipt[],
  now: Date,
) {
  if (receipts.length === 0) return
  const ids = JSON.stringify([...new Set(receipts.map(({ whatsappId }) => whatsappId))])
  const ofThese = sql`m.whatsapp_id in (select jsonb_array_elements_text(${ids}::jsonb))`
  await expectMembers(tx, connectionId, own, ofThese)
  await raiseMembers(tx, connectionId, receipts)
  await raiseMessages(tx, connectionId, ofThese, now)
}

/** Somebody left: the others may all have received it. `groupId`: WhatsApp's. */
export async function raiseGroupAcks(tx: Tx, connectionId: string, groupId: string, now: Date) {
  const ofGroup = sql`m.contact_id in (select id from contacts where company_id = m.company_id and is_group and lid = ${groupId})`
  await raiseMessages(tx, connectionId, ofGroup, now)
}

/** Everybody who is in the group when its first receipt comes: who joins later never gets the message. */
function expectMembers(tx: Tx, connectionId: string, own: Account, which: SQL) {
  return tx.execute(sql`
    insert into group_receipts (message_id, participant_id, company_id, level)
    select m.id, p.id, m.company_id, ${ack.pending}::int
    from messages m join group_participants p on p.group_id = m.contact_id
    where m.connection_id = ${connectionId} and ${which} and m.from_me and m.ack < ${ack.read}
      and not coalesce(p.lid = ${own.lid}, false) and not coalesce(p.number = ${own.number}, false)
      and not exists (select from group_receipts r where r.message_id = m.id)
    on conflict do nothing`)
}

function raiseMembers(tx: Tx, connectionId: string, told: readonly GroupReceipt[]) {
  const rows = told.map(({ whatsappId, member, level }) => ({ whatsapp_id: whatsappId, ...member, level }))
  return tx.execute(sql`
    update group_receipts r set level = t.level
    from (
      select m.id as message_id, p.id as participant_id, max(t.level) as level
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t (whatsapp_id text, lid text, number text, level int)
      join messages m on m.connection_id = ${connectionId} and m.whatsapp_id = t.whatsapp_id
      join group_participants p on p.group_id = m.contact_id and (p.lid = t.lid or p.number = t.number)
      group by m.id, p.id
    ) t
    where r.message_id = t.message_id and r.participant_id = t.participant_id and r.level < t.level`)
}

/** What everybody has read needs no rows any more. */
function raiseMessages(tx: Tx, connectionId: string, which: SQL, now: Date) {
  return tx.execute(sql`
    with reached as (
      select m.id, min(r.level) as level from messages m join group_receipts r on r.message_id = m.id
      where m.connection_id = ${connectionId} and ${which}
      group by m.id
    ),
    finished as (
      delete from group_receipts r using reached where r.message_id = reached.id and reached.level >= ${ack.read}
    )
    update messages m set ack = reached.level, ack_error = null, updated_at = ${now.toISOString()}
    from reached where m.id = reached.id and m.ack < reached.level`)
}
