// The dashboard of a company, of one moment: what was kept of the days that are looked at, and what is open now. Of the whole company, whoever's
// queues the reader works in; groups don't count.
import type { UserActor } from 'db/kit/actor.ts'
import { parseArgs } from 'db/kit/define-mutation.ts'
import { AppError } from 'db/kit/errors.ts'
import { hasPermission } from 'db/kit/permissions.ts'
import type { Database, ServerTx } from 'db/node/connect.ts'
import { queues } from 'db/queues/table.ts'
import { onlineMs, userSightings } from 'db/users/sightings.ts'
import { users } from 'db/users/table.ts'
import { asc, eq, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { DashboardAnswer } from './answer.ts'
import { readKeptFigures, sumOf, workOf, type KeptFigures } from './kept-figures.ts'
import { periodQuery, readPeriod } from './period.ts'

export const dashboardQuery = v.object(periodQuery)

export function assertSeesDashboard(actor: UserActor) {
  if (!hasPermission(actor, 'dashboard:view')) throw new AppError('ERR_NO_PERMISSION')
}

/** Reads of one moment. */
export const ofOneMoment = <T>(db: Database, work: (tx: ServerTx) => Promise<T>): Promise<T> =>
  db.orm.transaction(work, { isolationLevel: 'repeatable read', accessMode: 'read only' })

export function readDashboard(db: Database, actor: UserActor, input: unknown, at: Date): Promise<DashboardAnswer> {
  assertSeesDashboard(actor)
  const asked = parseArgs(dashboardQuery, input)
  return ofOneMoment(db, async (tx) => {
    const period = await readPeriod(tx, actor, asked, at)
    const kept = await readKeptFigures(tx, actor.companyId, period)
    const open = await readOpen(tx, actor.companyId)
    const now = total(open)
    return {
      from: period.from,
      to: period.to,
      timeZone: period.zone,
      today: period.today,
      counters: { supportPending: now.pending, supportHappening: now.open, ...kept.all },
      before: kept.before,
      now: { waiting: now.waiting, waitingSince: now.waitingSince, open: now.open, withBot: now.withBot },
      ...(await attendantsOf(tx, actor.companyId, { kept, open, at })),
      queues: await queuesOf(tx, actor.companyId, { kept, open }),
      todayByHour: kept.todayByHour,
      days: kept.days,
      weekdays: kept.weekdays,
    }
  })
}

interface Open {
  queueId: string | null
  userId: string | null
  pending: number
  withBot: number
  waiting: number
  /** ISO. */
  waitingSince: string | null
  open: number
}

async function readOpen(tx: ServerTx, companyId: string): Promise<Open[]> {
  const rows = await tx.execute(sql`
    select t.queue_id as "queueId", t.user_id as "userId", (count(*) filter (where t.status = 'pending'))::int as pending,
      (count(*) filter (where t.status = 'pending' and t.chatbot))::int as "withBot",
      (count(*) filter (where t.status = 'pending' and not t.chatbot))::int as waiting,
      to_char(min(y.waiting_since) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "waitingSince",
      (count(*) filter (where t.status = 'open'))::int as open
    from ticket_cycles y join tickets t on t.id = y.ticket_id
    where y.company_id = ${companyId} and y.closed_at is null and not y.is_group
    group by t.queue_id, t.user_id`)
  return rows as unknown as Open[]
}

type Count = 'pending' | 'withBot' | 'waiting' | 'open'

function total(rows: readonly Open[]) {
  const sum = (key: Count) => rows.reduce((before, row) => before + row[key], 0)
  const [waitingSince = null] = rows.flatMap((row) => row.waitingSince ?? []).toSorted()
  return { pending: sum('pending'), withBot: sum('withBot'), waiting: sum('waiting'), open: sum('open'), waitingSince }
}

interface Figures {
  kept: KeptFigures
  open: readonly Open[]
}

async function attendantsOf(tx: ServerTx, companyId: string, { kept, open, at }: Figures & { at: Date }) {
  const seen = await tx
    .select({ id: users.id, name: users.name, lastSeenAt: userSightings.lastSeenAt })
    .from(users)
    .leftJoin(userSightings, eq(userSightings.id, users.id))
    .where(eq(users.companyId, companyId))
    .orderBy(sql`lower(${users.name})`, asc(users.id))
  const attendants = seen.map(({ id, name, lastSeenAt }) => ({
    id,
    name,
    online: lastSeenAt !== null && at.getTime() - lastSeenAt.getTime() < onlineMs,
    open: total(open.filter(({ userId }) => userId === id)).open,
    closedToday: kept.closedToday.get(id) ?? 0,
    ...workOf(kept.byUser.get(id)),
  }))
  return { attendants, formerAttendants: formerOf(kept, new Set(seen.map(({ id }) => id))) }
}

/** Whoever is no user any more. */
function formerOf({ byUser, closedToday }: KeptFigures, present: ReadonlySet<string>) {
  const isGone = (id: string | null): id is string => id !== null && !present.has(id)
  const gone = [...byUser].filter(([id]) => isGone(id)).map(([, sums]) => sums)
  const today = [...closedToday].filter(([id]) => isGone(id)).reduce((sum, [, closed]) => sum + closed, 0)
  if (gone.length === 0 && today === 0) return null
  return { closedToday: today, ...workOf(sumOf(gone)) }
}

async function queuesOf(tx: ServerTx, companyId: string, { kept, open }: Figures) {
  const { id, name, color } = queues
  const own: { id: string | null; name: string | null; color: string | null }[] = await tx
    .select({ id, name, color })
    .from(queues)
    .where(eq(queues.companyId, companyId))
    .orderBy(asc(queues.orderQueue), sql`lower(${queues.name})`)
  const present = new Set(own.map((queue) => queue.id))
  const without = [...kept.byQueue].filter(([of]) => of === null || !present.has(of)).map(([, sums]) => sums)
  const shown = own.map((queue) => ({
    ...queue,
    of: open.filter(({ queueId }) => queueId === queue.id),
    sums: kept.byQueue.get(queue.id),
  }))
  const rest = {
    id: null,
    name: null,
    color: null,
    of: open.filter(({ queueId }) => queueId === null),
    sums: sumOf(without),
  }
  const isEmpty = rest.of.length === 0 && rest.sums.opened === 0 && rest.sums.finished === 0
  return [...shown, ...(isEmpty ? [] : [rest])].map(({ of, sums, ...queue }) => {
    const { waiting, waitingSince, open: happening } = total(of)
    return { ...queue, waiting, waitingSince, open: happening, ...workOf(sums) }
  })
}
