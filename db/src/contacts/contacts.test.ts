import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../kit/new-id.ts'
import { messages } from '../messages/table.ts'
import { plainInbound } from '../messages/inbound.ts'
import { receiveHistory } from '../messages/receive-history.ts'
import { receiveMessage } from '../messages/receive.ts'
import type { ServerTx } from '../node/connect.ts'
import { useTestDatabase } from '../node/testing/test-file-database.ts'
import { runFor, testCompany, type TestCompany } from '../node/testing/test-world.ts'
import { addTicketTag, createTag } from '../tags/mutations.ts'
import { tags, ticketTags } from '../tags/table.ts'
import { createTicketNote } from '../tickets/notes.ts'
import { ticketNotes } from '../tickets/notes-table.ts'
import { tickets } from '../tickets/table.ts'
import { findOrCreateContact } from './find-contact.ts'
import { addMembers, findOrCreateGroup, removeMembers, setMembers } from './groups.ts'
import { learnPerson } from './learn-person.ts'
import { mergeContact, updateContact } from './mutations.ts'
import { contacts, groupParticipants } from './table.ts'
import { noEffects } from '../kit/effects.ts'
import { systemContext } from '../kit/system-context.ts'

const db = useTestDatabase()
let company: TestCompany
beforeEach(async () => {
  company = await testCompany(db)
})

const context = (now = new Date()) => systemContext(company.id, noEffects, { now })
type Context = ReturnType<typeof context>
const run = <T>(work: (tx: ServerTx, ctx: Context) => Promise<T>) => db.orm.transaction((tx) => work(tx, context()))
const person = (lid: string | null, number: string | null, pushName = '') => ({ lid, number, pushName })
const found = (lid: string | null, number: string | null, pushName = '') =>
  run((tx, ctx) => findOrCreateContact(tx, person(lid, number, pushName), ctx))
const all = () => db.orm.select().from(contacts).where(eq(contacts.companyId, company.id)).orderBy(contacts.createdAt)
const rename = (id: string, name: string) => db.orm.update(contacts).set({ name }).where(eq(contacts.id, id))

let sequence = 0
const inbound = (lid: string | null, number: string | null, body: string, sentAt = new Date()) => ({
  ...plainInbound,
  connectionId: company.connectionId,
  whatsappId: `M${++sequence}`,
  fromMe: false,
  contact: { ...person(lid, number, 'Ana'), isGroup: false },
  body,
  sentAt,
})
const receive = (lid: string | null, number: string | null, body: string) =>
  run((tx, ctx) => receiveMessage(tx, inbound(lid, number, body), ctx))
const ticketsOf = (id: string) => db.orm.select().from(tickets).where(eq(tickets.contactId, id)).orderBy(tickets.number)

test('a number with or without the ninth digit is one contact, under the number it has', async () => {
  const first = await found(null, '5511988887777')
  const second = await found('1', '551188887777', 'Ana')
  expect(second.id).toBe(first.id)
  expect(await all()).toMatchObject([{ number: '5511988887777', lid: '1', name: 'Ana' }])
})

test('the name follows what the person calls themselves, until somebody gives another', async () => {
  const { id } = await found('1', null, 'Ana')
  await found('1', null, 'Ana ✨')
  expect(await all()).toMatchObject([{ name: 'Ana ✨', pushName: 'Ana ✨' }])
  await rename(id, 'Dona Ana')
  await found('1', '5511988887777', 'Aninha')
  expect(await all()).toMatchObject([{ name: 'Dona Ana', pushName: 'Aninha', number: '5511988887777' }])
})

test('a name of the address book fills what has none, and stays; people who never wrote become no contacts', async () => {
  const told = { ...person('1', '5511988887777', 'Ana'), bookName: 'Ana Padaria', isNew: false }
  await run((tx, ctx) => learnPerson(tx, told, ctx))
  expect(await all()).toEqual([])
  await found('1', null)
  await run((tx, ctx) => learnPerson(tx, told, ctx))
  await found('1', null, 'Aninha')
  expect(await all()).toMatchObject([{ name: 'Ana Padaria', number: '5511988887777' }])
})

