import { asc, eq } from 'drizzle-orm'
import { contacts } from 'db/contacts/table.ts'
import { connectionQueue } from 'db/jobs.ts'
import type { UserActor } from 'db/kit/actor.ts'
import { newId } from 'db/kit/new-id.ts'
import { messages } from 'db/messages/table.ts'
import { testCompany, type TestCompany } from 'db/node/testing/test-world.ts'
import { queues } from 'db/queues/table.ts'
import { tickets } from 'db/tickets/table.ts'
import { companies } from 'db/companies/table.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../test-api.ts'

let api: TestApi
let company: TestCompany
let admin: UserActor & { email: string }
let token: string
beforeAll(async () => {
  api = await startTestApi()
  company = await testCompany(api.db)
  admin = await company.user('admin')
  token = await api.login(admin.email)
})
afterAll(() => api.stop())

const call = (name: string, args: unknown, id = newId()) => ({ id, name, args })
const push = (...mutations: object[]) => api.request('POST', '/mutations', { token, body: { mutations } })
const ticketRow = async (id: string) => (await api.db.orm.select().from(tickets).where(eq(tickets.id, id)))[0]

test('a batch is applied in order, each with its own answer', async () => {
  const id = await company.ticket()
  const answer = await push(
    call('ticket.accept', { id }),
    call('message.send', { id: newId(), ticketId: id, body: 'um' }),
    call('message.send', { id: newId(), ticketId: id, body: 'dois' }),
    call('ticket.close', { id }),
  )
  expect(answer.body['results']).toMatchObject(
    Array.from({ length: 4 }, () => ({ status: 'applied', lsn: expect.stringMatching(/^\d+$/) })),
  )
  expect(await ticketRow(id)).toMatchObject({ status: 'closed', userId: admin.userId, lastMessage: 'dois' })
  const rows = await api.db.orm
    .select()
    .from(messages)
    .where(eq(messages.ticketId, id))
    .orderBy(asc(messages.createdAt), asc(messages.id))
  expect(rows).toMatchObject([
    { body: 'um', ack: 0, fromMe: true, userId: admin.userId, whatsappId: expect.stringMatching(/^3EB0[0-9A-F]{18}$/) },
    { body: 'dois' },
  ])
})

test('the same mutation pushed again, also at the same time, takes effect once', async () => {
  const id = await company.ticket({ status: 'open', userId: admin.userId })
  const send = call('message.send', { id: newId(), ticketId: id, body: 'uma vez' })
  const answers = await Promise.all([push(send), push(send), push(send)])
  for (const answer of answers) expect(answer.body['results']).toMatchObject([{ status: 'applied' }])
  expect(await api.db.orm.select().from(messages).where(eq(messages.ticketId, id))).toHaveLength(1)
})

test('of several who add the same at the same moment one does, and the others are told who was faster', async () => {
  const number = '5511955554321'
  const name = newId()
  const everybody = Array.from({ length: 6 }, () => [
    call('contact.create', { id: newId(), name: 'Ana', number }),
    call('tag.create', { id: newId(), name, color: '#00ff00' }),
  ])
  const answers = await Promise.all(everybody.map((calls) => push(...calls)))
  const told = answers.flatMap(({ body }) => body['results'] as { status: string; code?: string }[])
  const others = ['ERR_DUPLICATED_CONTACT', 'ERR_DUPLICATED_NAME'].flatMap((code) =>
    Array.from({ length: 5 }, () => code),
  )
  expect(told.map(({ status, code }) => code ?? status).toSorted()).toEqual([...others, 'applied', 'applied'])
})

test('a refused mutation says why and does not stop those after it', async () => {
  const id = await company.ticket({ status: 'closed' })
  const other = await company.ticket({ status: 'closed' })
  const answer = await push(call('ticket.accept', { id }), call('ticket.reopen', { id: other }), call('nao.existe', {}))
  expect(answer.body['results']).toMatchObject([
    { status: 'rejected', code: 'ERR_TICKET_STATUS', details: { status: 'closed' } },
    { status: 'applied' },
    { status: 'rejected', code: 'ERR_UNKNOWN_MUTATION' },
  ])
})

