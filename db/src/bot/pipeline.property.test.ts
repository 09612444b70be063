// Any customer, any tree, any attendant: sequences of what customers write and what attendants do, through the real pipeline and the
// real mutations. Whatever happens, there are never two tickets open, the bot never speaks once a person had the ticket, and there is a
// way out.
import { and, eq, ne } from 'drizzle-orm'
import { connections } from 'db/connections/table.ts'
import { contacts } from 'db/contacts/table.ts'
import type { Actor } from 'db/kit/actor.ts'
import { AppError } from 'db/kit/errors.ts'
import { newId } from 'db/kit/new-id.ts'
import { plainInbound, type InboundMessage } from 'db/messages/inbound.ts'
import { receiveMessage } from 'db/messages/receive.ts'
import { messages } from 'db/messages/table.ts'
import { useTestDatabase } from 'db/node/testing/test-file-database.ts'
import { offerQueues, runFor, testCompany, type TestCompany } from 'db/node/testing/test-world.ts'
import { queueOptions } from 'db/queues/table.ts'
import { acceptTicket, closeTicket, reopenTicket, returnTicket } from 'db/tickets/mutations.ts'
import { tickets, type Ticket } from 'db/tickets/table.ts'
import { transferTicket } from 'db/tickets/transfer.ts'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { noEffects } from '../kit/effects.ts'
import { systemContext } from '../kit/system-context.ts'

const db = useTestDatabase()

const said = fc.constantFrom('1', '2', '3', '9', '0', '#', 'oi', 'Fila 1', 'Opção 2', '')
const verb = fc.constantFrom('accept', 'return', 'close', 'reopen', 'transfer')
const step = fc.oneof(
  { weight: 3, arbitrary: said.map((text) => ({ kind: 'said', text }) as const) },
  { weight: 1, arbitrary: verb.map((name) => ({ kind: 'did', name }) as const) },
)
/** Options by the place of their parent; the first ones have none. */
const tree = fc.array(fc.option(fc.nat({ max: 6 })), { maxLength: 5 })
const history = fc.record({
  trees: fc.array(tree, { minLength: 1, maxLength: 3 }),
  maxUseBotQueues: fc.nat({ max: 3 }),
  steps: fc.array(step, { minLength: 1, maxLength: 14 }),
})

interface World {
  company: TestCompany
  admin: Actor
  queueIds: string[]
  number: string
}

let counter = 0
async function build({
  trees,
  maxUseBotQueues,
}: {
  trees: (number | null)[][]
  maxUseBotQueues: number
}): Promise<World> {
  const company = await testCompany(db)
  const queueIds: string[] = []
  for (const [index, parents] of trees.entries()) {
    const queueId = await company.queue(`Fila ${index + 1}`)
    queueIds.push(queueId)
    const ids = parents.map(() => newId())
    for (const [place, parent] of parents.entries()) {
      const times = { createdAt: new Date(), updatedAt: new Date() }
      const parentId = parent === null || place === 0 ? null : (ids[parent % place] ?? null)
      const option = { id: ids[place] ?? '', option: place, title: `Opção ${place}`, message: 'Certo', mediaHash: null }
      await db.orm.insert(queueOptions).values({ ...option, companyId: company.id, queueId, parentId, ...times })
    }
  }
  await offerQueues(db, company, queueIds)
  const own = eq(connections.id, company.connectionId)
  await db.orm.update(connections).set({ greetingMessage: 'Olá', maxUseBotQueues }).where(own)
  return { company, admin: await company.user('admin'), queueIds, number: `5521${++counter}00` }
}

/** How many answers the bot gave. */
async function say({ company, number }: World, body: string) {
  const inbound: InboundMessage = {
    connectionId: company.connectionId,
    whatsappId: `P${++counter}`,
    fromMe: false,
    contact: { lid: null, number, pushName: 'Ana', isGroup: false },
    ...plainInbound,
    body,
    sentAt: new Date(),
  }
  let answers = 0
  const ctx = systemContext(company.id, { ...noEffects, wakeSender: () => void answers++ })
  await db.orm.transaction((tx) => receiveMessage(tx, inbound, ctx))
  return answers
}

const mutations = { accept: acceptTicket, return: returnTicket, close: closeTicket, reopen: reopenTicket }

/** Whether it was done: the rules refuse what a ticket's status does not allow. */
async function act({ admin, queueIds }: World, name: keyof typeof mutations | 'transfer', id: string) {
  const [queueId] = queueIds
  const change =
    name === 'transfer'
      ? runFor(db, admin, transferTicket, { id, queueId })
      : runFor(db, admin, mutations[name], { id })
  try {
    await change
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

async function ticketsOf({ company, number }: World): Promise<Ticket[]> {
  const rows = await db.orm
    .select({ ticket: tickets })
    .from(tickets)
    .innerJoin(contacts, eq(contacts.id, tickets.contactId))
    .where(and(eq(tickets.companyId, company.id), eq(contacts.number, number)))
    .orderBy(tickets.createdAt)
  return rows.map(({ ticket }) => ticket)
}

async function assertSameQueue(world: World) {
  const astray = await db.orm
    .select({ id: messages.id })
    .from(messages)
    .innerJoin(tickets, eq(tickets.id, messages.ticketId))
    .where(and(eq(tickets.companyId, world.company.id), ne(messages.queueId, tickets.queueId)))
  expect(astray).toEqual([])
}

test('never two open tickets, never a bot after a person, always a way out', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(history, async ({ steps, ...setup }) => {
      const world = await build(setup)
      /** A person had the ticket since it was opened. */
      let isPeoples = false
      for (const one of steps) {
        const before = (await ticketsOf(world)).at(-1)
        if (one.kind === 'said') {
          // After a close it is a new beginning.
          isPeoples &&= before?.status !== 'closed'
          const answers = await say(world, one.text)
          if (isPeoples) expect(answers).toBe(0)
        } else if (before && (await act(world, one.name, before.id))) {
          isPeoples ||= one.name === 'accept' || one.name === 'reopen'
        }
        const all = await ticketsOf(world)
        expect(all.filter(({ status }) => status !== 'closed').length).toBeLessThanOrEqual(1)
        for (const { status, chatbot } of all) if (status !== 'pending') expect(chatbot).toBe(false)
        await assertSameQueue(world)
      }
      await assertWayOut(world, isPeoples)
    }),
    { numRuns: 25 },
  )
})

/** With people there is somebody to answer; with the bot, # leads back to the choice of queues. */
async function assertWayOut(world: World, isPeoples: boolean) {
  const last = (await ticketsOf(world)).at(-1)
  if (!last || last.status !== 'pending' || isPeoples || world.queueIds.length === 1) return
  expect(await say(world, '#')).toBe(1)
  expect((await ticketsOf(world)).at(-1)).toMatchObject({ chatbot: true, queueId: null })
}