describe('a LID and a number that turn out to be one person', () => {
  test('become one contact with one open ticket, in which all messages are', async () => {
    await receive(null, '5511988887777', 'primeira')
    await receive('1', null, 'segunda')
    await receive('1', null, 'terceira')
    const [byNumber, byLid] = await all()
    await rename(byLid?.id ?? '', 'Dona Ana')
    const group = { ...plainInbound, contact: { ...person('g', null), isGroup: true }, participant: person('1', null) }
    await run((tx, ctx) => receiveMessage(tx, { ...inbound(null, null, 'no grupo'), ...group }, ctx))
    const [inGroup] = await db.orm.select().from(messages).where(eq(messages.body, 'no grupo'))
    const reactions = { [byLid?.id ?? '']: '👍', me: '❤️' }
    await db.orm
      .update(messages)
      .set({ reactions })
      .where(eq(messages.id, inGroup?.id ?? ''))

    await receive('1', '5511988887777', 'quarta')

    const id = byNumber?.id ?? ''
    expect((await all()).filter(({ isGroup }) => !isGroup)).toMatchObject([
      { id, name: 'Dona Ana', lid: '1', number: '5511988887777' },
    ])
    const [kept, closed] = await ticketsOf(id)
    expect(kept).toMatchObject({ status: 'pending', unreadMessages: 4, lastMessage: 'quarta' })
    expect(closed).toMatchObject({ status: 'closed', unreadMessages: 0 })
    const rows = await db.orm.select().from(messages).where(eq(messages.contactId, id)).orderBy(messages.createdAt)
    expect(rows.map(({ body, ticketId }) => [body, ticketId])).toEqual(
      ['primeira', 'segunda', 'terceira', 'quarta'].map((body) => [body, kept?.id]),
    )
    const [moved] = await db.orm.select().from(messages).where(eq(messages.body, 'no grupo'))
    expect(moved).toMatchObject({ participantId: id, reactions: { [id]: '👍', me: '❤️' } })
  })

  test('leave the conversation with the attendant who has it', async () => {
    await receive(null, '5511988887777', 'primeira')
    await receive('1', null, 'segunda')
    const { userId } = await company.user('user')
    const [, byLid] = await all()
    const acceptedAt = new Date()
    await db.orm
      .update(tickets)
      .set({ status: 'open', userId, acceptedAt })
      .where(eq(tickets.contactId, byLid?.id ?? ''))
    const { id } = await found('1', '5511988887777')
    expect(await ticketsOf(id)).toMatchObject([{ status: 'open', userId, acceptedAt }, { status: 'closed' }])
  })

  test('are told by WhatsApp alone', async () => {
    await found('1', null, 'Ana')
    await found(null, '5511988887777')
    await run((tx, ctx) => learnPerson(tx, { ...person('1', '551188887777'), bookName: '', isNew: false }, ctx))
    expect(await all()).toMatchObject([{ name: 'Ana', lid: '1', number: '5511988887777' }])
  })
})

test('a number that went to another account leaves the contact that had it', async () => {
  await found('1', '5511988887777', 'Ana')
  await found('2', '5511988887777', 'Bia')
  expect(await all()).toMatchObject([
    { name: 'Ana', lid: '1', number: null },
    { name: 'Bia', lid: '2', number: '5511988887777' },
  ])
})

