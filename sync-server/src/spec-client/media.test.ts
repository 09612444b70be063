// Files in messages as the specification's client sends them: of a form, or one that is here by its URL.
import { asc, eq } from 'drizzle-orm'
import type { UserActor } from 'db/kit/actor.ts'
import { messages } from 'db/messages/table.ts'
import { testCompany, type TestCompany } from 'db/node/testing/test-world.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startSpecApi, type Json, type SpecApi, type SpecClient } from './client.ts'

let api: SpecApi
let company: TestCompany
let queueId: string
let person: UserActor
let client: SpecClient

beforeAll(async () => {
  api = await startSpecApi()
  company = await testCompany(api.db)
  queueId = await company.queue('Vendas')
  const user = await company.user('user', [queueId])
  person = user
  client = await api.client(user.email)
})
afterAll(() => api.stop())

const open = () => company.ticket({ queueId, status: 'open', userId: person.userId })
const sentIn = (ticketId: string) =>
  api.db.orm
    .select()
    .from(messages)
    .where(eq(messages.ticketId, ticketId))
    .orderBy(asc(messages.createdAt), asc(messages.id))
const jobs = async () =>
  (await api.db.sql`select count(*)::int as n from pgboss.job where name like 'connection/%'`)[0]?.['n']
const stored = async () => (await api.db.sql`select hash from media_files where company_id = ${company.id}`).length
const pdf = (name: string) => new File([`%PDF-1.4\n%âãÏÓ\n${name}`], name)
const mp3 = (name: string) =>
  new File(
    [
      new Uint8Array([
        0x49,
        0x44,
        0x33,
        4,
        0,
        0,
        0,
        0,
        0,
        0,
        0xff,
        0xfb,
        0x90,
        0,
        ...Array.from({ length: 500 }, () => 0),
      ]),
    ],
    name,
  )

describe('a form', () => {
  test('several files are several messages in their order, the text the first one’s caption', async () => {
    const id = await open()
    const names = ['um.pdf', 'dois.pdf', 'três.pdf']
    const before = Number(await jobs())
    const sent = await client.form<{ messages: Json[] }>(`/messages/${id}`, [
      ['fromMe', 'true'],
      ...names.map((name) => ['medias', pdf(name)] as const),
      ['body', 'Seguem os três'],
    ])
    expect(sent.status).toBe(201)
    expect(sent.body.messages).toMatchObject([
      { mediaName: 'um.pdf', body: 'Seguem os três', mediaUrl: expect.stringMatching(/^\/api\/media\/[0-9a-f]{64}$/) },
      { mediaName: 'dois.pdf', body: '' },
      { mediaName: 'três.pdf', body: '' },
    ])
    expect(await sentIn(id)).toMatchObject(names.map((mediaName) => ({ mediaName, mediaType: 'application', ack: 0 })))
    expect(Number(await jobs()) - before).toBeGreaterThan(0)
    const file = await fetch(api.url + String(sent.body.messages[0]?.['mediaUrl']), {
      headers: { authorization: `Bearer ${client.token}` },
    })
    expect(await file.text()).toContain('um.pdf')
  })

  test('a text for each file is each one’s own; the file’s name, as the client sends it, is none', async () => {
    const id = await open()
    await client.form(`/messages/${id}`, [
      ['medias', pdf('um.pdf')],
      ['body', 'um.pdf'],
      ['medias', pdf('dois.pdf')],
      ['body', 'O segundo'],
      ['fromMe', 'true'],
    ])
    expect(await sentIn(id)).toMatchObject([{ body: '' }, { body: 'O segundo' }])
    const three = await client.form(`/messages/${id}`, [
      ['medias', pdf('um.pdf')],
      ...['a', 'b'].map((text) => ['body', text] as const),
    ])
    expect(three).toMatchObject({ status: 400, body: { details: { fields: { body: [expect.any(String)] } } } })
  })

  test('sound has no caption: its text goes before it', async () => {
    const id = await open()
    await client.form(`/messages/${id}`, [
      ['medias', mp3('audio.mp3')],
      ['body', 'Ouça'],
    ])
    expect(await sentIn(id)).toMatchObject([
      { mediaType: 'chat', body: 'Ouça' },
      { mediaType: 'audio', body: '' },
    ])
  })

  test('a file may be as large as an upload may, past what a body of JSON may be', async () => {
    const id = await open()
    const large = new File(['%PDF-1.4\n%âãÏÓ\n', new Uint8Array(9 * 1024 * 1024)], 'grande.pdf')
    expect(await client.form(`/messages/${id}`, [['medias', large]])).toMatchObject({
      status: 201,
      body: { messages: [{ mediaName: 'grande.pdf', mediaSize: large.size }] },
    })
    const huge = new File([new Uint8Array(101 * 1024 * 1024)], 'enorme.bin')
    expect(await client.form(`/messages/${id}`, [['medias', huge]])).toMatchObject({ status: 413 })
  })

  test('nothing is stored for who may not, and nothing sent of what is half wrong', async () => {
    const before = await stored()
    const pending = await company.ticket({ queueId })
    const elsewhere = await company.ticket({ queueId: await company.queue('Outra'), status: 'open' })
    const form = [['medias', pdf('novo.pdf')]] as const
    expect(await client.form(`/messages/${pending}`, form)).toMatchObject({ status: 409 })
    expect(await client.form(`/messages/${elsewhere}`, form)).toMatchObject({ status: 403 })
    const id = await open()
    expect(await client.form(`/messages/${id}`, [['body', 'só texto']])).toMatchObject({ status: 400 })
    expect(await client.form(`/messages/${id}`, [...form, ['companyId', company.id]])).toMatchObject({ status: 400 })
    expect([await stored(), await sentIn(id)]).toEqual([before, []])
  })

  test('a repeat with its key sends nothing twice', async () => {
    const id = await open()
    const send = () => {
      const body = new FormData()
      for (const name of ['um.pdf', 'dois.pdf']) body.append('medias', pdf(name))
      const headers = {
        authorization: `Bearer ${client.token}`,
        'idempotency-key': '01890000-0000-7000-8000-ffffffffffff',
      }
      return fetch(`${api.url}/api/messages/${id}`, { method: 'POST', headers, body })
    }
    const answers = []
    for (let i = 0; i < 2; i++) answers.push(await (await send()).json())
    expect(answers[1]).toEqual(answers[0])
    expect(await sentIn(id)).toHaveLength(2)
  })
})

