// Every registered query on the server: what Postgres says of its columns is what it declares. And what the scope leaves of some.
import type { UserActor } from 'db/kit/actor.ts'
import { AppError } from 'db/kit/errors.ts'
import type { QueryCall } from 'db/kit/define-query.ts'
import { newId } from 'db/kit/new-id.ts'
import { columnName } from 'db/kit/sql/row-type.ts'
import { contactChoices, contactNames, contactWindow } from 'db/contacts/queries.ts'
import { kanbanCards } from 'db/kanban/queries.ts'
import { messagesOf } from 'db/messages/queries.ts'
import { connect } from 'db/node/connect.ts'
import { randomFrom } from 'db/node/random.ts'
import { runFor, testCompany, type TestCompany } from 'db/node/testing/test-world.ts'
import { queries } from 'db/queries.ts'
import { createQuickMessage } from 'db/quick-messages/mutations.ts'
import { quickMessageWindow } from 'db/quick-messages/queries.ts'
import { tags, ticketTags } from 'db/tags/table.ts'
import { ticketStatuses } from 'db/tickets/table.ts'
import { boundsOf, headOf, ticketCounts, ticketsByIds, windowOf } from 'db/tickets/list-queries.ts'
import { messageHits, ticketHits } from 'db/tickets/search-queries.ts'
import { userWindow } from 'db/users/queries.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../test-api.ts'
import { askTogether } from './ask-together.ts'
import { runQuery } from './run-query.ts'
import { scopedText } from './scoped-text.ts'

let api: TestApi
let ours: TestCompany
let theirs: TestCompany
let admin: UserActor & { email: string }
let attendant: UserActor & { email: string }
let sales: string
let theirTicket: string
/** By their names, as the server's. */
let types: ReadonlyMap<number, string>

beforeAll(async () => {
  api = await startTestApi()
  ours = await testCompany(api.db)
  theirs = await testCompany(api.db)
  sales = await ours.queue('Vendas')
  const finance = await ours.queue('Financeiro')
  await ours.ticket({ queueId: sales, contactId: await ours.contact('Zé Antônio') })
  await ours.ticket({ queueId: finance, status: 'open' })
  theirTicket = await theirs.ticket({ queueId: await theirs.queue('Deles') })
  admin = await ours.user('admin')
  attendant = await ours.user('user', [sales])
  const rows = await api.db.sql`select oid::int, format_type(oid, null) as name from pg_type`
  types = new Map(rows.map((row) => [Number(row['oid']), String(row['name'])]))
})
afterAll(() => api.stop())

const mustFind = (name: string) => {
  const query = queries.get(name)
  if (!query) throw new Error(name)
  return query
}

/** The rows as they go over the wire. */
async function ask<Row>(actor: UserActor, call: QueryCall<Row>): Promise<Row[]> {
  const rows = await runQuery(api.db, actor, mustFind(call.name), call.args)
  return rows.map((row) => JSON.parse(row) as Row)
}

describe.each([...queries.values()].map((query) => [query.name, query] as const))('%s', (_, query) => {
  test('has the columns that it declares', async () => {
    const { text } = scopedText(query, { ...query.example?.(() => newId()) }, admin)
    const { columns } = await api.db.sql.begin(async (tx) => {
      await tx`set local search_path = pg_catalog`
      return tx.unsafe(text).describe()
    })
    const declared = Object.entries(query.row).map(([key, { sqlType }]) => [columnName(key), sqlType])
    expect(Object.fromEntries(columns.map(({ name, type }) => [name, types.get(type)]))).toEqual(
      Object.fromEntries(declared),
    )
    expect(columns).toHaveLength(declared.length)
  })
})

test('a colleague’s quick message for everybody is found, one of their own is not', async () => {
  const owner = await ours.user('user', [sales])
  for (const geral of [true, false]) {
    await runFor(api.db, owner, createQuickMessage, { id: newId(), shortcode: geral ? 'todos' : 'meu', geral })
  }
  const found = await ask(attendant, quickMessageWindow({ term: '', limit: 10 }))
  expect(found.map(({ shortcode }) => shortcode)).toEqual(['todos'])
})