describe('a contact whose number somebody corrected', () => {
  const [wrong, right] = ['5511988887777', '5521977776666']
  const correct = async (id: string, number: string) =>
    runFor(db, await company.user('admin'), updateContact, { id, changes: { number: { to: number } } })
  const byId = async (id: string) => (await all()).find((contact) => contact.id === id)

  test('is another account: the old one is a contact of its own when it writes again', async () => {
    await receive('1', wrong, 'oi')
    const [contact] = await all()
    const { id } = contact ?? { id: '' }
    await rename(id, 'Dona Ana')
    await db.orm.update(contacts).set({ pictureHash: 'f'.repeat(64), onWhatsapp: true, checkedAt: new Date() })
    await correct(id, right)
    const forgotten = { lid: null, pushName: null, pictureHash: null, onWhatsapp: null, checkedAt: null }
    expect(await byId(id)).toMatchObject({ name: 'Dona Ana', number: right, ...forgotten })

    await receive('1', wrong, 'quem é?')
    expect(await byId(id)).toMatchObject({ number: right, lid: null })
    expect((await all()).map(({ number, lid }) => [number, lid])).toEqual([
      [right, null],
      [wrong, '1'],
    ])
    await receive('2', right, 'sou eu')
    expect(await byId(id)).toMatchObject({ number: right, lid: '2', name: 'Dona Ana', numberGiven: false })
    expect((await ticketsOf(id))[0]).toMatchObject({ lastMessage: 'sou eu' })
  })

  test('whose LID alone was known stays who they are', async () => {
    await receive('1', null, 'oi')
    const [contact] = await all()
    await correct(contact?.id ?? '', right)
    expect(await all()).toMatchObject([{ lid: '1', number: right, numberGiven: true, accountSince: null }])
    await receive('1', wrong, 'este é o meu')
    expect(await all()).toMatchObject([{ lid: '1', number: wrong, numberGiven: false }])
  })

  test('into one that another contact has is refused, and a group has none', async () => {
    await receive('1', wrong, 'oi')
    await receive('2', right, 'oi')
    const [first] = await all()
    await expect(correct(first?.id ?? '', right)).rejects.toMatchObject({ code: 'ERR_DUPLICATED_CONTACT' })
    const group = await run((tx, ctx) => findOrCreateGroup(tx, 'g', ctx))
    await expect(correct(group.id, '5531966665555')).rejects.toMatchObject({ code: 'ERR_VALIDATION' })
    expect(await byId(group.id)).toMatchObject({ lid: 'g', number: null })
  })
})

describe('two contacts that somebody merges', () => {
  const merge = async (id: string, otherId: string) =>
    runFor(db, await company.user('admin'), mergeContact, { id, otherId })

  test('with two numbers: one account stays whole, nothing of the other’s is taken for it', async () => {
    await found(null, '5511988887777')
    await found('2', '5521977776666', 'Bia')
    const [kept, gone] = await all()
    await merge(kept?.id ?? '', gone?.id ?? '')
    expect(await all()).toMatchObject([{ number: '5511988887777', lid: null, pushName: null, numberGiven: true }])
    await receive('2', '5521977776666', 'oi')
    expect((await all()).map(({ number, lid }) => [number, lid])).toEqual([
      ['5511988887777', null],
      ['5521977776666', '2'],
    ])
  })

  test('tags and notes of both conversations are in the one that goes on', async () => {
    await receive(null, '5511988887777', 'primeira')
    await receive('2', null, 'segunda')
    const [kept, gone] = await all()
    const [[older], [younger]] = [await ticketsOf(kept?.id ?? ''), await ticketsOf(gone?.id ?? '')]
    const admin = await company.user('admin')
    const tag = async (name: string, kanban: boolean, ...ticketIds: (string | undefined)[]) => {
      const id = newId()
      await runFor(db, admin, createTag, { id, name, color: '#00aa00', kanban })
      for (const ticketId of ticketIds) await runFor(db, admin, addTicketTag, { ticketId, tagId: id })
    }
    await tag('Cliente VIP', false, older?.id, younger?.id)
    await tag('Inadimplente', false, younger?.id)
    await tag('Na bancada', true, older?.id)
    await tag('Pronto', true, younger?.id)
    await runFor(db, admin, createTicketNote, { id: newId(), ticketId: younger?.id, note: 'Ligar amanhã' })
    await merge(kept?.id ?? '', gone?.id ?? '')
    const named = await db.orm
      .select({ name: tags.name, ticketId: ticketTags.ticketId })
      .from(ticketTags)
      .innerJoin(tags, eq(tags.id, ticketTags.tagId))
      .where(eq(tags.companyId, company.id))
      .orderBy(tags.name)
    expect(named).toEqual(['Cliente VIP', 'Inadimplente', 'Na bancada'].map((name) => ({ name, ticketId: older?.id })))
    const notes = await db.orm.select().from(ticketNotes).where(eq(ticketNotes.companyId, company.id))
    expect(notes).toMatchObject([{ ticketId: older?.id, contactId: kept?.id }])
  })
})

