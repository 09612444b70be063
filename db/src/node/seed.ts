// The demo: an operator's company with a super user, a bakery with two queues, three people and one connection, a company on trial and one that has
// not paid. Once, into an empty database.
import { and, eq, isNull } from 'drizzle-orm'
import { applyByHand } from '../billing/apply-payment.ts'
import { makeInvoices } from '../billing/invoicing.ts'
import { installation, invoices } from '../billing/table.ts'
import { companies, plans } from '../companies/table.ts'
import { connections } from '../connections/table.ts'
import { contacts } from '../contacts/table.ts'
import type { Profile } from '../kit/actor.ts'
import { newId } from '../kit/new-id.ts'
import { connectionQueues, queues, userQueues } from '../queues/table.ts'
import { userDefaults } from '../users/mutations.ts'
import { users } from '../users/table.ts'
import { connect, type ServerTx } from './connect.ts'
import { makeCompany } from './make-company.ts'
import { hashPassword } from './password.ts'

/** Printed at start; the only default password there is. */
export const demoPassword = 'balcao-demo'

/** Who runs the demo's bakery. */
export const demoAdmin = 'helena@aurora.example'

export const demoRoles = ['admin', 'sales', 'finance', 'super', 'trial', 'overdue'] as const

interface DemoLogin {
  name: string
  role: (typeof demoRoles)[number]
  company: string
  email: string
}

export const demoLogins: readonly DemoLogin[] = [
  { name: 'Helena Prado', role: 'admin', company: 'Padaria Aurora', email: demoAdmin },
  { name: 'Rafael Nunes', role: 'sales', company: 'Padaria Aurora', email: 'rafael@aurora.example' },
  { name: 'Marina Costa', role: 'finance', company: 'Padaria Aurora', email: 'marina@aurora.example' },
  { name: 'Super Usuário', role: 'super', company: 'Balcão', email: 'super@balcao.example' },
  { name: 'Bia', role: 'trial', company: 'Estúdio Lume', email: 'bia@lume.example' },
  { name: 'Caio', role: 'overdue', company: 'Mercado Central', email: 'caio@mercado.example' },
]

/** Whether the demo was put in. */
export async function seedDemo(url: string, now = new Date()): Promise<boolean> {
  const db = connect(url, { max: 1 })
  try {
    return await db.orm.transaction(async (tx) => {
      const [any] = await tx.select({ id: companies.id }).from(companies).limit(1)
      if (any) return false
      await insertDemo(tx, now)
      return true
    })
  } finally {
    await db.end()
  }
}

/** Whether nobody has linked the demo's number, or unlinked it, so far: a start may have been interrupted before it could. */
export async function isDemoUnlinked(url: string): Promise<boolean> {
  const db = connect(url, { max: 1 })
  try {
    const untouched = and(isNull(connections.number), isNull(connections.statusReason))
    const [found] = await db.orm
      .select({ id: connections.id })
      .from(connections)
      .innerJoin(users, eq(users.companyId, connections.companyId))
      .where(and(eq(users.email, demoAdmin), untouched, isNull(connections.deletedAt)))
    return found !== undefined
  } finally {
    await db.end()
  }
}

const salesGreeting = '{{ms}}, {{firstName}}! Aqui é a Padaria Aurora. Já vamos atender você.'
const financeGreeting = '{{ms}}, {{firstName}}! Aqui é o financeiro da Padaria Aurora. Já vamos atender você.'

/** What the rows are made with. */
interface Seeding {
  tx: ServerTx
  now: Date
  times: { createdAt: Date; updatedAt: Date }
  passwordHash: string
}

async function insertDemo(tx: ServerTx, now: Date) {
  const seeding = {
    tx,
    now,
    times: { createdAt: now, updatedAt: now },
    passwordHash: await hashPassword(demoPassword),
  }
  const { planId, smallId } = await insertPlans(seeding)
  const receiver = { pixKey: 'pix@balcao.example', pixName: 'Balcao Demo', pixCity: 'Sao Paulo' }
  await tx.update(installation).set({ ...receiver, contact: 'super@balcao.example' })
  const operator = await insertCompany(seeding, { name: 'Balcão', planId, operator: true })
  await insertUser(seeding, operator, ['Super Usuário', 'super@balcao.example', 'admin'], [])
  const bakery = await insertCompany(seeding, { name: 'Padaria Aurora', planId, operator: false })
  await furnishBakery(seeding, bakery)
  await insertSubscriber(seeding, smallId, { name: 'Estúdio Lume', email: 'bia@lume.example', days: 2, isTrial: true })
  await insertSubscriber(seeding, smallId, {
    name: 'Mercado Central',
    email: 'caio@mercado.example',
    days: -6,
    isTrial: false,
  })
  await billBakery(tx, bakery, now)
}