test('several in one request: each as when it is asked alone, in the asker’s scope, one’s refusal is not the others’', async () => {
  const token = await api.login(attendant.email)
  const list = headOf({ tab: 'pending', userId: attendant.userId, queueIds: null, limit: 10 })
  const counts = ticketCounts({ userId: attendant.userId, queueIds: null })
  const asked = [list, counts, ticketsByIds({ ids: [theirTicket] })].map(({ name, args }) => ({ name, args }))
  // Refused by Postgres, and not by a schema: no interval is so long.
  const endless = windowOf({
    tab: 'open',
    userId: attendant.userId,
    queueIds: null,
    from: { at: 1e300, id: newId() },
    to: null,
  })
  const wrong = [
    ...Array.from({ length: 3 }, () => ({ name: endless.name, args: endless.args })),
    { name: 'ticket.counts', args: { userId: 7 } },
    { name: 'no.such', args: {} },
  ]
  const together = (body: object) => api.request('POST', '/queries', { body, token })
  const { status, body } = await together({ queries: [...wrong, ...asked] })
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      lsn: expect.stringMatching(/^\d+$/),
      answers: [
        ...Array.from({ length: 4 }, () => ({ error: 'ERR_VALIDATION' })),
        { error: 'ERR_UNKNOWN_QUERY' },
        { rows: await ask(attendant, list) },
        { rows: await ask(attendant, counts) },
        { rows: [] },
      ],
    },
  })
  const forged = [
    { queries: asked, companyId: theirs.id },
    { queries: [{ ...asked[0], text: 'select 1' }] },
    { queries: [] },
  ]
  for (const refused of [...forged, { queries: Array.from({ length: 51 }, () => asked[0]) }])
    expect(await together(refused)).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } })
  expect(await api.request('POST', '/queries', { body: { queries: asked } })).toMatchObject({ status: 401 })
})

test('no two queries have one name', () => {
  for (const [name, query] of queries) expect(query.name).toBe(name)
  expect(queries.size).toBeGreaterThan(60)
})

test('answers the rows in scope as JSON', async () => {
  const list = { tab: 'pending', userId: attendant.userId, queueIds: null, limit: 10 } as const
  const [row, ...others] = await ask(attendant, headOf(list))
  expect(others).toEqual([])
  expect(row).toMatchObject({ contactName: 'Zé Antônio', queueName: 'Vendas', unreadMessages: 0, tags: null })
  expect(new Date(String(row?.lastMessageAt)).getTime() * 1000 - Number(row?.at)).toBeLessThanOrEqual(0)
  expect(await ask(admin, headOf({ ...list, queueIds: [sales] }))).toHaveLength(1)
  expect(await ask(admin, headOf({ ...list, queueIds: [] }))).toEqual([])
})

test('what a device keeps beside its tables has the same meaning here', async () => {
  const counts = (actor: UserActor) => ask(actor, ticketCounts({ userId: actor.userId, queueIds: null }))
  expect(await counts(attendant)).toEqual([{ mine: 0, open: 0, pending: 1 }])
  expect(await counts(admin)).toEqual([{ mine: 0, open: 1, pending: 1 }])
  expect((await ask(attendant, contactChoices({ term: 'ZE ANTO', limit: 5 }))).map(({ name }) => name)).toEqual([
    'Zé Antônio',
  ])
  const search = { typed: 'antonio', tagIds: [], userIds: [], after: null, limit: 5 }
  expect(await ask(attendant, ticketHits(search))).toHaveLength(1)
  const contactId = await ours.contact('Bia')
  const ticketId = await ours.ticket({ queueId: sales, contactId })
  const said = { contactId, queueId: sales }
  const id = await ours.message(ticketId, { ...said, body: 'Pão de AÇÚCAR, 100% pronto' })
  await ours.message(ticketId, { ...said, body: 'pao de acucar', isDeleted: true })
  const hits = (typed: string) => ask(attendant, messageHits({ ...search, typed }))
  expect(await hits('acucar pão')).toMatchObject([{ messageId: id, ticketId, text: 'Pão de AÇÚCAR, 100% pronto' }])
  expect(await hits('100_')).toEqual([])
})

test('values are values, whatever is in them', async () => {
  const hostile = ["x' or true --", '"; drop table tickets; --', '$1', '.*', '%', String.raw`\d`, '(', '😀']
  for (const term of hostile) expect(await ask(admin, contactWindow({ term, limit: 5 }))).toEqual([])
})

