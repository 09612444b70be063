// The figures that are kept (migration 0058) against a plain recount of what happened: random histories of tickets.
import { and, eq, sql } from 'drizzle-orm'
import * as fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { localTime } from '../bot/opening-hours.ts'
import { companies } from '../companies/table.ts'
import { contacts } from '../contacts/table.ts'
import type { UserActor } from '../kit/actor.ts'
import { runMutation, type Mutation, type Tx } from '../kit/define-mutation.ts'
import { noEffects } from '../kit/effects.ts'
import { newId } from '../kit/new-id.ts'
import { newMessage, whatsappIdOf } from '../messages/new-message.ts'
import { messages } from '../messages/table.ts'
import type { ServerTx } from '../node/connect.ts'
import { useTestDatabase } from '../node/testing/test-file-database.ts'
import { runFor, testCompany, type TestCompany } from '../node/testing/test-world.ts'
import { changeCycle, latestCycle } from './cycles.ts'
import { acceptTicket, closeTicket, createTicket, deleteTicket, reopenTicket, returnTicket } from './mutations.ts'
import { tickets } from './table.ts'
import { transferTicket } from './transfer.ts'

const db = useTestDatabase()

/** As the test saw it happen; moments are milliseconds of Postgres' clock. */
interface Cycle {
  group: boolean
  ours: boolean
  queue: string | null
  user: string | null
  started: number
  queued?: number
  accepted?: number
  answered?: number
  answerer?: string
  closed?: number
  rating?: number
}

interface Known {
  id: string
  contactId: string
  status: 'pending' | 'open' | 'closed'
  cycles: Cycle[]
}

interface World {
  company: TestCompany
  people: UserActor[]
  queueIds: string[]
  tickets: Known[]
  /** Contact → when they first wrote. */
  firsts: Map<string, number>
  zone: string
}

const event = fc.record({
  kind: fc.constantFrom(
    ...([
      'customer',
      'bot',
      'ours',
      'phone',
      'group',
      'accept',
      'accept',
      'transfer',
      'hand',
      'return',
      'close',
      'close',
    ] as const),
    ...(['reopen', 'comeBack', 'write', 'write', 'rate', 'delete', 'pass', 'pass', 'zone', 'fold', 'merge'] as const),
  ),
  which: fc.nat(1000),
  who: fc.nat(1),
  ms: fc.nat(30 * 3_600_000),
})
type Event = typeof event extends fc.Arbitrary<infer T> ? T : never

let company: TestCompany
let people: UserActor[]
let queueIds: string[]
beforeAll(async () => {
  company = await testCompany(db)
  people = [await company.user('admin'), await company.user('admin')]
  queueIds = [await company.queue('Vendas'), await company.queue('Suporte')]
})

const cycleOf = ({ cycles }: Known) => {
  const cycle = cycles.at(-1)
  if (!cycle) throw new Error('a ticket has a cycle')
  return cycle
}

/** Does it in one transaction, and says at which moment. */
function at(work: (tx: ServerTx) => Promise<unknown>): Promise<number> {
  return db.orm.transaction(async (tx) => {
    await work(tx)
    const [row] = await tx.execute<{ at: string }>(sql`select floor(extract(epoch from now()) * 1000)::text as at`)
    return Number(row?.at)
  })
}

const done = (tx: ServerTx, actor: UserActor, mutation: { name: string }, args: object) =>
  runMutation(tx, mutation as unknown as Mutation, args, { actor, now: new Date(), side: 'server', effects: noEffects })

async function write(tx: Tx, world: World, known: Known, by: { fromMe: boolean; userId: string | null }) {
  const [id, now] = [newId(), new Date()]
  const [ticket] = await tx.select().from(tickets).where(eq(tickets.id, known.id))
  if (!ticket) throw new Error('a ticket that is known')
  const said = {
    id,
    whatsappId: whatsappIdOf(id),
    ...by,
    body: 'oi',
    ack: 1,
    sentAt: now,
    createdAt: now,
    updatedAt: now,
  }
  await tx.insert(messages).values(newMessage(ticket, said))
  if (by.fromMe || ticket.isGroup) return
  const first = world.firsts.get(known.contactId) ?? Infinity
  world.firsts.set(known.contactId, Math.min(first, now.getTime()))
}

