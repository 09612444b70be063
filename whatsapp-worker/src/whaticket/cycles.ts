// Each time that a ticket was opened and closed again: what the old system tracked, or one of the ticket's own times. The dashboard's figures
// follow from them.
import { sql } from 'drizzle-orm'
import type { ServerTx } from 'db/node/connect.ts'
import type { Ticket } from 'db/tickets/table.ts'
import { importedId } from './ids.ts'
import { moment, whole } from './values.ts'
import { allRows, type Work } from './work.ts'

/** In milliseconds. */
interface Past {
  id: number
  startedAt: number
  queuedAt: number
  acceptedAt: number | null
  closedAt: number | null
  user: { id: string; companyId: string } | null
  rating: number | null
}

/** By the old ticket. */
export type Pasts = ReadonlyMap<number, readonly Past[]>

export async function loadPasts({ source, known }: Work): Promise<Pasts> {
  const pasts = new Map<number, Past[]>()
  const columns = ['id', 'ticketId', 'userId', 'queuedAt', 'startedAt', 'finishedAt', 'createdAt']
  for (const row of await allRows(source.table('TicketTraking'), columns)) {
    const [ticket, id, startedAt] = [whole(row, 'ticketId'), whole(row, 'id'), moment(row, 'createdAt')?.getTime()]
    if (ticket === null || id === null || startedAt === undefined) continue
    const at = (column: string) => moment(row, column)?.getTime() ?? null
    const past: Past = {
      id,
      startedAt,
      queuedAt: Math.max(startedAt, at('queuedAt') ?? startedAt),
      acceptedAt: at('startedAt'),
      closedAt: at('finishedAt'),
      user: known.users.get(whole(row, 'userId') ?? -1) ?? null,
      rating: null,
    }
    const of = pasts.get(ticket)
    if (of) of.push(past)
    else pasts.set(ticket, [past])
  }
  for (const row of await allRows(source.table('UserRatings'), ['ticketId', 'rate', 'createdAt'], ['createdAt'])) {
    const [rating, at] = [whole(row, 'rate'), moment(row, 'createdAt')?.getTime() ?? 0]
    // Other scales have no counterpart.
    if (rating === null || rating < 1 || rating > 3) continue
    const rated = pasts.get(whole(row, 'ticketId') ?? -1)?.findLast(({ startedAt }) => startedAt <= at)
    if (rated) rated.rating = rating
  }
  return pasts
}

/** In order, one after the other; open is the last one of a ticket that is. */
export function cyclesOf(ticket: Ticket, pasts: readonly Past[]) {
  const first: Past = {
    id: 0,
    startedAt: ticket.createdAt.getTime(),
    queuedAt: ticket.createdAt.getTime(),
    acceptedAt: ticket.status !== 'pending' && ticket.userId !== null ? ticket.createdAt.getTime() : null,
    closedAt: null,
    user: null,
    rating: null,
  }
  const all = pasts.length === 0 ? [first] : pasts
  const end = (ticket.closedAt ?? ticket.updatedAt).getTime()
  return all.map((past, at) => {
    const isLast = at === all.length - 1
    const next = all[at + 1]?.startedAt ?? end
    const closedAt = isLast && ticket.status !== 'closed' ? null : Math.max(past.startedAt, past.closedAt ?? next)
    const acceptedAt = past.acceptedAt === null ? null : Math.max(past.queuedAt, past.acceptedAt)
    return {
      id: importedId(`ticket_cycles/${ticket.id}`, past.id, new Date(past.startedAt)),
      company_id: ticket.companyId,
      ticket_id: ticket.id,
      connection_id: ticket.connectionId,
      contact_id: ticket.contactId,
      queue_id: ticket.queueId,
      user_id: past.user?.companyId === ticket.companyId ? past.user.id : ticket.userId,
      started_at: new Date(past.startedAt),
      queued_at: new Date(past.queuedAt),
      accepted_at: acceptedAt === null ? null : new Date(acceptedAt),
      waiting_since: closedAt === null && ticket.status === 'pending' ? ticket.waitingSince : null,
      closed_at: closedAt === null ? null : new Date(Math.max(closedAt, acceptedAt ?? 0)),
      rating: closedAt === null ? null : past.rating,
      is_group: ticket.isGroup,
      ours: false,
    }
  })
}

/** In place of what the database made of the tickets' own rows, whose times are those of the import. */
export async function writeCycles(tx: ServerTx, cycles: ReturnType<typeof cyclesOf>) {
  const list = JSON.stringify(cycles)
  await tx.execute(sql`
    delete from ticket_cycles where ticket_id in (select ticket_id from json_populate_recordset(null::ticket_cycles, ${list}::text::json))`)
  await tx.execute(sql`
    insert into ticket_cycles (id, company_id, ticket_id, connection_id, contact_id, queue_id, user_id, started_at, queued_at, accepted_at,
      waiting_since, closed_at, rating, is_group, ours)
    select id, company_id, ticket_id, connection_id, contact_id, queue_id, user_id, started_at, queued_at, accepted_at,
      waiting_since, closed_at, rating, is_group, ours
    from json_populate_recordset(null::ticket_cycles, ${list}::text::json)`)
}

/** Once the messages of these tickets are here: who of ours answered first. */
export async function noteAnswers(tx: ServerTx, ticketIds: string) {
  await tx.execute(sql`
    update ticket_cycles y set answered_at = date_trunc('milliseconds', a.created_at), answered_by = a.user_id
    from ticket_cycles c, lateral (
      select m.created_at, m.user_id from messages m
      where m.ticket_id = c.ticket_id and m.from_me and m.user_id is not null and m.created_at >= c.started_at
        and m.created_at <= coalesce(c.closed_at, 'infinity')
      order by m.created_at limit 1
    ) a
    where c.id = y.id and y.ticket_id = any(${ticketIds}::text::uuid[])
      and (y.answered_at is null or y.answered_at > a.created_at)`)
}
