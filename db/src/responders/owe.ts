// An answer is owed: noted in the transaction that stored what the customer said, with the job that has it given. Server only.
import { eq, sql } from 'drizzle-orm'
import type { MutationContext, Tx } from '../kit/define-mutation.ts'
import type { Ticket } from '../tickets/table.ts'
import type { ResponderRef } from './kinds.ts'
import { responderTurns } from './table.ts'

/** Whoever writes several messages in a row is answered once: so long after the last, and never later than so long after the first. */
const quietMs = 1_500
const longestMs = 8_000

interface Owed {
  messageId: string
  responder: ResponderRef
  isChoice: boolean
}

export async function owe(tx: Tx, ticket: Ticket, owed: Owed, { now, effects }: MutationContext): Promise<void> {
  const { kind, id } = owed.responder
  const turn = {
    companyId: ticket.companyId,
    responder: kind,
    responderId: id,
    messageId: owed.messageId,
    isChoice: owed.isChoice,
    since: now,
    // By Postgres' clock, as turns are taken: the server's may be wrong.
    dueAt: sql`now() + make_interval(secs => ${quietMs / 1000})`,
  }
  const was = responderTurns
  const isOther = sql`(${was.responder}, ${was.responderId}) is distinct from (excluded.responder, excluded.responder_id)`
  // What another one owed is owed no more. What was answered, and is being said, is said to its end first.
  const unless = (column: string, free: string) =>
    sql`case when ${isOther} then ${sql.raw(free)} else ${was}.${sql.raw(column)} end`
  await tx
    .insert(was)
    .values({ ticketId: ticket.id, ...turn })
    .onConflictDoUpdate({
      target: was.ticketId,
      set: {
        responder: kind,
        responderId: id,
        messageId: owed.messageId,
        isChoice: sql`${was.isChoice} and excluded.is_choice`,
        since: unless('since', 'excluded.since'),
        dueAt: sql`case when ${isOther} then excluded.due_at when ${was.answer} is not null then ${was.dueAt}
          else least(excluded.due_at, ${was.since} + make_interval(secs => ${longestMs / 1000})) end`,
        owner: unless('owner', 'null'),
        leaseUntil: unless('lease_until', 'null'),
        askedId: unless('asked_id', 'null'),
        tries: unless('tries', '0'),
        answer: unless('answer', 'null'),
        said: unless('said', '0'),
      },
    })
  effects.answer(ticket.id)
}

/** Nothing is owed any more. */
export async function dropTurn(tx: Tx, ticketId: string): Promise<void> {
  await tx.delete(responderTurns).where(eq(responderTurns.ticketId, ticketId))
}
