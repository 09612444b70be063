// Users as the specification shows them: with their queues and their company. Who logs in is described the same way (routes/login.ts).
import { companies } from 'db/companies/table.ts'
import type { Actor } from 'db/kit/actor.ts'
import { isAnyOf } from 'db/kit/sql/is-any-of.ts'
import type { Database } from 'db/node/connect.ts'
import { queues, userQueues } from 'db/queues/table.ts'
import { countsAsSuper } from 'db/users/rules.ts'
import { syncedUsers, users } from 'db/users/table.ts'
import { asc, eq } from 'drizzle-orm'
import * as v from 'valibot'
import { nullableUuid, rowAnswer, uuid } from '../http/openapi/answer-schema.ts'
import { companyOfUser, describeCompany } from './company.ts'

type Row = Record<string, unknown>

const beside = {
  whatsappId: nullableUuid,
  allTicket: v.picklist(['enable', 'disable']),
  company: companyOfUser,
  queues: v.array(v.object({ id: uuid, name: v.string(), color: v.string() })),
}

export const userAnswer = rowAnswer(syncedUsers, beside)
export const sessionUserAnswer = v.object({
  id: uuid,
  name: v.string(),
  email: v.string(),
  profile: v.string(),
  super: v.boolean(),
  companyId: uuid,
  ...beside,
})

export async function withQueuesAndCompany(db: Database, { companyId }: Actor, rows: readonly Row[]): Promise<Row[]> {
  const known = rows as unknown as readonly (typeof users.$inferSelect)[]
  const company = await describeCompany(db, companyId)
  const byUser = await queuesOfUsers(
    db,
    known.map(({ id }) => id),
  )
  return known.map((user) => ({ ...user, ...asSpecified(user), company, queues: byUser.get(user.id) ?? [] }))
}

/** The user as the specification's session calls show it; null: they are gone. */
export async function describeUser(db: Database, userId: string) {
  const [row] = await db.orm
    .select({ user: users, operator: companies.operator })
    .from(users)
    .innerJoin(companies, eq(companies.id, users.companyId))
    .where(eq(users.id, userId))
  if (!row) return null
  const { user, operator } = row
  const { id, name, email, profile, companyId } = user
  return {
    id,
    name,
    email,
    profile,
    super: countsAsSuper(user, { operator }),
    companyId,
    ...asSpecified(user),
    company: await describeCompany(db, companyId),
    queues: (await queuesOfUsers(db, [id])).get(id) ?? [],
  }
}

const asSpecified = ({ connectionId, allTicket }: Pick<typeof users.$inferSelect, 'connectionId' | 'allTicket'>) => ({
  whatsappId: connectionId,
  allTicket: allTicket ? 'enable' : 'disable',
})

async function queuesOfUsers({ orm }: Database, ids: string[]) {
  const rows = await orm
    .select({ userId: userQueues.userId, queue: { id: queues.id, name: queues.name, color: queues.color } })
    .from(userQueues)
    .innerJoin(queues, eq(queues.id, userQueues.queueId))
    .where(isAnyOf(userQueues.userId, ids))
    .orderBy(asc(queues.orderQueue), asc(queues.name), asc(queues.id))
  const byUser = Map.groupBy(rows, ({ userId }) => userId)
  return new Map([...byUser].map(([userId, own]) => [userId, own.map(({ queue }) => queue)]))
}
