// What happens on the server without any of the clients: customers write, WhatsApp acknowledges, colleagues work, an
// administrator changes profiles and queues. Through the rules of `db`, but for what has no mutation yet.
import { sql } from 'drizzle-orm'
import { profiles } from 'db/kit/actor.ts'
import { runMutation } from 'db/kit/define-mutation.ts'
import { noEffects } from 'db/kit/effects.ts'
import { newId } from 'db/kit/new-id.ts'
import { plainInbound } from 'db/messages/inbound.ts'
import { isPassing } from 'db/node/errors/passing-error.ts'
import { receiveMessage } from 'db/messages/receive.ts'
import { recordAck } from 'db/messages/receipts/record-ack.ts'
import { ack } from 'db/messages/table.ts'
import { mutations } from 'db/mutations.ts'
import type { Random } from 'db/node/random.ts'
import { storedTables } from '../src/sync/local/local-schema.ts'
import { argsFor, type Seen } from './arguments/arguments.ts'
import { hotRows } from './wish.ts'
import type { World } from './world.ts'
import { systemContext } from 'db/kit/system-context.ts'

const levels = [ack.sent, ack.received, ack.read]

export async function customerWrites({ db, company }: World, random: Random) {
  const ctx = systemContext(company.id, noEffects)
  const number = random.chance(0.15) ? `55119${random.int(10, 99)}` : random.pick(await numbers(db, company.id))
  const inbound = {
    connectionId: company.connectionId,
    // Delivered once more now and then.
    whatsappId: `IN${random.int(1, 200)}`,
    fromMe: random.chance(0.1),
    contact: { lid: null, number, pushName: 'Cliente', isGroup: false },
    ...plainInbound,
    body: `mensagem ${random.int(1, 1000)}`,
    sentAt: ctx.now,
  }
  const receive = () => db.orm.transaction((tx) => receiveMessage(tx, inbound, ctx))
  // As a worker does: Postgres ends one of two that wait for each other.
  await receive().catch((error: unknown) => (isPassing(error) ? receive() : Promise.reject(error)))
}

export async function acknowledge({ db, company }: World, random: Random) {
  const own = await db.sql<{ whatsapp_id: string }[]>`
    select whatsapp_id from messages where from_me and connection_id = ${company.connectionId} order by id desc limit 5`
  const ids = random.some(own, 2).map((row) => row.whatsapp_id)
  const level = random.pick(levels)
  await db.orm.transaction((tx) => recordAck(tx, company.connectionId, ids, level, new Date()))
}

/** Any mutation, by somebody who sees all of the company. Refused ones leave nothing. */
export async function somebodyWorks({ db, company }: World, random: Random) {
  const mutation = mutations.get(random.pick([...mutations.keys(), 'ticket.transfer', 'ticket.accept']))
  if (!mutation) return
  const args = argsFor(mutation.name, hotRows(await seenOnServer(db, company.id)), random)
  const ctx = systemContext(company.id, noEffects)
  await db.orm.transaction((tx) => runMutation(tx, mutation, args, ctx)).catch(() => undefined)
}

export async function changeProfile({ db, userIds }: World, random: Random) {
  const profile = random.pick(profiles)
  await db.sql`update users set profile = ${profile}, updated_at = ${new Date()} where id = ${random.pick(userIds)}`
}

export async function changeQueues({ db, company, userIds, queueIds }: World, random: Random) {
  const [userId, queueId] = [random.pick(userIds), random.pick(queueIds)]
  const removed = await db.sql`delete from user_queues where user_id = ${userId} and queue_id = ${queueId}`
  if (removed.count > 0) return
  // Somebody may have deleted the queue, or be about to.
  await db.sql`
    insert into user_queues (id, company_id, user_id, queue_id)
    select ${newId()}, ${company.id}, ${userId}, id from queues where id = ${queueId} for share`
}

async function numbers(db: World['db'], companyId: string) {
  const rows = await db.sql<{ number: string }[]>`
    select number from contacts where company_id = ${companyId} and number is not null order by id`
  return rows.map(({ number }) => number)
}

async function seenOnServer({ orm }: World['db'], companyId: string): Promise<Seen> {
  const tables = storedTables
    .filter(({ columns }) => columns.includes('company_id'))
    .map(async ({ name, table }) => {
      const rows = await orm.execute(sql`select * from ${table} where company_id = ${companyId} order by id`)
      return [name, rows] as const
    })
  return new Map(await Promise.all(tables))
}
