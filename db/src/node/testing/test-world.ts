// Builders for tests: rows of a company, with only what a test cares about named.
import { eq } from 'drizzle-orm'
import { newId } from '../../kit/new-id.ts'
import type { Actor, Profile, UserActor } from '../../kit/actor.ts'
import { runMutation, type Mutation, type MutationContext } from '../../kit/define-mutation.ts'
import { companies, plans } from '../../companies/table.ts'
import { connections } from '../../connections/table.ts'
import { contacts } from '../../contacts/table.ts'
import { mediaFiles, mediaUploads } from '../../media/table.ts'
import { newMessage, whatsappIdOf } from '../../messages/new-message.ts'
import { ack, messages, type Message } from '../../messages/table.ts'
import { connectionQueues, queueOptions, queues, userQueues } from '../../queues/table.ts'
import { newTicket } from '../../tickets/new-ticket.ts'
import { tickets, type Ticket } from '../../tickets/table.ts'
import { users } from '../../users/table.ts'
import type { Database } from '../connect.ts'
import { hashPassword } from '../password.ts'
import { noEffects } from '../../kit/effects.ts'

export const testPassword = 'segredo-1'
const passwordHash = hashPassword(testPassword)
const day = 86_400_000

export interface TestCompany {
  id: string
  connectionId: string
  queue(name: string): Promise<string>
  user(profile: Profile, queueIds?: readonly string[]): Promise<UserActor & { email: string }>
  /** At the top of the queue's tree. */
  queueOption(queueId: string): Promise<string>
  contact(name: string): Promise<string>
  ticket(change?: Partial<Ticket>): Promise<string>
  message(ticketId: string, change?: Partial<Message>): Promise<string>
}

let counter = 0
const next = () => ++counter

export async function testCompany(
  { orm }: Database,
  change: Partial<typeof companies.$inferInsert> = {},
): Promise<TestCompany> {
  const now = new Date()
  const times = { createdAt: now, updatedAt: now }
  const { companyId, connectionId } = await insertCompany(orm, times, change)

  const contact = async (name: string) => {
    const id = newId()
    const number = `55119${String(10_000_000 + next())}`
    await orm.insert(contacts).values({ id, companyId, name, number, lid: null, email: '', isGroup: false, ...times })
    return id
  }

  return {
    id: companyId,
    connectionId,
    contact,
    async queue(name) {
      const id = newId()
      const color = `#${(0x100000 + next()).toString(16)}`
      await orm
        .insert(queues)
        .values({ id, companyId, name, color, orderQueue: 1, greetingMessage: '', outOfHoursMessage: '', ...times })
      return id
    },
    async queueOption(queueId) {
      const id = newId()
      const texts = { title: 'Preços', message: 'A partir de R$ 10' }
      await orm.insert(queueOptions).values({ id, companyId, queueId, parentId: null, option: 1, ...texts, ...times })
      return id
    },
    user: (profile, queueIds = []) => insertUser(orm, companyId, times, profile, queueIds),
    async ticket(ticketChange = {}) {
      const id = newId()
      const { contactId = await contact('Cliente') } = ticketChange
      const values = { id, companyId, connectionId, status: 'pending', ...times } as const
      await orm.insert(tickets).values({ ...newTicket({ id: contactId, isGroup: false }, values), ...ticketChange })
      return id
    },
    async message(ticketId, messageChange = {}) {
      const id = newId()
      const { contactId = await contact('Cliente') } = messageChange
      const place = { id: ticketId, companyId, contactId, connectionId, queueId: null, archived: false }
      const said = { id, whatsappId: whatsappIdOf(id), fromMe: false, body: 'oi', ack: ack.received, sentAt: now }
      await orm.insert(messages).values({ ...newMessage(place, { ...said, ...times }), ...messageChange })
      return id
    },
  }
}

/** The row of a file that somebody brought; its content is nowhere. */
export async function insertFile(
  { orm }: Database,
  { companyId, userId }: Pick<UserActor, 'companyId' | 'userId'>,
  file: Pick<typeof mediaFiles.$inferInsert, 'hash' | 'mime' | 'size'>,
) {
  const createdAt = new Date()
  await orm.insert(mediaFiles).values({ companyId, ...file, createdAt })
  await orm.insert(mediaUploads).values({ companyId, hash: file.hash, userId, createdAt })
}

type Times = Record<'createdAt' | 'updatedAt', Date>

/** With its plan and its number. */
async function insertCompany(orm: Database['orm'], times: Times, change: Partial<typeof companies.$inferInsert>) {
  const [planId, companyId, connectionId] = [newId(), newId(), newId()]
  await orm.insert(plans).values({
    id: planId,
    name: `Plano ${planId}`,
    users: 10,
    connections: 10,
    queues: 10,
    value: '1.00',
    ...times,
  })
  await orm.insert(companies).values({
    id: companyId,
    name: `Empresa ${next()}`,
    email: null,
    phone: null,
    planId,
    status: true,
    operator: false,
    dueDate: new Date(times.createdAt.getTime() + 30 * day),
    recurrence: 'MENSAL',
    timeZone: 'America/Sao_Paulo',
    ...times,
    ...change,
  })
  await orm.insert(connections).values({
    id: connectionId,
    companyId,
    name: 'Principal',
    status: 'CONNECTED',
    retries: 0,
    isDefault: true,
    ...times,
  })
  return { companyId, connectionId }
}

async function insertUser(
  orm: Database['orm'],
  companyId: string,
  times: Times,
  profile: Profile,
  queueIds: readonly string[],
): Promise<UserActor & { email: string }> {
  const id = newId()
  const email = `u${next()}-${id.slice(-6)}@empresa.example`
  await orm.insert(users).values({
    id,
    companyId,
    name: `Pessoa ${next()}`,
    email,
    passwordHash: await passwordHash,
    profile,
    super: false,
    allTicket: false,
    tokenVersion: 0,
    ...times,
  })
  for (const queueId of queueIds) {
    await orm.insert(userQueues).values({ id: newId(), companyId, userId: id, queueId })
  }
  return { kind: 'user', companyId, userId: id, name: 'Pessoa', profile, super: false, queueIds, email }
}

/** Who runs the installation: an admin of an operator's company of their own. */
export async function superUser(db: Database): Promise<UserActor & { email: string }> {
  const admin = await (await testCompany(db, { operator: true })).user('admin')
  await db.orm.update(users).set({ super: true }).where(eq(users.id, admin.userId))
  return { ...admin, super: true }
}

/** Offers `queueIds` to the customers of the company's connection. */
export async function offerQueues({ orm }: Database, company: TestCompany, queueIds: readonly string[]) {
  for (const queueId of queueIds) {
    await orm
      .insert(connectionQueues)
      .values({ id: newId(), companyId: company.id, connectionId: company.connectionId, queueId })
  }
}

/** Runs a mutation in a transaction of its own, as the server does; or as a device would. Its args are parsed. */
export function runFor(
  { orm }: Database,
  actor: Actor,
  mutation: { name: string },
  args: object,
  side: MutationContext['side'] = 'server',
) {
  return orm.transaction((tx) =>
    runMutation(tx, mutation as unknown as Mutation, args, { actor, now: new Date(), side, effects: noEffects }),
  )
}