test('another company’s row is not there, by whatever id it is asked for', async () => {
  expect(await ask(admin, ticketsByIds({ ids: [theirTicket] }))).toEqual([])
  expect(await ask(admin, messagesOf({ ticketId: theirTicket, floor: null, ceiling: null, limit: null }))).toEqual([])
  const [contact] = await api.db.sql`select contact_id as id from tickets where id = ${theirTicket}`
  expect(await ask(admin, contactNames({ ids: [String(contact?.['id'])] }))).toEqual([])
})

test('hidden columns are not there', async () => {
  const [user] = await ask(admin, userWindow({ term: '', limit: 1 }))
  expect(Object.keys(user ?? {})).toEqual(expect.arrayContaining(['email', 'canLogIn']))
  const { text } = scopedText(mustFind('user.window'), { term: '', limit: 1 }, admin)
  expect(text).not.toMatch(/password|token_version/)
})

test('what is more than a screen shows is refused as a whole', async () => {
  const body = 'x'.repeat(60_000)
  const contactId = await ours.contact('Falante')
  const ticketId = await ours.ticket({ queueId: sales, contactId })
  const first = await ours.message(ticketId, { contactId, queueId: sales })
  await api.db.sql`
    insert into messages select r.* from messages m, generate_series(1, 160) n, jsonb_populate_record(null::messages,
      to_jsonb(m) || jsonb_build_object('id', gen_random_uuid(), 'whatsapp_id', n::text, 'body', ${body}::text)) r
    where m.id = ${first}`
  const page = { ticketId, floor: null, ceiling: null }
  expect(await ask(admin, messagesOf({ ...page, limit: 40 }))).toHaveLength(40)
  await expect(ask(admin, messagesOf({ ...page, limit: null }))).rejects.toEqual(new AppError('ERR_QUERY_TOO_LARGE'))
})

test('whoever asks for much lets others ask between', async () => {
  await api.db.sql`
    insert into tickets select r.* from tickets t, generate_series(1, 5000) n, jsonb_populate_record(null::tickets,
      to_jsonb(t) || jsonb_build_object('id', gen_random_uuid(), 'number', 1000 + n, 'status', 'closed', 'closed_at', now())) r
    where t.id = ${theirTicket}`
  const asker = await theirs.user('admin')
  const list = boundsOf({ tab: 'closed', userId: asker.userId, queueIds: null, pageSize: 60 })
  const one = connect(api.databaseUrl, { max: 1 })
  const order: string[] = []
  const much = askTogether(
    one,
    asker,
    Array.from({ length: 50 }, () => list),
  )
  const other = runQuery(one, admin, mustFind('queue.choices'), {})
  await Promise.all([much.then(() => order.push('much')), other.then(() => order.push('other'))])
  await one.end()
  expect(order).toEqual(['other', 'much'])
  const bounds = await ask(asker, list)
  expect((await much).map((answer) => JSON.parse(answer))).toEqual(Array.from({ length: 50 }, () => ({ rows: bounds })))
  expect(bounds).toHaveLength(83)
})

test('what takes too long is given up', async () => {
  const slow = {
    ...mustFind('help.all'),
    name: 'slow',
    sql: () => ({ text: 'select pg_sleep(30), * from helps', params: [] }),
  }
  await api.db.sql`insert into helps (id, title, description, video, created_at, updated_at)
    values (${newId()}, 'Um', '', 'dQw4w9WgXcQ', now(), now())`
  await expect(runQuery(api.db, admin, slow, {})).rejects.toEqual(new AppError('ERR_QUERY_TOO_SLOW'))
})

test('a value that Postgres does not take is one that is not valid', async () => {
  await expect(ask(admin, contactWindow({ term: 'a\0b', limit: 5 }))).rejects.toMatchObject({
    code: 'ERR_VALIDATION',
    details: { fields: { term: ['NUL'] } },
  })
})