test('what can’t be kept or read is refused alone: NUL, and arguments however deep', async () => {
  const [before, after] = [newId(), newId()]
  const contact = (id: string, name: unknown) => call('contact.create', { id, name, number: `5511${id.slice(-8)}` })
  const valid = (id: string) => call('tag.create', { id, name: id, color: '#00ff00' })
  // JSON.stringify would not get to its end.
  const deep = `{"id":"${newId()}","name":"tag.create","args":{"id":"${newId()}","name":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`
  const calls = [
    valid(before),
    contact(newId(), 'Ana\0'),
    call('tag.update', { id: newId(), changes: { name: { from: '\0', to: 'x' } } }),
  ]
  const body = `{"mutations":[${[...calls.map((each) => JSON.stringify(each)), deep, JSON.stringify(valid(after))].join(',')}]}`
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const answer = await api.fetch('/mutations', { method: 'POST', headers, body })
  expect(await answer.json()).toMatchObject({
    results: [
      { status: 'applied' },
      { status: 'rejected', code: 'ERR_VALIDATION' },
      { status: 'rejected', code: 'ERR_VALIDATION' },
      { status: 'rejected', code: 'ERR_VALIDATION' },
      { status: 'applied' },
    ],
  })
})

test('half of a surrogate pair, as a cut leaves it, does not lose the rest', async () => {
  const id = newId()
  const extraInfo = { to: [{ name: 'Nota', value: 'bolo \uD83C' }] }
  const contactId = await company.contact('Ana')
  const answer = await push(
    call('contact.update', { id: contactId, changes: { name: { to: 'Ana \uD83D' }, extraInfo } }),
    call('tag.create', { id, name: '\uDE00 fim', color: '#00ff00' }),
  )
  expect(answer.body['results']).toMatchObject([{ status: 'applied' }, { status: 'applied' }])
  const [row] = await api.db.orm.select().from(contacts).where(eq(contacts.id, contactId))
  expect(row).toMatchObject({ name: 'Ana \uFFFD', extraInfo: [{ name: 'Nota', value: 'bolo \uFFFD' }] })
})

test('what names the row of a refused one waits with it', async () => {
  const [ticketId, messageId] = [newId(), newId()]
  const create = call('ticket.create', { id: ticketId, contactId: newId(), connectionId: company.connectionId })
  const send = call('message.send', { id: messageId, ticketId, body: 'oi' })
  const answer = await push(create, send)
  expect(answer.body['results']).toMatchObject([
    { id: create.id, status: 'rejected', code: 'ERR_NO_CONTACT_FOUND' },
    { id: send.id, status: 'held' },
  ])
})

test('a refused mutation leaves nothing behind, so that it can be pushed again', async () => {
  const id = await company.ticket({ status: 'closed' })
  const accept = call('ticket.accept', { id })
  await push(accept)
  await api.db.orm.update(tickets).set({ status: 'pending' }).where(eq(tickets.id, id))
  expect((await push(accept)).body['results']).toMatchObject([{ status: 'applied' }])
})

test('the job for the worker is there exactly when the message is', async () => {
  const id = await company.ticket({ status: 'open', userId: admin.userId })
  await api.jobs.boss.deleteQueuedJobs(connectionQueue(company.connectionId))
  const messageId = newId()
  await push(
    call('message.send', { id: messageId, ticketId: id, body: 'oi' }),
    call('message.send', { id: messageId, ticketId: id, body: 'mesmo id' }),
  )
  const jobs = await api.jobs.boss.fetch(connectionQueue(company.connectionId), { batchSize: 1000 })
  expect(jobs.map((job) => job.data)).toEqual([{ name: 'sender.wake' }])
})

