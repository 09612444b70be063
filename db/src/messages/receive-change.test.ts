import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { nameGroup, setMembers } from '../contacts/groups.ts'
import { contacts } from '../contacts/table.ts'
import { useTestDatabase } from '../node/testing/test-file-database.ts'
import { testCompany, type TestCompany } from '../node/testing/test-world.ts'
import { tickets } from '../tickets/table.ts'
import { plainInbound, type InboundChange, type InboundMessage } from './inbound.ts'
import { receiveChange } from './receive-change.ts'
import { receiveMessage } from './receive.ts'
import { earlyChanges, messages } from './table.ts'
import { noEffects } from '../kit/effects.ts'
import { systemContext } from '../kit/system-context.ts'

const db = useTestDatabase()
let company: TestCompany
beforeAll(async () => {
  company = await testCompany(db)
})

let sequence = 0
const context = (now = new Date()) => systemContext(company.id, noEffects, { now })
const person = (lid: string) => ({ lid, number: null, pushName: `Pessoa ${lid}` })
const chat = (lid: string) => ({ ...person(lid), isGroup: false })
const group = (lid: string) => ({ lid, number: null, pushName: '', isGroup: true })

async function receive(change: Partial<InboundMessage> & Pick<InboundMessage, 'contact'>) {
  const inbound = {
    ...plainInbound,
    connectionId: company.connectionId,
    whatsappId: `MSG${++sequence}`,
    fromMe: false,
    body: 'oi',
    sentAt: new Date(),
    ...change,
  }
  await db.orm.transaction((tx) => receiveMessage(tx, inbound, context()))
  return inbound.whatsappId
}

function changed(target: string, what: Partial<InboundChange> & Pick<InboundChange, 'contact' | 'change'>) {
  const origin = { connectionId: company.connectionId, whatsappId: `CH${++sequence}`, fromMe: false, participant: null }
  return db.orm.transaction((tx) =>
    receiveChange(tx, { ...origin, targetId: target, at: Date.now(), ...what }, context()),
  )
}

async function rowOf(whatsappId: string) {
  const [row] = await db.orm.select().from(messages).where(eq(messages.whatsappId, whatsappId))
  if (!row) throw new Error('not stored')
  const [ticket] = await db.orm.select().from(tickets).where(eq(tickets.id, row.ticketId))
  return { ...row, ticket }
}

const edit = (body: string) => ({ kind: 'edit', body, link: null, mentions: [] }) as const
const react = (emoji: string) => ({ kind: 'reaction', emoji }) as const
const remove = { kind: 'delete' } as const

test('reactions are one a person and can be taken back; nothing becomes unread', async () => {
  const id = await receive({ contact: chat('1') })
  const { contactId } = await rowOf(id)
  expect(await changed(id, { contact: chat('1'), change: react('👍') })).toEqual({ kind: 'changed' })
  await changed(id, { contact: chat('1'), fromMe: true, change: react('❤️') })
  await changed(id, { contact: chat('1'), change: react('😂') })
  expect(await rowOf(id)).toMatchObject({
    reactions: { [contactId]: '😂', me: '❤️' },
    ticket: { unreadMessages: 1, lastMessage: 'oi' },
  })
  await changed(id, { contact: chat('1'), change: react('') })
  expect((await rowOf(id)).reactions).toEqual({ me: '❤️' })
})

test('an edit shows in the bubble and, of the last message, in the list; an older edit that comes late does not count', async () => {
  const [first, last] = [await receive({ contact: chat('2') }), await receive({ contact: chat('2'), body: 'preço?' })]
  await changed(first, { contact: chat('2'), change: edit('olá') })
  expect(await rowOf(first)).toMatchObject({ body: 'olá', ticket: { lastMessage: 'preço?' } })
  const at = Date.now()
  await changed(last, { contact: chat('2'), change: edit('qual o preço?'), at })
  expect(await rowOf(last)).toMatchObject({
    body: 'qual o preço?',
    editedAt: new Date(at),
    ticket: { lastMessage: 'qual o preço?', unreadMessages: 2 },
  })
  expect(await changed(last, { contact: chat('2'), change: edit('preco?'), at: at - 1 })).toEqual({
    kind: 'refused',
    reason: 'outdated',
  })
})

