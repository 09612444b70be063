// An administrator keeps the company able to work, as one would: in a long history queues are deleted, people lose theirs and tickets
// leave all queues, until nobody sees anything to wish about. By the mutations that an administrator has, each on its own.
import { runMutation } from 'db/kit/define-mutation.ts'
import { AppError } from 'db/kit/errors.ts'
import { noEffects } from 'db/kit/effects.ts'
import { newId } from 'db/kit/new-id.ts'
import { systemContext } from 'db/kit/system-context.ts'
import { mutations } from 'db/mutations.ts'
import type { Random } from 'db/node/random.ts'
import type { World } from './world.ts'

const [leastQueues, leastTickets] = [2, 2]
const names = ['Suporte', 'Cobrança', 'Retiradas', 'Agendas', 'Trocas', 'Orçamentos']

export async function supply(world: World, random: Random) {
  for (let lacking = leastQueues - (await queueIdsOf(world)).length; lacking > 0; lacking--) {
    const name = `${random.pick(names)} ${random.int(1, 999)}`
    const color = `#${random.int(0x100000, 0xffffff).toString(16)}`
    await administer(world, 'queue.create', { id: newId(), name, color, orderQueue: 1, greetingMessage: '' })
  }
  const queueIds = (await queueIdsOf(world)).slice(0, leastQueues)
  for (const { id, own } of await peopleWithout(world, queueIds[0] ?? newId())) {
    if (own.length > 0 && random.chance(0.5)) continue
    const to = own.length > 0 ? [...own, ...queueIds.slice(0, 1)] : queueIds
    await administer(world, 'user.update', { id, changes: { queueIds: { to } } })
  }
  for (const queueId of queueIds) {
    const lacking = leastTickets - (await ticketCount(world, queueId))
    for (const id of await ticketsOfNoQueue(world, lacking)) await administer(world, 'ticket.transfer', { id, queueId })
  }
}

/** A refusal (somebody had the name, the ticket was closed meanwhile) leaves nothing. */
async function administer({ db, company }: World, name: string, args: Record<string, unknown>) {
  const mutation = mutations.get(name)
  if (!mutation) throw new Error(`no mutation ${name}`)
  const ctx = systemContext(company.id, noEffects)
  try {
    await db.orm.transaction((tx) => runMutation(tx, mutation, args, ctx))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}

async function queueIdsOf({ db, company }: World) {
  const rows = await db.sql<{ id: string }[]>`select id from queues where company_id = ${company.id} order by id`
  return rows.map(({ id }) => id)
}

async function peopleWithout({ db, userIds }: World, queueId: string) {
  return db.sql<{ id: string; own: string[] }[]>`
    select id, array(select queue_id::text from user_queues where user_id = u.id order by 1) as own from users u
      where id = any(${userIds}::uuid[]) and not exists (select from user_queues where user_id = u.id and queue_id = ${queueId})
      order by id`
}

async function ticketCount({ db }: World, queueId: string) {
  const [found] = await db.sql<{ count: number }[]>`
    select count(*)::int as count from tickets where queue_id = ${queueId} and not archived`
  return found?.count ?? 0
}

async function ticketsOfNoQueue({ db, company }: World, limit: number) {
  const rows = await db.sql<{ id: string }[]>`
    select id from tickets where company_id = ${company.id} and queue_id is null and not archived and status <> 'closed'
      order by id limit ${Math.max(0, limit)}`
  return rows.map(({ id }) => id)
}
