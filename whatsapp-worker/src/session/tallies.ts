// Counts what became of each delivered message, in the transaction of its effect. "Delivered" is counted where it is decrypted (key-rows.ts);
// here its journal entry is deleted together with the outcome's tally: a crash leaves both or neither, and handing a message over again finds
// no entry any more and counts nothing. Invariant: delivered = stored + changed + ignored, but for what the journal still holds.
import { sql } from 'drizzle-orm'
import type { ServerTx } from 'db/node/connect.ts'
import type { Outcome } from '../inbound/receive.ts'

export interface Delivery {
  connectionId: string
  /** The company's. */
  today: string
  /** Journal entries; none when it came without anything to decrypt, or could not be decrypted. */
  keys: readonly string[]
}

const counterOf = (outcome: Outcome) => (outcome.kind === 'ignored' ? outcome.reason : outcome.kind)

export function countOutcome(tx: ServerTx, outcome: Outcome, { connectionId, today, keys }: Delivery) {
  const counter = counterOf(outcome)
  if (keys.length === 0) return tally(tx, connectionId, today, ['delivered', counter])
  // Baileys may hand over once what was delivered twice while it held events back: the other is a duplicate.
  return tx.execute(sql`
    with gone as (
      delete from session_keys where connection_id = ${connectionId} and type = 'inbound'
        and key_id in (select jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb))
      returning key_id
    ),
    counted as (
      select split_part(key_id, '/', 1) as day, row_number() over (order by key_id) as n from gone where key_id like '%/%'
    )
    insert into connection_tallies (connection_id, day, counter)
    select ${connectionId}::uuid, day, case when n = 1 then ${counter}::text else 'duplicate' end from counted`)
}

/** Own messages whose row says from now on that they were sent, or failed. */
export function countSent(
  tx: ServerTx,
  connectionId: string,
  today: string,
  counts: { sent: number; refused: number },
) {
  const counters = Object.entries(counts).flatMap(([counter, times]) => Array<string>(times).fill(counter))
  return tally(tx, connectionId, today, counters)
}

/** `counters`: one each time. */
async function tally(tx: ServerTx, connectionId: string, day: string, counters: readonly string[]) {
  if (counters.length === 0) return
  await tx.execute(sql`
    insert into connection_tallies (connection_id, day, counter)
    select ${connectionId}::uuid, ${day}, jsonb_array_elements_text(${JSON.stringify(counters)}::jsonb)`)
}
