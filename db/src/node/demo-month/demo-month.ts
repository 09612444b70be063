// A month of invented work for the demo's bakery: for looking at screens with something on them, and for figures. In bulk, in one transaction.
import { eq, sql } from 'drizzle-orm'
import { companies } from '../../companies/table.ts'
import { connections } from '../../connections/table.ts'
import { newId } from '../../kit/new-id.ts'
import { queues, userQueues } from '../../queues/table.ts'
import { tags } from '../../tags/table.ts'
import { userDefaults } from '../../users/mutations.ts'
import { users } from '../../users/table.ts'
import { connect, type ServerTx } from '../connect.ts'
import { hashPassword } from '../password.ts'
import { demoAdmin, demoPassword } from '../seed.ts'
import { colleagues, tagNames, topics, type QueueName } from './texts.ts'
import type { Place } from './place.ts'
import { month, trafficOf, type Size, type Table, type Traffic } from './traffic.ts'

/** How many rows of each table it made. @throws Error when the demo's company is not there, or has its month already */
export async function makeDemoMonth(
  url: string,
  { seed = 1, now = new Date(), size = month }: { seed?: number; now?: Date; size?: Size } = {},
): Promise<Record<Table, number>> {
  const db = connect(url, { max: 1 })
  try {
    const made = await db.orm.transaction(async (tx) => {
      await tx.execute(sql`set local statement_timeout = 0`)
      const place = await placeOf(tx, now)
      const traffic = trafficOf(seed, place, size, now)
      await insertTraffic(tx, traffic)
      return Object.fromEntries(Object.entries(traffic).map(([table, rows]) => [table, rows.length]))
    })
    await db.sql`select fold_figures(10000)`
    return made as Record<Table, number>
  } finally {
    await db.end()
  }
}

async function placeOf(tx: ServerTx, now: Date): Promise<Place> {
  const [found] = await tx
    .select({ company: companies })
    .from(users)
    .innerJoin(companies, eq(companies.id, users.companyId))
    .where(eq(users.email, demoAdmin))
  if (!found) throw new Error(`There is no ${demoAdmin}: start the demo first (npm start).`)
  const { id: companyId, archiveAfterDays, timeZone } = found.company
  const [connection] = await tx.select().from(connections).where(eq(connections.companyId, companyId))
  if (!connection) throw new Error('The demo has no connection any more.')
  const own = { companyId, createdAt: now, updatedAt: now }
  const queueIds = await queuesOf(tx, own)
  const [clock] = await tx.execute<{ ahead: number }>(sql`
    select (extract(epoch from ${now.toISOString()}::timestamptz at time zone ${timeZone} - ${now.toISOString()}::timestamptz at time zone 'UTC') / 60)::int as ahead`)
  return {
    companyId,
    connectionId: connection.id,
    archiveAfterDays,
    clockAhead: clock?.ahead ?? 0,
    queues: queueIds,
    attendants: await attendantsOf(tx, own, queueIds),
    tags: await tagsOf(tx, own),
  }
}

interface Own {
  companyId: string
  createdAt: Date
  updatedAt: Date
}

async function queuesOf(tx: ServerTx, own: Own): Promise<Map<QueueName, string>> {
  const names = Object.keys(topics) as QueueName[]
  const there = await tx.select().from(queues).where(eq(queues.companyId, own.companyId))
  const found = new Map<QueueName, string>()
  for (const [at, name] of names.entries()) {
    const id = there.find((queue) => queue.name === name)?.id ?? newId()
    found.set(name, id)
    if (there.some((queue) => queue.id === id)) continue
    const texts = { greetingMessage: 'Olá! Já vamos ver onde está a sua entrega.', outOfHoursMessage: '' }
    await tx.insert(queues).values({ id, name, color: '#7c3aed', orderQueue: at + 1, ...texts, ...own })
  }
  return found
}

async function attendantsOf(
  tx: ServerTx,
  own: Own,
  queueIds: ReadonlyMap<QueueName, string>,
): Promise<Place['attendants']> {
  const passwordHash = await hashPassword(demoPassword)
  for (const [name, login, profile, works] of colleagues) {
    const id = newId()
    const email = `${login}@aurora.example`
    const [taken] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email))
    if (taken) throw new Error('The demo has its month already: delete its data folder to begin anew.')
    const { allTicket } = userDefaults
    const rest = { super: false, allTicket, connectionId: null, tokenVersion: 0 }
    await tx.insert(users).values({ id, name, email, passwordHash, profile, ...rest, ...own })
    for (const queue of works) {
      await tx
        .insert(userQueues)
        .values({ id: newId(), companyId: own.companyId, userId: id, queueId: queueIds.get(queue) ?? '' })
    }
  }
  const rows = await tx
    .select({ id: users.id, name: users.name, email: users.email, queueId: userQueues.queueId })
    .from(users)
    .innerJoin(userQueues, eq(userQueues.userId, users.id))
    .where(eq(users.companyId, own.companyId))
    .orderBy(users.email)
  const nameOf = new Map([...queueIds].map(([name, id]) => [id, name]))
  return [...Map.groupBy(rows, ({ id }) => id)].map(([id, of]) => ({
    id,
    name: of[0]?.name ?? '',
    login: of[0]?.email.split('@')[0] ?? '',
    queues: of.flatMap(({ queueId }) => nameOf.get(queueId) ?? []),
  }))
}

async function tagsOf(tx: ServerTx, own: Own): Promise<Place['tags']> {
  for (const [name, color, kanban] of tagNames) {
    await tx
      .insert(tags)
      .values({ id: newId(), name, color, kanban, ...own })
      .onConflictDoNothing()
  }
  return tx
    .select({ id: tags.id, isLane: tags.kanban })
    .from(tags)
    .where(eq(tags.companyId, own.companyId))
    .orderBy(tags.name)
}

/** Parents first. Of tickets that are open the trigger makes a cycle of now: theirs are in the traffic. */
async function insertTraffic(tx: ServerTx, traffic: Traffic) {
  for (const table of ['contacts', 'tickets'] as const) await insertAll(tx, table, traffic[table])
  await tx.execute(sql`
    delete from ticket_cycles where ticket_id in (select (t->>'id')::uuid from json_array_elements(${JSON.stringify(traffic.tickets)}::json) t)`)
  const after = [
    'messages',
    'ticket_cycles',
    'ticket_tags',
    'ticket_notes',
    'chats',
    'chat_members',
    'chat_messages',
  ] as const
  for (const table of after) await insertAll(tx, table, traffic[table])
}

const atOnce = 5_000

async function insertAll(tx: ServerTx, table: Table, rows: Traffic[Table]) {
  const [first] = rows
  if (!first) return
  const columns = sql.join(
    Object.keys(first).map((column) => sql.identifier(column)),
    sql`, `,
  )
  for (let at = 0; at < rows.length; at += atOnce) {
    await tx.execute(sql`
      insert into ${sql.identifier(table)} (${columns})
      select ${columns} from json_populate_recordset(null::${sql.identifier(table)}, ${JSON.stringify(rows.slice(at, at + atOnce))}::json)`)
  }
}