test('a deletion marks the row and the list; it opens no closed ticket', async () => {
  const id = await receive({ contact: chat('3') })
  const { ticketId } = await rowOf(id)
  await db.orm.update(tickets).set({ status: 'closed', closedAt: new Date() }).where(eq(tickets.id, ticketId))
  await changed(id, { contact: chat('3'), change: remove })
  expect(await rowOf(id)).toMatchObject({
    isDeleted: true,
    ticket: { status: 'closed', lastMessage: '', lastMessageType: 'deleted' },
  })
  expect(await changed(id, { contact: chat('3'), change: edit('x') })).toMatchObject({ reason: 'outdated' })
})

test('nobody changes what others wrote, or a message of another chat', async () => {
  const ours = await receive({ contact: chat('4'), fromMe: true })
  const theirs = await receive({ contact: chat('4') })
  const notTheirs = { kind: 'refused', reason: 'notTheirs' }
  const otherChat = { kind: 'refused', reason: 'otherChat' }
  expect(await changed(ours, { contact: chat('4'), change: remove })).toEqual(notTheirs)
  expect(await changed(theirs, { contact: chat('4'), fromMe: true, change: edit('x') })).toEqual(notTheirs)
  expect(await changed(theirs, { contact: chat('5'), change: react('👍') })).toEqual(otherChat)
  expect(await changed(ours, { contact: chat('4'), fromMe: true, change: remove })).toEqual({ kind: 'changed' })
})

test('changes that overtook their message are applied when it comes', async () => {
  const contact = chat('6')
  expect(await changed('LATE', { contact, change: react('👍') })).toEqual({ kind: 'waiting' })
  await changed('LATE', { contact, change: edit('certo') })
  await receive({ contact, whatsappId: 'LATE', body: 'errado' })
  expect(await rowOf('LATE')).toMatchObject({ body: 'certo', ticket: { lastMessage: 'certo', unreadMessages: 1 } })
  expect(Object.values((await rowOf('LATE')).reactions)).toEqual(['👍'])
  expect(await db.orm.select().from(earlyChanges)).toEqual([])
})

test('a group is the ticket’s contact, who wrote is the participant', async () => {
  const inGroup = { contact: group('g1'), participant: { ...person('7'), number: '5511977770007' } }
  const id = await receive({ ...inGroup, body: 'bom dia' })
  await receive({ contact: group('g1'), participant: person('8') })
  const row = await rowOf(id)
  const [writer] = await db.orm
    .select()
    .from(contacts)
    .where(eq(contacts.id, row.participantId ?? ''))
  expect(row.ticket).toMatchObject({ isGroup: true, contactId: row.contactId, unreadMessages: 2 })
  expect(writer).toMatchObject({ lid: '7', number: '5511977770007', name: 'Pessoa 7', isGroup: false })
  await db.orm.transaction((tx) => nameGroup(tx, 'g1', 'Moradores', context()))
  const [named] = await db.orm.select().from(contacts).where(eq(contacts.id, row.contactId))
  expect(named).toMatchObject({ name: 'Moradores', isGroup: true, number: null, lid: 'g1' })
})

