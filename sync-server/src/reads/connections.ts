// GET /whatsapp and /whatsapp/:id in the specification's shape: connections with their queues; what links one only to who may link.
import { connectionQr, connections, syncedConnections } from 'db/connections/table.ts'
import type { Actor, UserActor } from 'db/kit/actor.ts'
import { idArg } from 'db/kit/args.ts'
import { parseArgs } from 'db/kit/define-mutation.ts'
import { AppError } from 'db/kit/errors.ts'
import { isAnyOf } from 'db/kit/sql/is-any-of.ts'
import { hasText } from 'db/kit/sql/search-text.ts'
import type { Database } from 'db/node/connect.ts'
import { connectionQueues, queues } from 'db/queues/table.ts'
import { users } from 'db/users/table.ts'
import { and, asc, eq, getTableColumns, or, sql, type SQL } from 'drizzle-orm'
import * as v from 'valibot'
import { nullableText, rowAnswer, uuid } from '../http/openapi/answer-schema.ts'

/** The company and what of a session is wanted are the session's own; they are taken because the specification's client sends them. */
export const connectionQuery = v.object({
  searchParam: v.optional(v.pipe(v.string(), v.maxLength(200))),
  companyId: v.optional(v.string()),
  session: v.optional(v.string()),
})

export const connectionAnswer = rowAnswer(
  { ...syncedConnections, columns: syncedConnections.columns.filter((name) => name !== 'company_id') },
  {
    queues: v.array(v.object({ id: uuid, name: v.string(), color: v.string() })),
    /** The QR and pairing codes of a single connection, shown to those who may link it; null in lists. */
    qrcode: nullableText,
    pairingCode: nullableText,
    /** Seen once, when it is made: POST /whatsapp/:id/token. */
    token: v.null(),
  },
)

/** More than any plan has. */
const most = 1000

export async function listConnections(db: Database, actor: Actor, input: unknown) {
  const { searchParam } = parseArgs(connectionQuery, input)
  return read(db, actor, searchParam ? hasText(sql`fold_text(${connections.name})`, searchParam) : undefined)
}

export async function readConnection(db: Database, actor: Actor, input: string) {
  const id = parseArgs(idArg, input)
  const [connection] = await read(db, actor, eq(connections.id, id))
  if (!connection) throw new AppError('ERR_NO_WAPP_FOUND')
  const { qrcode, pairingCode } = connections
  const [link] = await db.orm
    .select({ qrcode, pairingCode })
    .from(connections)
    .where(and(connectionQr.scope(actor), eq(connections.id, id)))
  return { ...connection, ...link }
}

/** The user's own, else the company's. @throws AppError ERR_NO_DEF_WAPP_FOUND when there is neither. */
export async function defaultConnection(db: Database, actor: UserActor): Promise<string> {
  const [own] = await db.orm.select({ id: users.connectionId }).from(users).where(eq(users.id, actor.userId))
  const isChosen = own?.id ? eq(connections.id, own.id) : sql`false`
  const [found] = await db.orm
    .select({ id: connections.id })
    .from(connections)
    .where(and(syncedConnections.scope(actor), or(isChosen, connections.isDefault)))
    // The chosen one before another that is the company's default.
    .orderBy(asc(connections.isDefault))
    .limit(1)
  if (!found) throw new AppError('ERR_NO_DEF_WAPP_FOUND')
  return found.id
}

async function read(db: Database, actor: Actor, which: SQL | undefined) {
  const rows = await db.orm
    .select(visible)
    .from(connections)
    .where(and(syncedConnections.scope(actor), which))
    .orderBy(asc(connections.name), asc(connections.id))
    .limit(most)
  const offered = await queuesOf(
    db,
    rows.map(({ id }) => id),
  )
  const secrets = { qrcode: null, pairingCode: null, token: null }
  return rows.map((row) => ({ ...row, ...secrets, uuid: row.id, queues: offered.get(row.id) ?? [] }))
}

const seen = new Set(syncedConnections.columns)
const visible = Object.fromEntries(
  Object.entries(getTableColumns(connections)).filter(([key, { name }]) => seen.has(name) && key !== 'companyId'),
) as Omit<ReturnType<typeof getTableColumns<typeof connections>>, 'companyId'>

async function queuesOf(db: Database, connectionIds: readonly string[]) {
  const rows = await db.orm
    .select({
      connectionId: connectionQueues.connectionId,
      queue: { id: queues.id, name: queues.name, color: queues.color },
    })
    .from(connectionQueues)
    .innerJoin(queues, eq(queues.id, connectionQueues.queueId))
    .where(isAnyOf(connectionQueues.connectionId, connectionIds))
    .orderBy(asc(queues.orderQueue), asc(queues.name), asc(queues.id))
  const ofConnection = Map.groupBy(rows, ({ connectionId }) => connectionId)
  return new Map([...ofConnection].map(([id, own]) => [id, own.map(({ queue }) => queue)]))
}
