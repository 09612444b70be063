// Whose conversations are read by queries, for the audit log: those of one ticket, and searches in all.
import { recordReadings, recordWholeReading } from 'db/audit/record.ts'
import type { UserActor } from 'db/kit/actor.ts'
import { idArg } from 'db/kit/args.ts'
import type { Database } from 'db/node/connect.ts'
import * as v from 'valibot'

/** What was asked. */
interface Asked {
  name: string
  args: unknown
}

const ofTicket = v.object({ ticketId: idArg })
const searches = new Set(['ticket.hits', 'message.hits'])

/** Before the answer leaves. */
export async function noteReading({ orm }: Database, actor: UserActor, asked: readonly Asked[]): Promise<void> {
  const now = new Date()
  const ids = asked.flatMap(({ name, args }) =>
    name.startsWith('message.') && v.is(ofTicket, args) ? [args.ticketId] : [],
  )
  await recordReadings(orm, actor, [...new Set(ids)], now)
  if (asked.some(({ name }) => searches.has(name))) await recordWholeReading(orm, actor, 'conversations.searched', now)
}