describe('over HTTP', () => {
  let token: string
  beforeAll(async () => {
    token = await api.login(attendant.email)
  })
  const post = (path: string, body?: unknown, headers = {}) => api.request('POST', path, { token, body, headers })

  test('a query is asked by its name', async () => {
    const { status, body } = await post('/queries/queue.choices', {})
    expect(status).toBe(200)
    expect(body).toEqual({
      rows: [
        expect.objectContaining({ id: expect.any(String), name: 'Financeiro' }),
        expect.objectContaining({ id: sales, name: 'Vendas', color: expect.any(String) }),
      ],
    })
  })

  test.each([
    ['an unknown argument', { term: '', limit: 5, text: 'select 1' }],
    ['a missing one', { term: '' }],
    ['another type', { term: '', limit: '5' }],
    ['a negative limit', { term: '', limit: -1 }],
    ['a NUL', { term: '\0', limit: 5 }],
    ['no object', []],
    ['nothing', undefined],
  ])('%s is refused', async (_, body) => {
    expect(await post('/queries/contact.window', body)).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION' },
    })
  })

  test('what is no query is told as such; an app that asks for it is too old, or too new', async () => {
    expect(await post('/queries/ticket.stolen', {})).toMatchObject({
      status: 404,
      body: { error: 'ERR_UNKNOWN_QUERY' },
    })
    expect(await post('/queries/ticket.stolen', {}, { 'x-client-protocol': '1' })).toMatchObject({
      status: 426,
      body: { error: 'ERR_UPDATE_REQUIRED' },
    })
  })

  // The second once answered with texts, e-mails and password hashes of all companies.
  test.each([
    'select 1',
    `select y.histogram_bounds::text from (with pg_stats as (select 1 as a) select a from pg_stats) x, pg_stats y
      where y.tablename::text='messages' and y.attname::text='body'`,
  ])('SQL finds nobody: %s', async (text) => {
    for (const path of ['/query', '/sql']) expect(await post(path, { text, params: [] })).toMatchObject({ status: 404 })
    for (const path of ['/queries', '/queries/', ...[...queries.keys()].map((name) => `/queries/${name}`)])
      expect(await post(path, { text, params: [] })).toMatchObject({ status: 400 })
    expect(await post(`/queries/${encodeURIComponent(text)}`, {})).toMatchObject({ status: 404 })
  })

  test('a company whose subscription ran out goes on reading', async () => {
    await api.db.sql`update companies set due_date = now() - interval '1 year' where id = ${ours.id}`
    expect(await post('/queries/queue.choices', {})).toMatchObject({ status: 200 })
    await api.db.sql`update companies set due_date = now() + interval '1 year' where id = ${ours.id}`
  })
})

test('a ticket stands on the board once: in the first of its lanes by name, or in none, closed ones nowhere', async () => {
  const company = await testCompany(api.db)
  const [queueId, boss] = [await company.queue('Vendas'), await company.user('admin')]
  const random = randomFrom(7)
  const names = ['Entrega', 'amostra', 'Produção', 'VIP']
  const all = names.map((name) => ({ id: newId(), name, kanban: name !== 'VIP' }))
  const times = { createdAt: new Date(), updatedAt: new Date() }
  const { id: companyId } = company
  await api.db.orm.insert(tags).values(all.map((tag) => ({ ...tag, companyId, color: '#00aa00', ...times })))
  const lanes = new Map<string, string | null>()
  for (let n = 0; n < 30; n++) {
    const status = random.pick(ticketStatuses)
    const ticketId = await company.ticket({ queueId, status })
    const own = all.filter(() => random.chance(0.4))
    if (own.length > 0) {
      const rows = own.map(({ id: tagId }) => ({ id: newId(), companyId, ticketId, tagId, queueId, archived: false }))
      await api.db.orm.insert(ticketTags).values(rows)
    }
    const [first] = own.filter(({ kanban }) => kanban).toSorted((a, b) => a.name.localeCompare(b.name, 'pt'))
    if (status !== 'closed') lanes.set(ticketId, first?.id ?? null)
  }
  const cards = await ask(boss, kanbanCards({ queueIds: null, userIds: null, limit: 100 }))
  expect(new Map(cards.map(({ id, laneId }) => [id, laneId]))).toEqual(lanes)
  expect(cards).toHaveLength(lanes.size)
  const inLane = (laneId: string | null) => [...lanes.values()].filter((lane) => lane === laneId).length
  for (const card of cards) expect(card.inLane).toBe(inLane(card.laneId))
  const newest = await ask(boss, kanbanCards({ queueIds: [queueId], userIds: null, limit: 1 }))
  expect(newest).toHaveLength(new Set(lanes.values()).size)
  expect(await ask(boss, kanbanCards({ queueIds: null, userIds: [boss.userId], limit: 9 }))).toEqual([])
})