async function insertPlans({ tx, times }: Seeding) {
  const [planId, smallId] = [newId(), newId()]
  await tx.insert(plans).values([
    { id: planId, name: 'Completo', users: 50, connections: 10, queues: 20, value: '199.90', ...times },
    {
      id: smallId,
      name: 'Essencial',
      users: 3,
      connections: 1,
      queues: 3,
      campaigns: 5,
      schedules: 100,
      value: '89.90',
      useOpenAi: false,
      useIntegrations: false,
      useExternalApi: false,
      ...times,
    },
  ])
  return { planId, smallId }
}

async function insertCompany(
  { tx, now, times }: Seeding,
  company: { name: string; planId: string; operator: boolean },
): Promise<string> {
  const id = newId()
  await tx.insert(companies).values({
    id,
    ...company,
    email: null,
    phone: null,
    status: true,
    recurrence: 'MENSAL',
    ...times,
    timeZone: 'America/Sao_Paulo',
    dueDate: new Date(now.getTime() + 12 * 864e5),
  })
  return id
}

async function insertUser(
  { tx, times, passwordHash }: Seeding,
  companyId: string,
  [name, email, profile]: readonly [name: string, email: string, profile: Profile],
  queueIds: readonly string[],
) {
  const id = newId()
  await tx.insert(users).values({
    id,
    companyId,
    name,
    email,
    passwordHash,
    profile,
    super: email.startsWith('super@'),
    allTicket: userDefaults.allTicket,
    connectionId: null,
    tokenVersion: 0,
    ...times,
  })
  for (const queueId of queueIds) await tx.insert(userQueues).values({ id: newId(), companyId, userId: id, queueId })
}

/** Queues, people, a number and who wrote to it before. */
async function furnishBakery(seeding: Seeding, companyId: string) {
  const { tx, times } = seeding
  const queue = async (name: string, color: string, orderQueue: number, greetingMessage: string) => {
    const id = newId()
    const own = { id, companyId, name, color, orderQueue, greetingMessage, outOfHoursMessage: '' }
    await tx.insert(queues).values({ ...own, ...times })
    return id
  }
  const sales = await queue('Vendas', '#0f766e', 1, salesGreeting)
  const finance = await queue('Financeiro', '#b45309', 2, financeGreeting)
  await insertUser(seeding, companyId, ['Helena Prado', demoAdmin, 'admin'], [sales, finance])
  await insertUser(seeding, companyId, ['Rafael Nunes', 'rafael@aurora.example', 'user'], [sales])
  await insertUser(seeding, companyId, ['Marina Costa', 'marina@aurora.example', 'user'], [finance])
  const connectionId = newId()
  await tx.insert(connections).values({
    id: connectionId,
    companyId,
    name: 'Principal',
    status: 'DISCONNECTED',
    statusReason: null,
    qrcode: null,
    retries: 0,
    isDefault: true,
    number: null,
    connectedAt: null,
    lastMessageAt: null,
    greetingMessage: '{{ms}}, {{firstName}}! Aqui é a Padaria Aurora.',
    ...times,
  })
  await tx.insert(connectionQueues).values({ id: newId(), companyId, connectionId, queueId: sales })
  for (const [name, number] of [
    ['Ana Souza', '5511911110001'],
    ['Bruno Lima', '5511911110002'],
    ['Carla Dias', '5511911110003'],
  ] as const) {
    const contact = { id: newId(), companyId, name, number, lid: null, email: '', isGroup: false, ...times }
    await tx.insert(contacts).values(contact)
  }
}

/** `days`: until the next payment is due. */
async function insertSubscriber(
  { tx, now, passwordHash }: Seeding,
  planId: string,
  { name, email, days, isTrial }: { name: string; email: string; days: number; isTrial: boolean },
) {
  const dueDate = new Date(now.getTime() + days * 864e5)
  const admin = { name: 'Responsável', email, passwordHash, super: false }
  const trialEndsAt = isTrial ? dueDate : null
  const chosen = { planId, recurrence: 'MENSAL', timeZone: 'America/Sao_Paulo', phone: null } as const
  const state = { status: true, operator: false, campaignsEnabled: true, dueDate, trialEndsAt }
  await makeCompany(tx, { name, email, ...chosen, ...state, admin }, now)
}

/** The period before, which was paid when it began, and the one that comes. */
async function billBakery(tx: ServerTx, companyId: string, now: Date) {
  const begun = new Date(now.getTime() - 18 * 864e5)
  await tx.update(companies).set({ dueDate: begun }).where(eq(companies.id, companyId))
  await makeInvoices(tx, begun, { companyId })
  const [invoice] = await tx.select({ id: invoices.id }).from(invoices).where(eq(invoices.companyId, companyId))
  if (!invoice) throw new Error('the period begins soon')
  await applyByHand(tx, invoice.id, { userId: null, note: 'Demonstração' }, begun)
  await makeInvoices(tx, now, { companyId })
}