async function begin(world: World, kind: 'customer' | 'bot' | 'ours' | 'phone' | 'group', { who }: Event) {
  const contactId = await world.company.contact('Cliente')
  const group = kind === 'group'
  if (group) await db.orm.update(contacts).set({ isGroup: true }).where(eq(contacts.id, contactId))
  const known: Known = { id: newId(), contactId, status: kind === 'ours' ? 'open' : 'pending', cycles: [] }
  const [actor, queue] = [world.people[who], world.queueIds[who]]
  if (!actor || !queue) throw new Error('two of each')
  const moment = await at(async (tx) => {
    const { connectionId } = world.company
    if (kind === 'ours') return done(tx, actor, createTicket, { id: known.id, contactId, connectionId, queueId: queue })
    const now = new Date()
    await tx.execute(sql`
      insert into tickets (id, company_id, status, contact_id, connection_id, queue_id, is_group, chatbot, unread_messages, last_message,
        last_message_from_me, last_message_at, archived, created_at, updated_at)
      values (${known.id}, ${world.company.id}, 'pending', ${contactId}, ${connectionId}, ${kind === 'bot' ? null : queue}, ${group},
        ${kind === 'bot'}, 0, '', false, ${now.toISOString()}, false, ${now.toISOString()}, ${now.toISOString()})`)
    await write(tx, world, known, { fromMe: kind === 'phone', userId: null })
  })
  known.cycles.push({
    group,
    ours: kind === 'ours' || kind === 'phone',
    queue: kind === 'bot' ? null : queue,
    user: kind === 'ours' ? actor.userId : null,
    started: moment,
    ...(kind !== 'bot' && { queued: moment }),
    ...(kind === 'ours' && { accepted: moment }),
  })
  world.tickets.push(known)
}

/** Who may do it now, by the ticket's status; what happens, in the rows and in what is known. */
const steps: Partial<Record<Event['kind'], (world: World, known: Known, event: Event) => Promise<void>>> = {
  async accept({ people: all }, known, { who }) {
    const actor = all[who]
    if (known.status !== 'pending' || !actor) return
    const moment = await at((tx) => done(tx, actor, acceptTicket, { id: known.id }))
    const cycle = cycleOf(known)
    Object.assign(cycle, { queued: cycle.queued ?? moment, accepted: cycle.accepted ?? moment, user: actor.userId })
    known.status = 'open'
  },
  async transfer({ people: [actor], queueIds: ids }, known, { who }) {
    const queueId = ids[who]
    if (known.status === 'closed' || !actor || !queueId) return
    const moment = await at((tx) => done(tx, actor, transferTicket, { id: known.id, queueId }))
    const cycle = cycleOf(known)
    Object.assign(cycle, { queue: queueId, queued: cycle.queued ?? moment })
    known.status = 'pending'
  },
  async hand({ people: all }, known, { who }) {
    const [actor, other] = [all[who], all[1 - who]]
    if (known.status !== 'open' || !actor || !other) return
    await at((tx) => done(tx, actor, transferTicket, { id: known.id, userId: other.userId }))
    cycleOf(known).user = other.userId
  },
  async return({ people: [actor] }, known) {
    if (known.status !== 'open' || !actor) return
    await at((tx) => done(tx, actor, returnTicket, { id: known.id }))
    known.status = 'pending'
  },
  async close({ people: [actor] }, known) {
    if (known.status === 'closed' || !actor) return
    const moment = await at((tx) => done(tx, actor, closeTicket, { id: known.id }))
    const cycle = cycleOf(known)
    Object.assign(cycle, { closed: moment, queued: cycle.queued ?? moment })
    known.status = 'closed'
  },
  async reopen({ people: all }, known, { who }) {
    const actor = all[who]
    if (known.status !== 'closed' || !actor) return
    const { group, queue } = cycleOf(known)
    const moment = await at((tx) => done(tx, actor, reopenTicket, { id: known.id }))
    const begun = { started: moment, queued: moment, accepted: moment }
    known.cycles.push({ group, ours: true, queue, user: actor.userId, ...begun })
    known.status = 'open'
  },
  async comeBack(world, known) {
    if (known.status !== 'closed') return
    const { group, queue } = cycleOf(known)
    const moment = await at(async (tx) => {
      const again = { status: 'pending', userId: null, acceptedAt: null, closedAt: null } as const
      await tx.update(tickets).set(again).where(eq(tickets.id, known.id))
      await write(tx, world, known, { fromMe: false, userId: null })
    })
    known.cycles.push({ group, ours: false, queue, user: null, started: moment, queued: moment })
    known.status = 'pending'
  },
  async write(world, known, { who }) {
    const actor = world.people[who]
    if (known.status !== 'open' || !actor) return
    const moment = await at((tx) => write(tx, world, known, { fromMe: true, userId: actor.userId }))
    const cycle = cycleOf(known)
    if (cycle.answered === undefined) Object.assign(cycle, { answered: moment, answerer: actor.userId })
  },
  async rate(_, known, { which }) {
    if (known.status !== 'closed') return
    const rating = (which % 3) + 1
    await at(async (tx) => changeCycle(tx, (await latestCycle(tx, known.id))?.id ?? '', { rating }))
    cycleOf(known).rating = rating
  },
  async delete(world, known) {
    const [actor] = world.people
    if (!actor) return
    await at((tx) => done(tx, actor, deleteTicket, { id: known.id }))
    world.tickets.splice(world.tickets.indexOf(known), 1)
  },
  /** Its contact turns out to be another, who never wrote. */
  async merge(world, known) {
    const contactId = await world.company.contact('O mesmo cliente')
    if (cycleOf(known).group) return
    await db.orm.transaction(async (tx) => {
      const before = eq(tickets.contactId, known.contactId)
      await tx
        .update(tickets)
        .set({ contactId })
        .where(and(before, eq(tickets.id, known.id)))
      await tx.update(messages).set({ contactId }).where(eq(messages.contactId, known.contactId))
      await tx.delete(contacts).where(eq(contacts.id, known.contactId))
    })
    const first = world.firsts.get(known.contactId)
    world.firsts.delete(known.contactId)
    if (first !== undefined) world.firsts.set(contactId, first)
    known.contactId = contactId
  },
}