describe('mediaUrl', () => {
  const post = (id: string, body: object) =>
    client.post(`/messages/${id}`, { read: 1, fromMe: true, quotedMsg: null, ...body })
  let mediaUrl: string
  beforeAll(async () => {
    const sent = await client.form<{ messages: Json[] }>(`/messages/${await open()}`, [['medias', pdf('tabela.pdf')]])
    mediaUrl = String(sent.body.messages[0]?.['mediaUrl'])
  })

  test('sends a file of the company again, under its name, with the text as its caption', async () => {
    const id = await open()
    const shown = { mediaUrl, mediaName: 'tabela.pdf', mediaType: 'application', body: 'Segue' }
    expect(await post(id, { mediaUrl, body: 'Segue' })).toMatchObject({ status: 201, body: shown })
    expect(await post(id, { mediaUrl: api.url + mediaUrl, body: '', mediaName: 'preços.pdf' })).toMatchObject({
      status: 201,
      body: { mediaUrl, mediaName: 'preços.pdf', body: '' },
    })
  })

  test('names no file of another company, and no other place', async () => {
    const id = await open()
    const theirs = await testCompany(api.db)
    const stranger = await api.client((await theirs.user('admin')).email)
    const ticket = await theirs.ticket({ status: 'open' })
    expect(await stranger.post(`/messages/${ticket}`, { body: '', mediaUrl })).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_MEDIA_FOUND' },
    })
    const hash = mediaUrl.slice(-64)
    for (const place of [
      `https://evil.example/api/media/${hash}`,
      `//evil.example/api/media/${hash}`,
      'http://169.254.169.254/latest/meta-data',
      'file:///etc/passwd',
      `/api/media/${hash}?x=1`,
      `/api/media/../media/${hash}/..`,
      `/api/media/${'0'.repeat(63)}`,
      'tabela.pdf',
    ]) {
      expect(await post(id, { mediaUrl: place, body: 'x' }), place).toMatchObject({
        status: 400,
        body: { details: { fields: { mediaUrl: [expect.any(String)] } } },
      })
    }
    expect(await sentIn(id)).toEqual([])
  })
})