test('in a group only the author edits, and admins delete too', async () => {
  const contact = group('g2')
  const [author, other] = [person('10'), person('11')]
  const id = await receive({ contact, participant: author })
  await receive({ contact, participant: other })
  const by = (participant: InboundMessage['participant'], change: InboundChange['change']) =>
    changed(id, { contact, participant, change })
  expect(await by(other, edit('x'))).toMatchObject({ reason: 'notTheirs' })
  expect(await by(other, remove)).toMatchObject({ reason: 'notTheirs' })
  expect(await by(other, react('👏'))).toEqual({ kind: 'changed' })
  expect(await by(author, edit('y'))).toEqual({ kind: 'changed' })
  const members = [{ lid: '11', number: null, isAdmin: true }]
  await db.orm.transaction((tx) => setMembers(tx, 'g2', members, context()))
  expect(await by(other, edit('x'))).toMatchObject({ reason: 'notTheirs' })
  expect(await by(other, remove)).toEqual({ kind: 'changed' })
})

test('an answer points to its row, or brings along what is not here; mentions have names', async () => {
  const contact = chat('12')
  const first = await receive({ contact, body: 'tem?' })
  const author = { lid: '12', number: null }
  const quoted = { whatsappId: first, body: 'tem?', mediaType: 'chat', fromMe: false, author }
  const mentions = [author, { lid: null, number: '5511900009999' }]
  const known = await rowOf(await receive({ contact, quoted, mentions }))
  expect(known).toMatchObject({
    quotedMessageId: (await rowOf(first)).id,
    details: {
      mentions: [
        { digits: '12', name: 'Pessoa 12' },
        { digits: '5511900009999', name: '5511900009999' },
      ],
    },
  })
  const unknown = await rowOf(await receive({ contact, quoted: { ...quoted, whatsappId: 'BEFORE' } }))
  expect(unknown).toMatchObject({
    quotedMessageId: null,
    details: { quoted: { body: 'tem?', mediaType: 'chat', fromMe: false, author: 'Pessoa 12' } },
  })
})

test('naming the id of another conversation’s message brings none of it along', async () => {
  const secret = await receive({ contact: chat('14'), body: 'meu segredo' })
  const quoted = {
    whatsappId: secret,
    body: 'forjado',
    mediaType: 'chat',
    fromMe: false,
    author: { lid: '14', number: null },
  }
  const row = await rowOf(await receive({ contact: chat('15'), quoted }))
  expect(row).toMatchObject({ quotedMessageId: null, details: { quoted: { body: 'forjado' } } })
})

test('of thousands of changes that waited the latest count', async () => {
  const contact = chat('16')
  const change = { ...person('16'), ...contact }
  const rows = Array.from({ length: 1_000 }, (_, n) => ({
    connectionId: company.connectionId,
    targetId: 'FLOOD',
    changeId: `F${n}`,
    change: {
      connectionId: company.connectionId,
      whatsappId: `F${n}`,
      fromMe: false,
      contact: change,
      participant: null,
      targetId: 'FLOOD',
      at: 1_700_000_000_000 + n,
      change: edit(`${n}`),
    },
    createdAt: new Date(1_700_000_000_000 + n),
  }))
  await db.orm.insert(earlyChanges).values(rows)
  await receive({ contact, whatsappId: 'FLOOD', body: 'primeiro' })
  expect(await rowOf('FLOOD')).toMatchObject({ body: '999' })
  expect(await db.orm.select().from(earlyChanges)).toEqual([])
})

test('the list names the kind of what has no words', async () => {
  const contact = chat('13')
  const listed = async (change: Partial<InboundMessage>) => {
    const { ticket } = await rowOf(await receive({ contact, body: '', ...change }))
    return [ticket?.lastMessageType, ticket?.lastMessage]
  }
  expect(await listed({ mediaType: 'audio', details: { isVoice: true } })).toEqual(['voice', ''])
  expect(await listed({ mediaType: 'image', details: { isSticker: true } })).toEqual(['sticker', ''])
  expect(await listed({ mediaType: 'vcard', details: { contacts: [{ name: 'Bia', numbers: [] }] } })).toEqual([
    'vcard',
    'Bia',
  ])
  expect(await listed({ mediaType: 'image', body: 'foto' })).toEqual(['image', 'foto'])
})
