import { and, asc, eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { companies } from '../companies/table.ts'
import { deleteConnection } from '../connections/deletion.ts'
import { createConnection } from '../connections/mutations.ts'
import { connections } from '../connections/table.ts'
import { mergeContact } from '../contacts/mutations.ts'
import { contacts } from '../contacts/table.ts'
import { whatsAppNumber } from '../contacts/numbers.ts'
import { takeInItems } from '../contact-lists/items.ts'
import { contactListItems, contactLists } from '../contact-lists/table.ts'
import { fileListOptions, fileLists } from '../file-lists/table.ts'
import type { UserActor } from '../kit/actor.ts'
import { noEffects } from '../kit/effects.ts'
import { newId } from '../kit/new-id.ts'
import { systemContext } from '../kit/system-context.ts'
import { recordAck, recordSendFailure } from '../messages/receipts/record-ack.ts'
import type { InboundMessage } from '../messages/inbound.ts'
import { receiveMessage } from '../messages/receive.ts'
import { messages } from '../messages/table.ts'
import { useTestDatabase } from '../node/testing/test-file-database.ts'
import { insertFile, runFor, testCompany, type TestCompany } from '../node/testing/test-world.ts'
import { ticketCycles } from '../tickets/cycles-table.ts'
import { tickets } from '../tickets/table.ts'
import { createCampaign, deleteCampaign, updateCampaign } from './mutations.ts'
import { takeBack } from './opt-outs.ts'
import { defaultPace } from './pace.ts'
import {
  cancelCampaign,
  endUnanswered,
  finishDone,
  restartCampaign,
  startCampaign,
  startDue,
  stopOrphans,
} from './running.ts'
import { recordNumber, sendNext } from './sending.ts'
import { campaigns, campaignSettings, campaignShippings, connectionPaces, optOuts, type Campaign } from './table.ts'

const db = useTestDatabase()
let company: TestCompany
let admin: UserActor
let listId: string

const ana = { name: 'Ana Souza', number: whatsAppNumber('551188887777'), email: 'ana@x.example' }
const bia = { name: 'Bia Reis', number: whatsAppNumber('5511977776666'), email: '' }

beforeEach(async () => {
  company = await testCompany(db)
  admin = await company.user('admin')
  await db.orm.update(connections).set({ number: '5511900001111' }).where(eq(connections.id, company.connectionId))
  await settle({ messageInterval: 0, longerIntervalAfter: 0, startHour: '00:00', endHour: '00:00' })
  listId = await list([ana, bia])
})

const now = () => new Date()
const own = () => ({ id: company.id, companyId: company.id, createdAt: now(), updatedAt: now() })
const settle = (change: Partial<typeof defaultPace>) =>
  db.orm
    .insert(campaignSettings)
    .values({ ...defaultPace, warmUp: [], ...change, ...own() })
    .onConflictDoUpdate({ target: campaignSettings.id, set: change })

async function list(people: readonly (typeof ana)[]) {
  const id = newId()
  await db.orm.insert(contactLists).values({ ...own(), id, name: 'Clientes' })
  await db.orm.transaction((tx) => takeInItems(tx, { companyId: company.id, contactListId: id }, people, now()))
  await db.sql`update contact_list_items set is_whatsapp_valid = true where contact_list_id = ${id}`
  return id
}

async function draft(change: object = {}) {
  const id = newId()
  const chosen = { connectionId: company.connectionId, contactListId: listId, message1: 'Olá, {nome}!' }
  await runFor(db, admin, createCampaign, { id, name: 'Natal', ...chosen, ...change })
  return id
}

const ctx = () => ({ actor: admin, now: now(), side: 'server' as const, effects: noEffects })
const tx = db.orm.transaction.bind(db.orm)
const begin = (id: string) => tx((each) => startCampaign(each, id, ctx()))
const started = async (change: object = {}) => {
  const id = await draft(change)
  await begin(id)
  return id
}
const of = () => ({ companyId: company.id, connectionId: company.connectionId, graceDays: 0 })
const step = () => tx((each) => sendNext(each, of(), () => 0))
const campaign = async (id: string) =>
  (await db.orm.select().from(campaigns).where(eq(campaigns.id, id)))[0] as Campaign
const people = (id: string) =>
  db.orm
    .select()
    .from(campaignShippings)
    .where(eq(campaignShippings.campaignId, id))
    .orderBy(campaignShippings.position)
const said = () =>
  db.orm
    .select()
    .from(messages)
    .where(and(eq(messages.companyId, company.id), eq(messages.fromMe, true)))
    .orderBy(asc(messages.createdAt), asc(messages.id))
const bodies = async () => (await said()).map(({ body }) => body)

/** WhatsApp takes what is pending. */
async function take(level = 1) {
  const pending = (await said()).filter(({ ack }) => ack < level && ack >= 0)
  const ids = pending.map(({ whatsappId }) => whatsappId)
  await tx((each) => recordAck(each, company.connectionId, ids, level, now()))
}

async function sendAll() {
  for (;;) {
    const { kind } = await step()
    if (kind === 'idle' || kind === 'held') return kind
    await take()
  }
}

let count = 0
const inbound = (from: string, body: string): InboundMessage => ({
  connectionId: company.connectionId,
  whatsappId: `IN${count++}`,
  fromMe: false,
  contact: { lid: null, number: from, pushName: '', isGroup: false },
  participant: null,
  mediaType: 'chat',
  body,
  sentAt: now(),
  quoted: null,
  mentions: [],
  details: null,
  isForwarded: false,
  isViewOnce: false,
  editedAt: null,
  file: null,
})
const receive = (from: string, body: string) =>
  tx((each) => receiveMessage(each, inbound(from, body), systemContext(company.id, noEffects, { now: now() })))
const allTickets = () => db.orm.select().from(tickets).where(eq(tickets.companyId, company.id)).orderBy(tickets.id)

test('each person gets it once, in the history, and the campaign is over', async () => {
  const id = await started()
  expect(await campaign(id)).toMatchObject({ status: 'EM_ANDAMENTO', peopleCount: 2, validCount: 2 })
  expect(await sendAll()).toBe('idle')
  expect(await bodies()).toEqual(['Olá, Ana Souza!', 'Olá, Bia Reis!'])
  expect(await campaign(id)).toMatchObject({ status: 'FINALIZADA', deliveredCount: 2 })
  const made = await allTickets()
  const quiet = { status: 'closed', archived: true, unreadMessages: 0 }
  expect(made).toMatchObject([quiet, quiet])
  expect(await db.orm.$count(ticketCycles, eq(ticketCycles.companyId, company.id))).toBe(0)
})

test('nothing goes out while the last one is on its way, and the pause counts from its ack', async () => {
  await settle({ messageInterval: 600 })
  await started()
  expect(await step()).toEqual({ kind: 'sent' })
  expect(await step()).toEqual({ kind: 'busy' })
  await db.sql`update connection_paces set next_at = now() where connection_id = ${company.connectionId}`
  await take()
  const waits = await step()
  expect(waits).toMatchObject({ kind: 'waiting' })
  expect('ms' in waits && waits.ms).toBeGreaterThan(500_000)
  await db.sql`update connection_paces set next_at = now() + interval '3 hours' where connection_id = ${company.connectionId}`
  // A clock that was put back makes nobody wait longer than a pause.
  expect(await step()).toMatchObject({ kind: 'waiting' })
  const [pace] = await db.orm
    .select()
    .from(connectionPaces)
    .where(eq(connectionPaces.connectionId, company.connectionId))
  expect(pace?.nextAt.getTime()).toBeLessThanOrEqual(now().getTime() + 600_000)
})

test('campaigns of a connection take turns', async () => {
  await started({ message1: 'A {nome}' })
  await started({ message1: 'B {nome}' })
  await sendAll()
  expect(await bodies()).toEqual(['A Ana Souza', 'B Ana Souza', 'A Bia Reis', 'B Bia Reis'])
})

test('variants go round over those that are filled', async () => {
  await started({ message1: 'A', message3: 'C' })
  await sendAll()
  expect(await bodies()).toEqual(['A', 'C'])
})

test('its file takes the text along, after its file list with the list’s message; sound has none', async () => {
  const stored = async (hash: string, mime: string) => {
    const mediaHash = hash.repeat(32)
    await insertFile(db, admin, { hash: mediaHash, size: 7, mime })
    return { mediaHash, mediaName: 'a', mediaMime: mime, mediaSize: 7 }
  }
  const [picture, table, sound] = [
    await stored('ab', 'image/png'),
    await stored('cd', 'application/pdf'),
    await stored('ef', 'audio/ogg'),
  ]
  const fileListId = newId()
  await db.orm.insert(fileLists).values({ ...own(), id: fileListId, name: 'Tabelas', message: 'Para {{firstName}}:' })
  const option = { companyId: company.id, fileListId, name: 'Preços' }
  await db.orm.insert(fileListOptions).values([
    { ...option, id: newId(), position: 0, ...table },
    { ...option, id: newId(), position: 1, ...picture },
  ])
  listId = await list([ana])
  const sent = async (change: object) => {
    await started(change)
    const before = (await said()).length
    await step()
    await take()
    return (await said()).slice(before).map(({ body, mediaMime }) => [body, mediaMime])
  }
  expect(await sent({ ...picture, fileListId })).toEqual([
    ['Para Ana:', 'application/pdf'],
    ['', 'image/png'],
    ['Olá, Ana Souza!', 'image/png'],
  ])
  expect(await sent(sound)).toEqual([
    ['Olá, Ana Souza!', null],
    ['', 'audio/ogg'],
  ])
})

test('hours, cap, bill and plan hold it, and it says which', async () => {
  const id = await started()
  await settle({ startHour: '00:00', endHour: '00:00', dailyCap: 1 })
  await step()
  await take()
  expect(await step()).toEqual({ kind: 'held' })
  expect(await campaign(id)).toMatchObject({ waitsFor: 'daily_cap' })
  await settle({ dailyCap: 0 })
  await db.orm
    .update(companies)
    .set({ dueDate: new Date(0) })
    .where(eq(companies.id, company.id))
  expect(await step()).toEqual({ kind: 'held' })
  expect(await campaign(id)).toMatchObject({ waitsFor: 'overdue' })
  await db.orm
    .update(companies)
    .set({ dueDate: new Date('2099-01-01') })
    .where(eq(companies.id, company.id))
  await sendAll()
  expect(await campaign(id)).toMatchObject({ status: 'FINALIZADA', waitsFor: null })
})

test('it is cancelled at once, goes on with those who are left, and sends nobody twice', async () => {
  const id = await started()
  await step()
  await tx((each) => cancelCampaign(each, id, ctx()))
  await take()
  expect(await step()).toEqual({ kind: 'idle' })
  await expect(begin(id)).rejects.toMatchObject({ code: 'ERR_CAMPAIGN_RUNNING' })
  await tx((each) => restartCampaign(each, id, ctx()))
  await sendAll()
  expect(await bodies()).toEqual(['Olá, Ana Souza!', 'Olá, Bia Reis!'])
})

test('failures stop it with the reason, and "continuar" lets it go on', async () => {
  listId = await list(
    Array.from({ length: 12 }, (_, at) => ({ ...ana, number: whatsAppNumber(`5521980000${100 + at}`) })),
  )
  const id = await started()
  for (let sent = 0; sent < 3; sent++) {
    await step()
    const [last] = (await said()).toReversed()
    await tx((each) => recordSendFailure(each, company.connectionId, last?.whatsappId ?? '', '463', now()))
  }
  expect(await step()).toEqual({ kind: 'idle' })
  expect(await campaign(id)).toMatchObject({ status: 'CANCELADA', stopReason: 'refusals' })
  await tx((each) => restartCampaign(each, id, ctx()))
  expect(await step()).toEqual({ kind: 'sent' })
})

test('a number is asked for once, before anything is written; one without WhatsApp is invalid, whoever says so', async () => {
  await db.sql`update contact_list_items set is_whatsapp_valid = null where contact_list_id = ${listId}`
  const third = { name: 'Caio', number: whatsAppNumber('5511966665555'), email: '' }
  await db.orm.transaction((each) =>
    takeInItems(each, { companyId: company.id, contactListId: listId }, [third], now()),
  )
  await db.sql`update contact_list_items set is_whatsapp_valid = false where contact_list_id = ${listId} and name = 'Caio'`
  const id = await started()
  const asked = await step()
  expect(asked).toMatchObject({ kind: 'unchecked', number: ana.number })
  await tx((each) => recordNumber(each, 'shippingId' in asked ? asked.shippingId : '', null))
  const next = await step()
  expect(next).toMatchObject({ kind: 'unchecked', number: bia.number })
  await tx((each) => recordNumber(each, 'shippingId' in next ? next.shippingId : '', bia.number))
  expect(await step()).toEqual({ kind: 'sent' })
  const [last] = await said()
  await tx((each) => recordSendFailure(each, company.connectionId, last?.whatsappId ?? '', 'not_on_whatsapp', now()))
  expect((await people(id)).map(({ state }) => state)).toEqual(['invalid', 'invalid', 'invalid'])
  expect(await allTickets()).toHaveLength(1)
})

test('a tag’s people are copied when it is chosen, one number once', async () => {
  const tagged = async (name: string, number: string) => {
    const contactId = await company.contact(name)
    await db.orm.update(contacts).set({ number, onWhatsapp: true }).where(eq(contacts.id, contactId))
    const ticketId = await company.ticket({ contactId, status: 'closed' })
    await db.sql`insert into ticket_tags (id, company_id, ticket_id, tag_id, archived) values (uuidv7(), ${company.id}, ${ticketId}, ${tagId}, false)`
  }
  const tagId = newId()
  await db.sql`insert into tags (id, company_id, name, color, kanban, created_at, updated_at) values (${tagId}, ${company.id}, 'VIP', '#fff', false, now(), now())`
  await tagged('Ana', '551188887777')
  await tagged('Ana de novo', '5511988887777')
  await tagged('Bia', '5511977776666')
  const id = await draft({ contactListId: null, tagId })
  await tagged('Tarde demais', '5511911112222')
  expect(await people(id)).toMatchObject([{ name: 'Ana' }, { name: 'Bia' }])
  await begin(id)
  expect(await campaign(id)).toMatchObject({ peopleCount: 3, repeatedCount: 1, validCount: 2 })
})

test('an answer opens the ticket with what was said; the report counts it', async () => {
  const id = await started()
  await sendAll()
  await receive('5511988887777', 'Quero saber mais')
  const [first] = await people(id)
  expect(first?.answeredAt).not.toBeNull()
  const [ticket] = (await allTickets()).filter(({ status }) => status === 'pending')
  expect(ticket).toMatchObject({
    archived: false,
    unreadMessages: 1,
    lastMessage: 'Quero saber mais',
    ofCampaign: false,
  })
  const inTicket = await db.orm
    .select()
    .from(messages)
    .where(eq(messages.ticketId, ticket?.id ?? ''))
    .orderBy(messages.createdAt)
  expect(inTicket.map(({ body, archived }) => ({ body, archived }))).toEqual([
    { body: 'Olá, Ana Souza!', archived: false },
    { body: 'Quero saber mais', archived: false },
  ])
})

test('a running conversation is left where it is', async () => {
  const contactId = await company.contact(bia.name)
  await db.orm.update(contacts).set({ number: bia.number }).where(eq(contacts.id, contactId))
  const lastMessageAt = new Date('2026-11-01T12:00:00Z')
  const ticketId = await company.ticket({ contactId, status: 'open', lastMessageAt, unreadMessages: 2 })
  await started()
  await sendAll()
  const [ticket] = await db.orm.select().from(tickets).where(eq(tickets.id, ticketId))
  expect(ticket).toMatchObject({ status: 'open', lastMessageAt, unreadMessages: 2, lastMessageFromMe: false })
  expect(await db.orm.$count(messages, eq(messages.ticketId, ticketId))).toBe(1)
})

const asking = { confirmation: true, confirmationMessage1: 'Podemos enviar?' }

test('a yes brings the message, opens no ticket and makes nothing unread', async () => {
  const id = await started(asking)
  await sendAll()
  expect(await bodies()).toEqual(['Podemos enviar?', 'Podemos enviar?'])
  await receive('5511988887777', 'Pode!')
  expect((await people(id)).map(({ state }) => state)).toEqual(['confirmed', 'asked'])
  expect((await allTickets()).every(({ status, unreadMessages }) => status === 'closed' && unreadMessages === 0)).toBe(
    true,
  )
  await sendAll()
  expect((await bodies()).at(-1)).toBe('Olá, Ana Souza!')
  // The next one is a message like any other.
  await receive('5511988887777', 'Obrigada')
  expect((await allTickets()).filter(({ status }) => status === 'pending')).toHaveLength(1)
})

test('a stop ends all campaigns for ever, once acknowledged, by any spelling of the number, also after a merge', async () => {
  const id = await started(asking)
  await sendAll()
  await receive('551188887777', 'Sair, por favor')
  expect((await people(id)).map(({ state }) => state)).toEqual(['opted_out', 'asked'])
  expect((await bodies()).at(-1)).toBe('Tudo bem! Você não vai mais receber nossas campanhas.')
  await take()
  listId = await list([{ ...ana, number: whatsAppNumber('5511988887777') }])
  const next = await started()
  expect((await people(next)).map(({ state }) => state)).toEqual(['opted_out'])
  expect(await sendAll()).toBe('idle')
  expect(await campaign(next)).toMatchObject({ status: 'FINALIZADA', deliveredCount: 0 })
  // Merged into somebody with another number: it is the person who said it.
  const [contact] = await db.orm
    .select()
    .from(contacts)
    .where(and(eq(contacts.companyId, company.id), sql`${contacts.number} like '%88887777'`))
  const otherId = await company.contact('Ana (trabalho)')
  await db.orm.update(contacts).set({ number: '5511955554444' }).where(eq(contacts.id, otherId))
  await runFor(db, admin, mergeContact, { id: otherId, otherId: contact?.id ?? '' })
  listId = await list([{ ...ana, number: whatsAppNumber('5511955554444') }])
  const third = await started()
  await sendAll()
  expect((await people(third)).map(({ state }) => state)).toEqual(['opted_out'])
})

test('a no to a question declines that campaign and no other', async () => {
  const id = await started(asking)
  await sendAll()
  const before = (await bodies()).length
  await receive('551188887777', 'Não, obrigada')
  expect((await people(id)).map(({ state, error }) => [state, error])).toEqual([
    ['failed', 'declined'],
    ['asked', null],
  ])
  expect(await bodies()).toHaveLength(before)
  expect(await db.orm.$count(optOuts, eq(optOuts.companyId, company.id))).toBe(0)
  expect((await allTickets()).filter(({ status }) => status === 'pending')).toEqual([])
  const next = await started()
  expect((await people(next)).map(({ state }) => state)).toEqual(['waiting', 'waiting'])
})

test('"cancelar" is an order’s, and a person answers it; where the campaign asks for the word it stops them', async () => {
  await started()
  await sendAll()
  await receive('5511988887777', 'Cancelar')
  expect(await db.orm.$count(optOuts, eq(optOuts.companyId, company.id))).toBe(0)
  expect((await allTickets()).filter(({ status }) => status === 'pending')).toHaveLength(1)
  await started({ message1: 'Natal! Para não receber mais, responda CANCELAR.' })
  await sendAll()
  await receive(bia.number, 'cancelar')
  const [out] = await db.orm.select().from(optOuts).where(eq(optOuts.companyId, company.id))
  expect(out).toMatchObject({ name: bia.name, body: 'cancelar' })
})

test('who was spoken with since is stopped, and a person is told as well', async () => {
  await started()
  await sendAll()
  const [sent] = await said()
  if (!sent) throw new Error('it was sent')
  const spoken = { id: newId(), whatsappId: 'X2', campaignId: null, body: 'Seu pedido está a caminho' }
  await db.orm.insert(messages).values({ ...sent, ...spoken, createdAt: new Date(Date.now() + 1000) })
  await receive('5511988887777', 'Parar')
  expect(await db.orm.$count(optOuts, eq(optOuts.companyId, company.id))).toBe(1)
  const pending = (await allTickets()).filter(({ status }) => status === 'pending')
  expect(pending).toHaveLength(1)
  const answer = (await said()).find(({ body }) => body === defaultPace.stoppedText)
  expect(answer).toMatchObject({ ticketId: pending[0]?.id })
})

test('the company chooses the words, and what is answered', async () => {
  await settle({ stopWords: ['chega'], stoppedText: '' })
  await started()
  await sendAll()
  const before = (await bodies()).length
  await receive('5511988887777', 'Chega!')
  expect(await db.orm.$count(optOuts, eq(optOuts.companyId, company.id))).toBe(1)
  expect(await bodies()).toHaveLength(before)
  await receive(bia.number, 'sair')
  expect(await db.orm.$count(optOuts, eq(optOuts.companyId, company.id))).toBe(1)
})

test('"sair" stops within seven days of any message, and later it is a word like any other', async () => {
  const id = await started()
  await sendAll()
  await db.sql`update campaign_shippings set sent_at = now() - interval '8 days' where campaign_id = ${id} and name = ${bia.name}`
  await receive(bia.number, 'sair')
  expect(await db.orm.$count(optOuts, eq(optOuts.companyId, company.id))).toBe(0)
  await receive('5511988887777', 'SAIR')
  await receive('5511988887777', 'sair')
  const [out] = await db.orm.select().from(optOuts).where(eq(optOuts.companyId, company.id))
  expect(out).toMatchObject({ name: ana.name, campaignName: 'Natal', body: 'SAIR' })
  expect(await db.orm.$count(optOuts, eq(optOuts.companyId, company.id))).toBe(1)
  expect((await allTickets()).filter(({ status }) => status === 'pending')).toHaveLength(1)
  await tx((each) =>
    takeBack(
      each,
      { id: out?.id ?? '', companyId: company.id },
      { userId: admin.userId, reason: 'Pediu de volta' },
      now(),
    ),
  )
  listId = await list([ana])
  await started({ message1: 'De volta' })
  await sendAll()
  expect((await bodies()).at(-1)).toBe('De volta')
})

test('who was asked something else since is not answering the campaign', async () => {
  const id = await started(asking)
  await sendAll()
  const [first] = await people(id)
  const [question] = await db.orm
    .select()
    .from(messages)
    .where(eq(messages.id, first?.questionId ?? ''))
  if (!question) throw new Error('it was asked')
  const later = new Date(Date.now() + 1000)
  await db.orm
    .insert(messages)
    .values({ ...question, id: newId(), whatsappId: 'X1', campaignId: null, body: 'Qual sabor?', createdAt: later })
  await receive('5511988887777', 'não')
  expect((await people(id))[0]).toMatchObject({ state: 'asked' })
  expect((await allTickets()).filter(({ status }) => status === 'pending')).toHaveLength(1)
})

test('a question that nobody answers for three days is over, and so is the campaign', async () => {
  const id = await started(asking)
  await sendAll()
  const later = new Date(Date.now() + 73 * 60 * 60_000)
  await tx((each) => endUnanswered(each, later))
  await tx((each) => finishDone(each, later))
  expect(await campaign(id)).toMatchObject({ status: 'FINALIZADA', deliveredCount: 0, validCount: 2 })
  expect((await people(id)).map(({ state, error }) => [state, error])).toEqual([
    ['failed', 'unanswered'],
    ['failed', 'unanswered'],
  ])
})

test('a conversation that is deleted before it was sent ends as a failure', async () => {
  const id = await started()
  await step()
  await db.sql`delete from tickets where company_id = ${company.id}`
  expect((await people(id))[0]).toMatchObject({ state: 'failed', error: 'deleted' })
})

test('it starts at its time, once, of companies that may', async () => {
  const scheduledAt = '2026-11-01T12:00:00.000Z'
  const id = await draft({ scheduledAt })
  expect(await campaign(id)).toMatchObject({ status: 'PROGRAMADA' })
  const run = (graceDays = 0) => tx((each) => startDue(each, { now: now(), graceDays }, 10, noEffects))
  await db.orm
    .update(companies)
    .set({ dueDate: new Date(0) })
    .where(eq(companies.id, company.id))
  expect(await run()).toBe(0)
  await db.orm
    .update(companies)
    .set({ dueDate: new Date('2099-01-01') })
    .where(eq(companies.id, company.id))
  expect(await run()).toBe(1)
  expect(await run()).toBe(0)
  expect(await people(id)).toHaveLength(2)
})

test('a scheduled one is complete, a draft need not be; what runs is not changed', async () => {
  const id = newId()
  await runFor(db, admin, createCampaign, { id, name: 'Rascunho' })
  const soon = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  const change = (changes: object) => runFor(db, admin, updateCampaign, { id, changes })
  await expect(change({ scheduledAt: { to: soon(120) } })).rejects.toMatchObject({
    details: { fields: { connectionId: ['required'], contactListId: ['required'], message1: ['required'] } },
  })
  await change({
    connectionId: { to: company.connectionId },
    contactListId: { to: listId },
    message1: { to: 'Oi' },
    scheduledAt: { to: soon(30) },
  })
  await expect(change({ name: { to: 'Outro' } })).rejects.toMatchObject({ code: 'ERR_CAMPAIGN_RUNNING' })
  await begin(id)
  await expect(runFor(db, admin, deleteCampaign, { id })).rejects.toMatchObject({ code: 'ERR_CAMPAIGN_RUNNING' })
  await tx((each) => cancelCampaign(each, id, ctx()))
  await change({ message1: { to: 'Oi!' } })
  await expect(change({ name: { to: 'Outro' } })).rejects.toMatchObject({ code: 'ERR_CAMPAIGN_RUNNING' })
  await runFor(db, admin, deleteCampaign, { id })
  expect(await people(id)).toEqual([])
  expect(await db.orm.$count(contactListItems, eq(contactListItems.contactListId, listId))).toBe(2)
})

test('two workers at once take one person each', async () => {
  await started()
  const both = await Promise.all([step(), step()])
  expect(both.map(({ kind }) => kind).toSorted()).toEqual(['busy', 'sent'])
  expect(await bodies()).toHaveLength(1)
})

test('a deleted company takes its campaigns along', async () => {
  const id = await started(asking)
  await sendAll()
  await receive('5511988887777', 'não')
  await db.orm.delete(companies).where(eq(companies.id, company.id))
  expect(await people(id)).toEqual([])
  expect(await db.orm.$count(optOuts, eq(optOuts.companyId, company.id))).toBe(0)
})

const addConnection = async () => {
  const id = newId()
  await runFor(db, admin, createConnection, { id, name: 'Filial' })
  await db.orm.update(connections).set({ number: '5511900002222' }).where(eq(connections.id, id))
  return id
}
const overOther = async (connectionId: string) => {
  for (;;) {
    const { kind } = await tx((each) => sendNext(each, { ...of(), connectionId }, () => 0))
    if (kind === 'idle' || kind === 'held') return
    const ids = (await said()).filter(({ ack }) => ack === 0).map(({ whatsappId }) => whatsappId)
    await tx((each) => recordAck(each, connectionId, ids, 1, now()))
  }
}

test('one whose number was banned stops, and goes on over another one with those who are left', async () => {
  const id = await started()
  await step()
  await take()
  await step()
  const banned = { status: 'DISCONNECTED', statusReason: 'banned' } as const
  await db.orm.update(connections).set(banned).where(eq(connections.id, company.connectionId))
  await tx((each) => stopOrphans(each, now()))
  expect(await campaign(id)).toMatchObject({ status: 'CANCELADA', stopReason: 'connection_banned' })
  // Of what was on its way nobody knows whether it went: it is told as failed, and not sent twice.
  expect((await people(id)).map(({ state, error }) => [state, error])).toEqual([
    ['delivered', null],
    ['failed', 'connection_banned'],
  ])
  await expect(tx((each) => restartCampaign(each, id, ctx()))).rejects.toMatchObject({
    code: 'ERR_WAPP_NOT_INITIALIZED',
  })
})

test('one whose connection was deleted goes on over another one: by its form, or as it is restarted', async () => {
  const id = await started()
  await step()
  await take()
  const other = await addConnection()
  await runFor(db, admin, deleteConnection, { id: company.connectionId, defaultId: other })
  await tx((each) => stopOrphans(each, now()))
  expect(await campaign(id)).toMatchObject({ status: 'CANCELADA', stopReason: 'connection_deleted' })
  await expect(tx((each) => restartCampaign(each, id, ctx()))).rejects.toMatchObject({ code: 'ERR_NO_WAPP_FOUND' })
  const changes = { connectionId: { from: company.connectionId, to: other }, message1: { to: 'Oi, {nome}!' } }
  await runFor(db, admin, updateCampaign, { id, changes })
  await expect(
    runFor(db, admin, updateCampaign, { id, changes: { contactListId: { to: null } } }),
  ).rejects.toMatchObject({ code: 'ERR_CAMPAIGN_RUNNING' })
  await tx((each) => restartCampaign(each, id, ctx()))
  await overOther(other)
  expect(await campaign(id)).toMatchObject({ status: 'FINALIZADA', connectionId: other, stopReason: null })
  expect((await said()).map(({ connectionId, body }) => [connectionId, body])).toEqual([
    [company.connectionId, 'Olá, Ana Souza!'],
    [other, 'Oi, Bia Reis!'],
  ])
})

test('one that had not begun begins then, with everybody', async () => {
  const id = await draft({ scheduledAt: '2090-01-01T12:00:00.000Z' })
  const unsaid = await draft({ name: 'Rascunho' })
  const other = await addConnection()
  await runFor(db, admin, deleteConnection, { id: company.connectionId, defaultId: other })
  await tx((each) => stopOrphans(each, now()))
  expect(await campaign(id)).toMatchObject({ status: 'CANCELADA', stopReason: 'connection_deleted' })
  await expect(begin(unsaid)).rejects.toMatchObject({ code: 'ERR_NO_WAPP_FOUND' })
  await tx((each) => restartCampaign(each, id, ctx(), { connectionId: other }))
  expect(await campaign(id)).toMatchObject({ status: 'EM_ANDAMENTO', connectionId: other, peopleCount: 2 })
  await overOther(other)
  expect(await bodies()).toEqual(['Olá, Ana Souza!', 'Olá, Bia Reis!'])
})
