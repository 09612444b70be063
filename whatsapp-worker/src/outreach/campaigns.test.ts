// A campaign through a real session: questions, files, numbers that are not there, acks and receipts; and conversations beside it.
import { createCampaign } from 'db/campaigns/mutations.ts'
import { defaultPace } from 'db/campaigns/pace.ts'
import { startCampaign } from 'db/campaigns/running.ts'
import { campaigns, campaignSettings, campaignShippings } from 'db/campaigns/table.ts'
import { whatsAppNumber } from 'db/contacts/numbers.ts'
import { takeInItems } from 'db/contact-lists/items.ts'
import { contactLists } from 'db/contact-lists/table.ts'
import { runMutation } from 'db/kit/define-mutation.ts'
import { newId } from 'db/kit/new-id.ts'
import { systemContext } from 'db/kit/system-context.ts'
import { withEffects } from 'db/node/effects.ts'
import { asc, eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { runCampaigns } from '../housekeeping/run-campaigns.ts'
import { createLogger } from '../logger.ts'
import { customer, shop, useDesk, type Desk } from '../test-desk.ts'

let desk: Desk
useDesk((opened) => {
  desk = opened
})

const bia = { number: '5511977776666', name: 'Bia' }
const nobody = { number: '5511900000099', name: 'Ninguém' }

async function campaignFor(people: readonly { number: string; name: string }[], values: object) {
  const { companyId, connectionId, db } = desk
  const now = new Date()
  const own = { companyId, createdAt: now, updatedAt: now }
  const always = { messageInterval: 0, longerIntervalAfter: 0, startHour: '00:00', endHour: '00:00', warmUp: [] }
  await db.orm.insert(campaignSettings).values({ ...defaultPace, ...always, ...own, id: companyId })
  const contactListId = newId()
  await db.orm.insert(contactLists).values({ ...own, id: contactListId, name: 'Clientes' })
  const rows = people.map((person) => ({ ...person, number: whatsAppNumber(person.number), email: '' }))
  await db.orm.transaction((tx) => takeInItems(tx, { companyId, contactListId }, rows, now))
  const id = newId()
  const given = { id, name: 'Natal', connectionId, contactListId, message1: 'Olá, {nome}!', ...values }
  await inTransaction((tx, ctx) => runMutation(tx, { ...createCampaign, can: () => true }, given, ctx))
  return id
}

type Work = (tx: Parameters<typeof startCampaign>[0], ctx: ReturnType<typeof systemContext>) => Promise<void>

const inTransaction = (work: Work) =>
  desk.db.orm.transaction((tx) =>
    withEffects(tx, { jobs: desk.jobs, notifies: false }, (effects) =>
      work(tx, systemContext(desk.companyId, effects)),
    ),
  )
const start = (id: string) => inTransaction((tx, ctx) => startCampaign(tx, id, ctx))
const states = async () => {
  const { name, state } = campaignShippings
  const rows = await desk.db.orm.select({ name, state }).from(campaignShippings).orderBy(asc(name))
  return Object.fromEntries(rows.map((row) => [row.name, row.state]))
}
const status = async (id: string) => (await desk.db.orm.select().from(campaigns).where(eq(campaigns.id, id)))[0]?.status

test('a question, a yes, the file with the text; what is read is known, and who is not there is invalid', async () => {
  const ana = desk.simulator.phone(customer)
  await desk.startWorker()
  await desk.link()
  const hash = await desk.storeFile(Buffer.from('%PDF-1.4 tabela'), 'application/pdf')
  const file = { mediaHash: hash, mediaName: 'tabela.pdf', mediaMime: 'application/pdf', mediaSize: 15 }
  const id = await campaignFor([customer, nobody], {
    confirmation: true,
    confirmationMessage1: 'Podemos enviar, {nome}?',
    ...file,
  })
  await start(id)
  await ana.waitForMessage(({ text }) => text === 'Podemos enviar, Ana?')
  await vi.waitFor(async () => expect(await states()).toEqual({ Ana: 'asked', Ninguém: 'invalid' }))
  await ana.sendText(shop.number, 'Pode!')
  await ana.waitForMessage(({ text }) => text === 'Olá, Ana!')
  const chat = ana.chats().find(({ peer }) => peer === shop.number)
  expect(chat?.messages.filter(({ fromMe }) => !fromMe).map(({ text, kind }) => [kind, text])).toEqual([
    ['text', 'Podemos enviar, Ana?'],
    ['document', 'Olá, Ana!'],
  ])
  await vi.waitFor(async () => expect(await status(id)).toBe('FINALIZADA'))
  await ana.markRead(shop.number)
  await vi.waitFor(async () => {
    const [row] = await desk.db.orm.select().from(campaignShippings).where(eq(campaignShippings.name, 'Ana'))
    expect(row).toMatchObject({ state: 'delivered', readAt: expect.any(Date), confirmedAt: expect.any(Date) })
  })
  expect((await desk.tickets()).map(({ status: of }) => of)).toEqual(['closed'])
})

test('while the connection is down it waits, and goes on where it was', async () => {
  const [ana, other] = [desk.simulator.phone(customer), desk.simulator.phone(bia)]
  const worker = await desk.startWorker()
  await desk.link()
  await worker.stop()
  const id = await campaignFor([customer, bia], { scheduledAt: '2026-01-01T12:00:00.000Z' })
  const parts = { db: desk.db, jobs: desk.jobs, log: createLogger('silent'), graceDays: 0 }
  expect(await runCampaigns(parts)).toBe(1)
  expect(await states()).toEqual({ Ana: 'waiting', Bia: 'waiting' })
  await desk.startWorker()
  await Promise.all([ana, other].map((phone) => phone.waitForMessage(({ text }) => text.startsWith('Olá'))))
  await vi.waitFor(async () => expect(await status(id)).toBe('FINALIZADA'))
  expect([ana, other].map((phone) => phone.chats().flatMap(({ messages }) => messages).length)).toEqual([1, 1])
})

test('an attendant’s message goes before what a campaign still has to say', async () => {
  const ana = desk.simulator.phone(customer)
  await desk.startWorker()
  await desk.link()
  const ticketId = await desk.openTicketWith(customer.number)
  const many = Array.from({ length: 20 }, (_, at) => ({ number: `55119700${String(10_000 + at)}`, name: `P${at}` }))
  for (const person of many) desk.simulator.phone(person)
  const id = await campaignFor(many, {})
  await start(id)
  await vi.waitFor(async () => expect(Object.values(await states())).toContain('delivered'))
  await desk.answer(ticketId, 'Já respondo')
  await ana.waitForMessage(({ text }) => text === 'Já respondo')
  expect(await status(id)).toBe('EM_ANDAMENTO')
  await vi.waitFor(async () => expect(await status(id)).toBe('FINALIZADA'))
})
