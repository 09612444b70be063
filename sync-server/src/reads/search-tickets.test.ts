import type { UserActor } from 'db/kit/actor.ts'
import { createFoldText, foldText } from 'db/kit/sql/search-text.ts'
import { newId } from 'db/kit/new-id.ts'
import { createTag } from 'db/tags/mutations.ts'
import { ticketTags } from 'db/tags/table.ts'
import { deleteTicket } from 'db/tickets/mutations.ts'
import { tickets as ticketsTable } from 'db/tickets/table.ts'
import { messages } from 'db/messages/table.ts'
import { useAlterableDatabase } from 'db/node/testing/test-file-database.ts'
import { runFor, testCompany, type TestCompany } from 'db/node/testing/test-world.ts'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { listMessages } from './messages.ts'
import { listTickets } from './tickets.ts'

const { db, alter } = useAlterableDatabase()
let company: TestCompany
let sales: string
let admin: UserActor
beforeAll(async () => {
  company = await testCompany(db)
  sales = await company.queue('Vendas')
  admin = await company.user('admin')
})

/** A ticket with one message. */
async function said(body: string, { of = company, queueId = sales, name = 'Cliente', archived = false } = {}) {
  const contactId = await of.contact(name)
  const closed = { status: 'closed', closedAt: new Date(), archived } as const
  const id = await of.ticket({ contactId, queueId, ...closed })
  await of.message(id, { contactId, queueId, body, archived })
  return id
}
const find = async (searchParam: string, actor: UserActor = admin, more: object = {}) =>
  (await listTickets(db, actor, { searchParam, showAll: 'true', ...more })).tickets.map(({ id }) => id)

test('by a word of any message, whatever its accents and case', async () => {
  const id = await said('O colchão já chegou em São José')
  for (const typed of ['colchao', 'COLCHÃO', 'sao jose', 'lchã', ' chegou ']) expect(await find(typed)).toEqual([id])
  expect(await find('colchonete')).toEqual([])
})

test('by the contact’s name and number', async () => {
  const id = await said('oi', { name: 'Conceição Ñandú' })
  const { tickets } = await listTickets(db, admin, { searchParam: 'conceicao nandu', showAll: 'true' })
  expect(tickets.map((ticket) => ticket.id)).toEqual([id])
  const number = tickets[0]?.contact.number ?? ''
  expect(await find(`+${number.slice(0, 2)} ${number.slice(2)}`)).toEqual([id])
})

test('by the ticket’s own number, with its sign or without', async () => {
  const id = await said('oi', { archived: true })
  await db.orm.update(ticketsTable).set({ number: 7_654_321 }).where(eq(ticketsTable.id, id))
  for (const typed of ['#7654321', '7654321', ' #7654321 ']) expect(await find(typed)).toEqual([id])
  expect(await find('#765432')).toEqual([])
})

test('without words: what the tags and the attendant leave, archived included', async () => {
  const tagId = newId()
  await runFor(db, admin, createTag, { id: tagId, name: 'Garantia', color: '#00aa00' })
  const [tagged, hers] = [await said('oi', { archived: true }), await said('oi', { archived: true })]
  const tag = { id: newId(), companyId: company.id, ticketId: tagged, tagId, queueId: sales, archived: true }
  await db.orm.insert(ticketTags).values(tag)
  await db.orm.update(ticketsTable).set({ userId: admin.userId }).where(eq(ticketsTable.id, hers))
  expect(await find('', admin, { tags: JSON.stringify([tagId]) })).toEqual([tagged])
  expect(await find('', admin, { users: JSON.stringify([admin.userId]) })).toEqual([hers])
})

test('wildcards are what was typed', async () => {
  const percent = await said('desconto de 50% hoje')
  const under = await said('o arquivo nota_fiscal')
  const slash = await said(String.raw`em C:\pedidos`)
  await said('desconto de 500 hoje')
  await said('a nota fiscal')
  expect(await find('50%')).toEqual([percent])
  expect(await find('nota_f')).toEqual([under])
  expect(await find(String.raw`c:\p`)).toEqual([slash])
  expect(await find('%%%')).toEqual([])
})

test('archived conversations are found and can be read, their queue’s people only', async () => {
  const id = await said('uma bicicleta antiga', { archived: true })
  const [ofQueue, ofOther] = [
    await company.user('user', [sales]),
    await company.user('user', [await company.queue('Financeiro')]),
  ]
  expect([await find('bicicleta', ofQueue), await find('bicicleta', ofOther)]).toEqual([[id], []])
  expect(await listMessages(db, ofQueue, id, {})).toMatchObject({ messages: [{ body: 'uma bicicleta antiga' }] })
  await expect(listMessages(db, ofOther, id, {})).rejects.toMatchObject({ code: 'ERR_NO_PERMISSION' })
})