const zones = ['America/Sao_Paulo', 'Asia/Kathmandu', 'America/Noronha'] as const

async function happen(world: World, one: Event): Promise<void> {
  const { kind, which, ms } = one
  if (kind === 'customer' || kind === 'bot' || kind === 'ours' || kind === 'phone' || kind === 'group') {
    return begin(world, kind, one)
  }
  if (kind === 'fold') return void (await db.sql`select fold_figures(${(which % 3) + 1})`)
  if (kind === 'zone') {
    world.zone = zones[which % zones.length] ?? world.zone
    return void (await db.orm.update(companies).set({ timeZone: world.zone }).where(eq(companies.id, world.company.id)))
  }
  if (kind === 'pass') return pass(world, ms)
  const known = world.tickets[which % Math.max(1, world.tickets.length)]
  if (known) await steps[kind]?.(world, known, one)
}

/** Time passes: everything that was lies further back. */
async function pass(world: World, ms: number) {
  const by = db.sql`interval '1 ms' * ${ms}`
  await db.sql`
    update ticket_cycles set started_at = started_at - ${by}, queued_at = queued_at - ${by}, accepted_at = accepted_at - ${by},
      answered_at = answered_at - ${by}, closed_at = closed_at - ${by} where company_id = ${world.company.id}`
  await db.sql`update contact_firsts set first_at = first_at - ${by} where company_id = ${world.company.id}`
  for (const cycle of world.tickets.flatMap(({ cycles }) => cycles)) {
    for (const moment of ['started', 'queued', 'accepted', 'answered', 'closed'] as const) {
      const was = cycle[moment]
      if (was !== undefined) cycle[moment] = was - ms
    }
  }
  for (const [contact, first] of world.firsts) world.firsts.set(contact, first - ms)
}

type Sums = Record<string, number>

/** 'day queue user' or 'day hour' → what adds up there. */
function recount({ tickets: all, firsts, zone }: World) {
  const sums = new Map<string, Sums>()
  const add = (key: string, what: Sums) => {
    const sum = sums.get(key) ?? {}
    for (const [name, value] of Object.entries(what)) sum[name] = (sum[name] ?? 0) + value
    sums.set(key, sum)
  }
  const local = (moment: number) => localTime(new Date(moment), zone)
  const between = (from: number, to: number) => Math.max(0, to - from)
  for (const cycle of all.flatMap(({ cycles }) => cycles).filter(({ group }) => !group)) {
    const { started, queued, accepted, answered, closed, rating, ours } = cycle
    const key = (moment: number, user = cycle.user) => `${local(moment).date} ${cycle.queue} ${user}`
    add(key(started), { opened: 1 })
    add(`${local(started).date} ${Number(local(started).clock.slice(0, 2))}h`, { opened: 1 })
    if (!ours && queued !== undefined && accepted !== undefined) {
      add(key(accepted), { waits: 1, wait_ms: between(queued, accepted) })
    }
    if (!ours && queued !== undefined && answered !== undefined) {
      add(key(answered, cycle.answerer), { answers: 1, answer_ms: between(queued, answered) })
    }
    if (closed === undefined) continue
    const support: Sums = accepted === undefined ? {} : { supports: 1, support_ms: between(accepted, closed) }
    add(key(closed), { finished: 1, ...support, ...(rating !== undefined && { ratings: 1, rating_sum: rating }) })
  }
  for (const first of firsts.values()) add(`${local(first).date} null null`, { leads: 1 })
  return plain(sums)
}