describe('one open ticket per contact and connection', () => {
  test('opening a second one names who holds the first', async () => {
    const queueId = await company.queue('Trocas')
    const contactId = await company.contact('Ana')
    await company.ticket({ contactId, status: 'open', userId: admin.userId, queueId })
    const answer = await push(
      call('ticket.create', { id: newId(), contactId, connectionId: company.connectionId, queueId }),
    )
    expect(answer.body['results']).toMatchObject([
      {
        status: 'rejected',
        code: 'ERR_OTHER_OPEN_TICKET',
        details: {
          userId: admin.userId,
          user: { name: expect.any(String) },
          queue: { name: 'Trocas' },
        },
      },
    ])
  })

  test('two at the same moment: one wins', async () => {
    const contactId = await company.contact('Bia')
    const create = () => push(call('ticket.create', { id: newId(), contactId, connectionId: company.connectionId }))
    const answers = await Promise.all([create(), create()])
    const statuses = answers.flatMap((answer) => (answer.body['results'] as { status: string }[]).map((r) => r.status))
    expect(statuses.toSorted()).toEqual(['applied', 'rejected'])
    const loser = answers.flatMap(({ body }) => body['results'] as object[]).find((r) => 'code' in r)
    expect(loser).toMatchObject({ code: 'ERR_OTHER_OPEN_TICKET', details: { userId: admin.userId } })
  })
})

test('a transfer moves the messages with their ticket', async () => {
  const queueId = await company.queue('Financeiro')
  const id = await company.ticket({ status: 'open', userId: admin.userId })
  await company.message(id)
  await push(call('ticket.transfer', { id, queueId }))
  expect(await ticketRow(id)).toMatchObject({ status: 'pending', userId: null, queueId })
  expect(await api.db.orm.select().from(messages).where(eq(messages.ticketId, id))).toMatchObject([{ queueId }])
})

test('an overdue company reads but does not write', async () => {
  const late = await testCompany(api.db)
  const user = await late.user('admin')
  const lateToken = await api.login(user.email)
  await api.db.orm
    .update(companies)
    .set({ dueDate: new Date(0) })
    .where(eq(companies.id, late.id))
  const body = { mutations: [call('ticket.accept', { id: newId() })] }
  expect(await api.request('POST', '/mutations', { token: lateToken, body })).toMatchObject({ status: 402 })
  expect(await api.request('GET', '/tickets', { token: lateToken })).toMatchObject({ status: 200 })
})

test('an edit that met a newer one is merged by field; the same field is refused with both values', async () => {
  const id = await company.queue('Vendas')
  const [row] = await api.db.orm.select().from(queues).where(eq(queues.id, id))
  const edit = (changes: object) => push(call('queue.update', { id, changes }))
  const offline = { name: { from: 'Vendas', to: 'Loja' }, greetingMessage: { from: row?.greetingMessage, to: 'Olá!' } }
  await edit({ orderQueue: { from: row?.orderQueue, to: 7 } })
  expect((await edit(offline)).body['results']).toMatchObject([{ status: 'applied' }])
  expect((await edit({ name: { from: 'Vendas', to: 'Balcão' } })).body['results']).toMatchObject([
    {
      status: 'rejected',
      code: 'ERR_CONFLICT',
      details: { conflicts: { name: { from: 'Vendas', to: 'Balcão', current: 'Loja' } } },
    },
  ])
  const [after] = await api.db.orm.select().from(queues).where(eq(queues.id, id))
  expect(after).toMatchObject({ name: 'Loja', greetingMessage: 'Olá!', orderQueue: 7 })
})

test('a batch that is none is refused whole', async () => {
  for (const body of [{}, { mutations: [] }, { mutations: [{ id: 'x', name: 'y', args: {} }] }]) {
    expect(await api.request('POST', '/mutations', { token, body })).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION' },
    })
  }
})