test('another company’s contacts are never found', async () => {
  await found('1', '5511988887777', 'Ana')
  company = await testCompany(db)
  await found('1', '5511988887777', 'Outra')
  expect(await all()).toMatchObject([{ name: 'Outra' }])
})

test('participants of a group come, go and become admins', async () => {
  const { id } = await run((tx, ctx) => findOrCreateGroup(tx, 'g', ctx))
  const member = (lid: string, isAdmin = false) => ({ lid, number: null, isAdmin })
  const members = async () => {
    const rows = await db.orm.select().from(groupParticipants).where(eq(groupParticipants.groupId, id))
    return rows.map(({ lid, isAdmin }) => `${lid}${isAdmin ? '*' : ''}`).toSorted()
  }
  await run((tx, ctx) => setMembers(tx, 'g', [member('1', true), member('2')], ctx))
  expect(await members()).toEqual(['1*', '2'])
  await run((tx, ctx) => addMembers(tx, 'g', [member('2', true), member('3')], ctx))
  await run((tx, ctx) => removeMembers(tx, 'g', [member('1')], ctx))
  expect(await members()).toEqual(['2*', '3'])
  await run((tx, ctx) => setMembers(tx, 'g', [member('3')], ctx))
  expect(await members()).toEqual(['3'])
  await run((tx, ctx) => setMembers(tx, 'unknown', [member('3')], ctx))
  expect(await members()).toEqual(['3'])
})

test('a group of thousands, some of them named twice', async () => {
  const { id } = await run((tx, ctx) => findOrCreateGroup(tx, 'many', ctx))
  const people = Array.from({ length: 8_500 }, (_, n) => ({ lid: `${70_000 + n}`, number: null, isAdmin: n === 0 }))
  const count = () => db.orm.$count(groupParticipants, eq(groupParticipants.groupId, id))
  await run((tx, ctx) => setMembers(tx, 'many', [...people, ...people], ctx))
  expect(await count()).toBe(8_500)
  await run((tx, ctx) => setMembers(tx, 'many', people.slice(0, 3), ctx))
  expect(await count()).toBe(3)
})

describe('history', () => {
  const day = 86_400_000
  const yesterday = (second = 0) => new Date(Date.now() - day + second * 1000)
  const told = (...history: ReturnType<typeof inbound>[]) =>
    run((tx, ctx) => receiveHistory(tx, history, async () => {}, ctx))

  test('makes a closed ticket that nothing is unread in, and is told twice without harm', async () => {
    const history = [inbound('1', null, 'antes', yesterday()), inbound('1', null, 'depois', yesterday(1))]
    await told(...history)
    await told(...history)
    const [contact] = await all()
    expect(await ticketsOf(contact?.id ?? '')).toMatchObject([
      { status: 'closed', unreadMessages: 0, lastMessage: 'depois', closedAt: history[1]?.sentAt },
    ])
    const rows = await db.orm
      .select()
      .from(messages)
      .where(eq(messages.contactId, contact?.id ?? ''))
      .orderBy(messages.createdAt)
    expect(rows).toMatchObject([{ body: 'antes', ack: 3, createdAt: history[0]?.sentAt }, { body: 'depois' }])
  })

  test('goes into the ticket that is there, behind what was said since', async () => {
    await receive('1', null, 'agora')
    await told(inbound('1', null, 'antes', yesterday()))
    const [contact] = await all()
    expect(await ticketsOf(contact?.id ?? '')).toMatchObject([
      { status: 'pending', unreadMessages: 1, lastMessage: 'agora' },
    ])
  })
})