/** Without what is 0, in one order. */
const plain = (sums: Map<string, Sums>) =>
  Object.fromEntries(
    [...sums]
      .map(([key, sum]) => [key, Object.fromEntries(Object.entries(sum).filter(([, value]) => value !== 0))] as const)
      .filter(([, sum]) => Object.keys(sum).length > 0)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )

async function kept({ company: { id } }: World) {
  const days = await db.sql<(Sums & { key: string })[]>`
    select concat(day, ' ', coalesce(queue_id::text, 'null'), ' ', coalesce(user_id::text, 'null')) as key, sum(opened)::int as opened,
      sum(finished)::int as finished, sum(leads)::int as leads, sum(waits)::int as waits, sum(wait_ms)::float8 as wait_ms,
      sum(answers)::int as answers, sum(answer_ms)::float8 as answer_ms, sum(supports)::int as supports,
      sum(support_ms)::float8 as support_ms, sum(ratings)::int as ratings, sum(rating_sum)::int as rating_sum
    from figure_days where company_id = ${id} group by 1`
  const hours = await db.sql<(Sums & { key: string })[]>`
    select concat(day, ' ', hour, 'h') as key, sum(opened)::int as opened from figure_hours where company_id = ${id} group by 1`
  return plain(new Map([...days, ...hours].map(({ key, ...sum }) => [key, sum])))
}

test('whatever happens, the figures are what a plain recount of it says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 30, maxLength: 80 }), async (events) => {
      await forget()
      const world: World = { company, people, queueIds, tickets: [], firsts: new Map(), zone: zones[0] }
      for (const one of events) await happen(world, one)
      expect(await kept(world)).toEqual(recount(world))
    }),
    { numRuns: 12, endOnFailure: true },
  )
}, 120_000)

/** The company begins anew. */
async function forget() {
  await db.sql`delete from tickets where company_id = ${company.id}`
  await db.sql`delete from contact_firsts where company_id = ${company.id}`
  await db.orm.update(companies).set({ timeZone: zones[0] }).where(eq(companies.id, company.id))
}

test('what was put together says the same in fewer rows, and what says nothing is gone', async () => {
  await forget()
  const [admin] = people
  const [queueId] = queueIds
  if (!admin || !queueId) throw new Error('two of each')
  for (let n = 0; n < 3; n++) {
    const id = await company.ticket({ queueId, userId: null })
    await runFor(db, admin, acceptTicket, { id })
    await runFor(db, admin, closeTicket, { id })
  }
  const lost = await company.ticket({ queueId: null, userId: null })
  await runFor(db, admin, deleteTicket, { id: lost })
  await db.sql`select fold_figures(1000)`
  const rows = await db.sql`
    select user_id, opened, finished, waits, folded from figure_days where company_id = ${company.id}`
  expect(rows).toEqual([{ user_id: admin.userId, opened: 3, finished: 3, waits: 3, folded: true }])
  expect(await db.sql`select from figure_days where not folded`).toHaveLength(0)
})

test('a company goes with its figures', async () => {
  const other = await testCompany(db)
  const id = await other.ticket({ status: 'pending' })
  await other.message(id)
  expect((await db.sql`select from figure_days where company_id = ${other.id}`).length).toBeGreaterThan(0)
  await db.sql`delete from tickets where company_id = ${other.id}`
  await db.sql`delete from contacts where company_id = ${other.id}`
  await db.sql`delete from connections where company_id = ${other.id}`
  await db.sql`delete from companies where id = ${other.id}`
  expect(await db.sql`select from figure_days where company_id = ${other.id}`).toHaveLength(0)
})