test('another company’s words are nobody’s', async () => {
  const other = await testCompany(db)
  await said('palavra secreta', { of: other, queueId: await other.queue('Deles') })
  expect(await find('palavra secreta')).toEqual([])
})

test('an edit is found by its new words; what was deleted is not found', async () => {
  const id = await said('um trompete')
  const change = (values: Partial<typeof messages.$inferInsert>) =>
    db.orm.update(messages).set(values).where(eq(messages.ticketId, id))
  await change({ body: 'um violoncelo' })
  expect([await find('trompete'), await find('violoncelo')]).toEqual([[], [id]])
  await change({ isDeleted: true })
  expect(await find('violoncelo')).toEqual([])
  const gone = await said('um clarinete')
  await runFor(db, admin, deleteTicket, { id: gone })
  expect(await find('clarinete')).toEqual([])
})

test('pages neither drop nor repeat, where many conversations have it and where the old ones do', async () => {
  const busy = await testCompany(db)
  const queueId = await busy.queue('Vendas')
  const boss = await busy.user('admin')
  const all = { rare: [] as string[], common: [] as string[] }
  for (let i = 0; i < 260; i++) {
    const at = new Date(Date.UTC(2026, 0, 1) + i * 1000)
    const id = await busy.ticket({ queueId, status: 'closed', closedAt: at, updatedAt: at })
    await busy.message(id, { queueId, body: i < 90 ? 'pedido de guarda-chuva' : 'pedido' })
    all.common.push(id)
    if (i < 90) all.rare.push(id)
  }
  const pages = async (searchParam: string) => {
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page = await listTickets(db, boss, { searchParam, showAll: 'true', ...(cursor && { cursor }) })
      seen.push(...page.tickets.map(({ id }) => id))
      cursor = page.cursor
    }
    return seen
  }
  expect(await pages('guarda-chuva')).toEqual(all.rare.toReversed())
  expect(await pages('pedido')).toEqual(all.common.toReversed())
  expect(await find('pedido', boss, { pageNumber: '7' })).toEqual(all.common.toReversed().slice(240))
})

test('two letters look at contacts only', async () => {
  const id = await said('zz', { name: 'Izzy' })
  await said('zz')
  expect(await find('zz')).toEqual([id])
})

test('the database folds as we do, and a device gets the same function', async () => {
  const samples = ['Conceição', 'ÁÉÍÓÚ àèìòù ÂÊÔ ÃÕ ÄËÏÖÜ ÑÇ', 'ﬁm', 'Straße', '50% 😀', 'İstanbul', 'ação']
  for (const sample of samples) {
    const [row] = await db.sql<{ folded: string }[]>`select fold_text(${sample}) as folded`
    expect(row?.folded).toBe(foldText(sample))
  }
  await alter(createFoldText)
  const [row] = await db.sql<{ folded: string }[]>`select fold_text('São') as folded`
  expect(row?.folded).toBe('sao')
})

test('archived ones as a list: by their last message, page by page, of one’s own queues', async () => {
  const office = await testCompany(db)
  const queueId = await office.queue('Vendas')
  const ids: string[] = []
  for (let i = 0; i < 50; i++) {
    const lastMessageAt = new Date(Date.UTC(2025, 0, 1) + i * 1000)
    // The order in which they were archived is another.
    const updatedAt = new Date(Date.UTC(2025, 5, 1) - i * 1000)
    const closed = { status: 'closed', closedAt: lastMessageAt, archived: true } as const
    ids.unshift(await office.ticket({ queueId: i === 49 ? null : queueId, lastMessageAt, updatedAt, ...closed }))
  }
  const attendant = await office.user('user', [queueId])
  const list = (more: object = {}) =>
    listTickets(db, attendant, { status: 'closed', archived: 'true', showAll: 'true', ...more })
  const first = await list()
  const second = await list({ cursor: first.cursor })
  expect([...first.tickets, ...second.tickets].map(({ id }) => id)).toEqual(ids.slice(1))
  expect([first.hasMore, second.hasMore]).toEqual([true, false])
})

test('a contact’s archived tickets, newest first, and nobody else’s', async () => {
  const [contactId, stranger] = [await company.contact('Íris'), await company.contact('Ivo')]
  const ticketOn = (day: number, of: string, archived = true) => {
    const createdAt = new Date(Date.UTC(2025, 0, day))
    return company.ticket({ contactId: of, queueId: sales, status: 'closed', closedAt: createdAt, createdAt, archived })
  }
  const [first, second] = [await ticketOn(1, contactId), await ticketOn(2, contactId)]
  await ticketOn(3, contactId, false)
  await ticketOn(4, stranger)
  const list = async (actor: UserActor) =>
    (await listTickets(db, actor, { contactId, archived: 'true', showAll: 'true' })).tickets.map(({ id }) => id)
  expect(await list(await company.user('user', [sales]))).toEqual([second, first])
  expect(await list(await company.user('user', [await company.queue('Outra')]))).toEqual([])
})
