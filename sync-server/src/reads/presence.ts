// GET /presence: who of the company is here, and since when not. Online is whoever asked this server for anything lately; away, of those, is
// whom none of their devices has before it. Where they are is told to supervisors and admins, of tickets that they may see themselves.
import { contacts } from 'db/contacts/table.ts'
import type { UserActor } from 'db/kit/actor.ts'
import { hasPermission } from 'db/kit/permissions.ts'
import type { Database } from 'db/node/connect.ts'
import { ticketViewers } from 'db/presences/viewers-table.ts'
import { syncedTickets, tickets } from 'db/tickets/table.ts'
import { onlineMs, userSightings } from 'db/users/sightings.ts'
import { logins, syncedUsers, users } from 'db/users/table.ts'
import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { instant, nullableText, uuid } from '../http/openapi/answer-schema.ts'

const presenceState = v.picklist(['online', 'away', 'offline'])

export const presenceAnswer = v.object({
  people: v.array(
    v.object({
      id: uuid,
      name: v.string(),
      state: presenceState,
      /** Away since, or seen last; null while they are here, and where nobody knows. */
      since: v.nullable(instant),
      /** That they have before them, the one that they came to last first. */
      tickets: v.array(v.object({ id: uuid, contact: v.object({ name: v.string(), number: nullableText }) })),
    }),
  ),
})
type Presence = v.InferOutput<typeof presenceAnswer>['people'][number]

export async function readPresence(db: Database, actor: UserActor, now: Date): Promise<{ people: Presence[] }> {
  const [people, viewed] = [await readPeople(db, actor, now), await readViewed(db, actor, now)]
  return {
    people: people.map(({ id, name, ...seen }) => ({ id, name, ...stateOf(seen, now), tickets: viewed.get(id) ?? [] })),
  }
}

interface Seen {
  lastSeenAt: Date | null
  /** Of all devices that are here; null: of one at least nobody is away. */
  awaySince: Date | null
}

export function stateOf({ lastSeenAt, awaySince }: Seen, now: Date): Pick<Presence, 'state' | 'since'> {
  const isHere = lastSeenAt !== null && now.getTime() - lastSeenAt.getTime() < onlineMs
  if (!isHere) return { state: 'offline', since: lastSeenAt?.toISOString() ?? null }
  return awaySince === null ? { state: 'online', since: null } : { state: 'away', since: awaySince.toISOString() }
}

/** Those who can be here, by name. */
function readPeople({ orm }: Database, actor: UserActor, now: Date) {
  const here = orm
    .select({
      userId: logins.userId,
      // Who is at one of their devices is here.
      awaySince: sql<Date | null>`case when bool_and(${logins.awaySince} is not null) then max(${logins.awaySince}) end`
        .mapWith(logins.awaySince)
        .as('away_since'),
    })
    .from(logins)
    .where(
      and(
        eq(logins.companyId, actor.companyId),
        isNull(logins.endedAt),
        gt(logins.expiresAt, now),
        gt(logins.lastSeenAt, new Date(now.getTime() - onlineMs)),
      ),
    )
    .groupBy(logins.userId)
    .as('here')
  return orm
    .select({ id: users.id, name: users.name, lastSeenAt: userSightings.lastSeenAt, awaySince: here.awaySince })
    .from(users)
    .leftJoin(userSightings, eq(userSightings.id, users.id))
    .leftJoin(here, eq(here.userId, users.id))
    .where(and(syncedUsers.scope(actor), eq(users.canLogIn, true)))
    .orderBy(sql`lower(${users.name})`, users.id)
}

async function readViewed({ orm }: Database, actor: UserActor, now: Date) {
  if (!hasPermission(actor, 'team:tickets')) return new Map<string, Presence['tickets']>()
  const rows = await orm
    .select({ userId: ticketViewers.userId, id: tickets.id, contact: { name: contacts.name, number: contacts.number } })
    .from(ticketViewers)
    .innerJoin(tickets, eq(tickets.id, ticketViewers.ticketId))
    .innerJoin(contacts, eq(contacts.id, tickets.contactId))
    .where(and(syncedTickets.scope(actor), gt(ticketViewers.until, now)))
    .orderBy(desc(ticketViewers.until), tickets.id)
  const byUser = Map.groupBy(rows, ({ userId }) => userId)
  return new Map([...byUser].map(([userId, own]) => [userId, own.map(({ id, contact }) => ({ id, contact }))]))
}
