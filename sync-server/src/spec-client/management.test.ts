// Contacts, connections, queues, chatbot options, tags, quick messages, schedules, file lists and helps as the specification's client knows
// them: an edit sends the row back as it was read, with what its form changed.
import { eq } from 'drizzle-orm'
import { companies } from 'db/companies/table.ts'
import { contacts } from 'db/contacts/table.ts'
import { quickMessages } from 'db/quick-messages/table.ts'
import { superUser, testCompany, type TestCompany } from 'db/node/testing/test-world.ts'
import { queues } from 'db/queues/table.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startSpecApi, type Json, type SpecApi, type SpecClient } from './client.ts'

let api: SpecApi
let company: TestCompany
let other: TestCompany
let admin: SpecClient
let attendant: SpecClient

beforeAll(async () => {
  api = await startSpecApi()
  ;[company, other] = [await testCompany(api.db), await testCompany(api.db)]
  admin = await api.client((await company.user('admin')).email)
  attendant = await api.client((await company.user('user', [await company.queue('Vendas')])).email)
})
afterAll(() => api.stop())

const idOf = ({ body }: { body: Json }) => String(body['id'])
const mediaPath = expect.stringMatching(/^\/api\/media\/[0-9a-f]{64}$/)
const pdf = (name = 'preços.pdf') => new File([`%PDF-1.4\n%âãÏÓ\n${name}`], name)
const png = () =>
  new File(
    [
      Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=',
        'base64',
      ),
    ],
    'bolo.png',
  )

/** Edits the row at `path` as a form does: all of it as it was read, and the change. */
async function edit(of: SpecClient, path: string, change: Json) {
  const { body } = await of.get(path)
  return of.put(path, { ...body, ...change })
}

/** What every route must refuse: the specification has no such field, and whose it is nobody says. */
async function expectStrict(of: SpecClient, path: string, body: Json) {
  for (const forged of [{ passwordHash: 'x' }, { tokenVersion: 7 }, { companyId: other.id }]) {
    expect(await of.post(path, { ...body, ...forged }), JSON.stringify(forged)).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION' },
    })
  }
}

describe('contacts', () => {
  const contact = { name: 'Conceição Ávila', number: '11 98765-4321', email: '', extraInfo: [] }

  test('one is added with fields of the company’s own, which have ids, and edited with them', async () => {
    const extraInfo = [
      { name: 'CPF', value: '111' },
      { name: 'Endereço', value: 'Rua A' },
    ]
    const added = await attendant.post('/contacts', { ...contact, extraInfo })
    expect(added).toMatchObject({
      status: 201,
      body: { number: '5511987654321', profilePicUrl: null, extraInfo: [{ id: expect.any(String), name: 'CPF' }, {}] },
    })
    const [cpf, address] = added.body['extraInfo'] as Json[]
    const path = `/contacts/${idOf(added)}`
    const change = {
      extraInfo: [
        { ...address, value: 'Rua B' },
        { name: '', value: '' },
      ],
      disableBot: undefined,
    }
    const edited = await edit(attendant, path, change)
    expect(edited).toMatchObject({ status: 200, body: { extraInfo: [{ ...address, value: 'Rua B' }] } })
    expect(cpf?.['id']).not.toBe(address?.['id'])
    await expectStrict(attendant, '/contacts', { ...contact, number: '11 98765-0000' })
  })

  test('one that WhatsApp told no number of is edited as it was read', async () => {
    const id = await company.contact('Sem número')
    await api.db.orm.update(contacts).set({ number: null, lid: '123' }).where(eq(contacts.id, id))
    expect(await edit(attendant, `/contacts/${id}`, { name: 'Ainda sem' })).toMatchObject({
      status: 200,
      body: { name: 'Ainda sem', number: null },
    })
  })

  test('are found whatever accents and marks; with picture and the connection of their last ticket', async () => {
    const id = await company.contact('Ângela Brandão')
    await api.db.orm
      .update(contacts)
      .set({ pictureHash: 'ab'.repeat(32), number: '5521912345678' })
      .where(eq(contacts.id, id))
    await company.ticket({ contactId: id })
    const shown = { id, profilePicUrl: `/api/media/${'ab'.repeat(32)}`, whatsapp: { name: 'Principal' } }
    for (const searchParam of ['angela', 'BRANDAO', '+55 (21) 91234', ' Ângela ']) {
      const found = await attendant.get('/contacts/', { searchParam, pageNumber: 1 })
      expect(found.body, searchParam).toMatchObject({ contacts: [shown], hasMore: false })
    }
    const all = await attendant.get<Json[]>('/contacts/list', { companyId: company.id })
    expect(all.body.find((row) => row['id'] === id)).toMatchObject(shown)
  })

  test('the phone’s address book is asked for without a body', async () => {
    expect(await admin.post('/contacts/import')).toMatchObject({ status: 201 })
    expect(await attendant.post('/contacts/import')).toMatchObject({ status: 403 })
  })
})

describe('connections', () => {
  const texts = { greetingMessage: '', complationMessage: '', outOfHoursMessage: '', ratingMessage: '' }

  test('one is added and edited as its dialog does, numbers as texts', async () => {
    const queueId = await company.queue('Loja')
    const numbers = { expiresTicket: '0', timeUseBotQueues: '0', maxUseBotQueues: '3', timeSendQueue: '15' }
    const own = { provider: 'beta', token: '', sendIdQueue: '', promptId: null, expiresInactiveMessage: '', ...texts }
    const body = { name: 'Loja', isDefault: false, queueIds: [queueId], ...own, ...numbers }
    const added = await admin.post('/whatsapp', body)
    expect(added).toMatchObject({
      status: 201,
      body: {
        name: 'Loja',
        status: 'DISCONNECTED',
        token: null,
        qrcode: null,
        queues: [{ id: queueId }],
        timeSendQueue: 15,
      },
    })
    const edited = await edit(admin, `/whatsapp/${idOf(added)}`, { queueIds: [], sendIdQueue: queueId, promptId: '' })
    expect(edited).toMatchObject({ status: 200, body: { queues: [], sendIdQueue: queueId, promptId: null } })
    expect(await admin.put(`/whatsapp/${idOf(added)}`, { token: 'segredo-meu' })).toMatchObject({
      status: 400,
      body: { details: { fields: { token: [expect.stringContaining('/whatsapp/:id/token')] } } },
    })
    expect(await admin.post('/whatsapp', { ...body, status: 'CONNECTED', tokenHash: 'x' })).toMatchObject({
      status: 400,
    })
  })

  test('are listed as the screens ask, and linked without a body', async () => {
    const list = await attendant.get<Json[]>('/whatsapp/', { companyId: company.id, session: 0, searchParam: '' })
    expect(list.body).toContainEqual(expect.objectContaining({ id: company.connectionId, retries: 0 }))
    expect((await admin.get(`/whatsapp/${company.connectionId}?session=0`)).status).toBe(200)
    const added = await admin.post('/whatsapp', { name: 'Filial' })
    const path = `/whatsappsession/${idOf(added)}`
    for (const ask of [admin.post, admin.put, admin.delete]) expect((await ask(path)).status).toBe(200)
    expect((await attendant.post(path)).status).toBe(403)
  })
})

describe('queues', () => {
  const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
  const schedules = days.map((weekdayEn, n) => ({
    weekday: `Dia ${n}`,
    weekdayEn,
    startTime: n < 6 ? '08:00' : '00:00',
    endTime: n < 5 ? '18:00' : n === 5 ? '12:00' : '00:00',
  }))
  const hoursOf = async (id: string) => (await api.db.orm.select().from(queues).where(eq(queues.id, id)))[0]?.hours

  test('one is added with its days, and edited with all that was read', async () => {
    const body = {
      name: 'Padaria',
      color: '#AA0011',
      greetingMessage: 'Pois não?',
      outOfHoursMessage: '',
      orderQueue: '',
    }
    const added = await admin.post('/queue', { ...body, schedules, promptId: '', integrationId: null })
    const shown = schedules.map(({ weekday: _named, ...day }) => expect.objectContaining(day))
    expect(added).toMatchObject({
      status: 201,
      body: { orderQueue: expect.any(Number), schedules: shown, promptId: null },
    })
    const path = `/queue/${idOf(added)}`

    await api.db.orm
      .update(queues)
      .set({ hours: { days: Array.from({ length: 7 }, () => []), holidays: ['12-25'] } })
      .where(eq(queues.id, idOf(added)))
    expect(await edit(admin, path, { name: 'Confeitaria', orderQueue: '5' })).toMatchObject({
      status: 200,
      body: { name: 'Confeitaria', orderQueue: 5 },
    })
    expect(await hoursOf(idOf(added))).toMatchObject({ days: [[], [], [], [], [], [], []] })
    await edit(admin, path, { schedules })
    expect(await hoursOf(idOf(added))).toMatchObject({
      days: [[], [{ start: '08:00' }], {}, {}, {}, {}, {}],
      holidays: ['12-25'],
    })
    await edit(admin, path, { schedules: [] })
    expect(await hoursOf(idOf(added))).toBeNull()
    expect(await admin.put(path, { promptId: crypto.randomUUID() })).toMatchObject({ status: 404 })
    await expectStrict(admin, '/queue', { ...body, color: '#00aa11' })
  })

  test('are listed in their order, to who asks with a company and without', async () => {
    for (const [name, orderQueue, color] of [
      ['Zebra', 1000, '#010203'],
      ['Abelha', 1002, '#010204'],
      ['Macaco', 1001, '010205'],
    ]) {
      expect(await admin.post('/queue', { name, orderQueue, color, greetingMessage: 'Pois não?' })).toMatchObject({
        status: 201,
      })
    }
    for (const params of [{}, { companyId: company.id }]) {
      const { body } = await attendant.get<Json[]>('/queue', params)
      expect(body.slice(-3).map(({ name }) => name)).toEqual(['Zebra', 'Macaco', 'Abelha'])
    }
  })

  test('the tree of options, whose root is -1, is read with what is below', async () => {
    const queueId = await company.queue('Árvore')
    const option = { title: 'Preços', message: '', option: '1', queueId, parentId: -1, children: [] }
    const root = await admin.post('/queue-options', option)
    expect(root).toMatchObject({ status: 201, body: { parentId: null, children: [], mediaPath: null } })
    const leaf = await admin.post('/queue-options', { ...option, title: 'Bolos', parentId: idOf(root) })
    const level = (parentId: unknown) => admin.get<Json[]>('/queue-options', { queueId, parentId: String(parentId) })
    expect((await level(-1)).body).toMatchObject([{ id: idOf(root), children: [{ id: idOf(leaf), title: 'Bolos' }] }])
    const [found] = (await level(idOf(root))).body
    expect(await admin.put(`/queue-options/${idOf(leaf)}`, { ...found, title: 'Tortas' })).toMatchObject({
      status: 200,
      body: { title: 'Tortas', parentId: idOf(root) },
    })
    expect(await admin.form(`/queue-options/${idOf(leaf)}/media-upload`, [['file', pdf()]])).toMatchObject({
      status: 200,
    })
    expect((await level(idOf(root))).body).toMatchObject([{ mediaName: 'preços.pdf', mediaPath }])
    expect(await admin.delete(`/queue-options/${idOf(root)}`)).toMatchObject({ status: 200 })
  })
})

describe('tags', () => {
  test('one with nothing but a name gets a colour; kanban is 0 or 1', async () => {
    const [first, second] = [
      await attendant.post('/tags', { name: 'Atacado' }),
      await attendant.post('/tags', { name: 'Varejo' }),
    ]
    expect(first).toMatchObject({
      status: 201,
      body: { color: expect.stringMatching(/^#[0-9a-f]{6}$/), kanban: 0, ticketsCount: 0 },
    })
    expect(second.body['color']).not.toBe(first.body['color'])
    expect(await edit(admin, `/tags/${idOf(first)}`, { kanban: 1 })).toMatchObject({ status: 200, body: { kanban: 1 } })
    expect(await edit(attendant, `/tags/${idOf(second)}`, { kanban: 1 })).toMatchObject({ status: 403 })
    expect(await edit(attendant, `/tags/${idOf(second)}`, { name: 'Varejão', color: '#123456ff' })).toMatchObject({
      status: 200,
      body: { name: 'Varejão', color: '#123456' },
    })
    expect((await admin.get<Json[]>('/tags/kanban')).body).toMatchObject([{ name: 'Atacado', kanban: 1 }])
    await expectStrict(attendant, '/tags', { name: 'Outra' })
  })

  test('are found whatever the accents', async () => {
    await attendant.post('/tags', { name: 'Orçamento à vista' })
    const found = await attendant.get('/tags/', { searchParam: 'orcamento A', pageNumber: 1, companyId: company.id })
    expect(found.body).toMatchObject({ tags: [{ name: 'Orçamento à vista' }], hasMore: false })
    expect((await attendant.get('/tags', { searchParam: '%' })).body).toMatchObject({ tags: [] })
  })
})

test('a quick message with the fields of its dialog, and its file', async () => {
  const body = { shortcode: 'preços', message: 'Segue', geral: 1, status: true, isMedia: true, mediaPath: null }
  const added = await admin.post('/quick-messages', body)
  expect(added).toMatchObject({ status: 201, body: { geral: true, isMedia: false, mediaPath: null, status: true } })
  const path = `/quick-messages/${idOf(added)}`
  await admin.form(`${path}/media-upload`, [
    ['typeArch', 'quickMessage'],
    ['file', pdf()],
  ])
  const shown = { isMedia: true, mediaName: 'preços.pdf', mediaPath }
  expect((await admin.get(path)).body).toMatchObject(shown)
  expect(await edit(admin, path, { message: 'Segue a tabela', geral: 0 })).toMatchObject({
    status: 200,
    body: { ...shown, message: 'Segue a tabela', geral: false },
  })
  const list = await admin.get<Json[]>('/quick-messages/list', {
    companyId: company.id,
    userId: String(admin.user['id']),
  })
  expect(list.body).toMatchObject([shown])
  expect((await admin.get('/quick-messages', { searchParam: 'precos', pageNumber: 1 })).body).toMatchObject({
    records: [shown],
  })
  await admin.delete(`${path}/media-upload`)
  expect((await admin.get(path)).body).toMatchObject({ isMedia: false, mediaPath: null })
  // Whose it is stays whose it was, whatever comes back.
  const theirs = await attendant.post('/quick-messages', { shortcode: 'oi', message: 'Olá', userId: admin.user['id'] })
  const [row] = await api.db.orm
    .select()
    .from(quickMessages)
    .where(eq(quickMessages.id, idOf(theirs)))
  expect(row?.userId).toBe(attendant.user['id'])
  await expectStrict(attendant, '/quick-messages', body)
})

describe('schedules', () => {
  const nextYear = new Date().getFullYear() + 1

  test.each([
    [`${nextYear}-11-25T10:00`, `${nextYear}-11-25T13:00:00.000Z`],
    [`${nextYear}-11-25 10:00`, `${nextYear}-11-25T13:00:00.000Z`],
    [`${nextYear}-11-25T10:00:00.000Z`, `${nextYear}-11-25T10:00:00.000Z`],
    [`${nextYear}-11-25T10:00:00-05:00`, `${nextYear}-11-25T15:00:00.000Z`],
  ])('%s is by the company’s clock', async (sendAt, instant) => {
    const contactId = await company.contact('Zélia Prado')
    const own = { userId: attendant.user['id'], sentAt: '', mediaPath: null, companyId: company.id }
    const added = await attendant.post('/schedules', { body: 'Seu bolo está pronto', contactId, sendAt, ...own })
    expect(added).toMatchObject({
      status: 201,
      body: { sendAt: instant, contact: { name: 'Zélia Prado' }, status: 'PENDENTE', sentAt: null },
    })
    const later = `${nextYear}-12-24T18:30`
    expect(await edit(attendant, `/schedules/${idOf(added)}`, { sendAt: later, status: 'ENVIADA' })).toMatchObject({
      status: 200,
      body: { sendAt: `${nextYear}-12-24T21:30:00.000Z`, status: 'PENDENTE' },
    })
  })

  test('another zone is another instant; what is no time is refused', async () => {
    await api.db.orm.update(companies).set({ timeZone: 'America/Manaus' }).where(eq(companies.id, company.id))
    const contactId = await company.contact('Ana')
    const schedule = (sendAt: unknown) =>
      attendant.post('/schedules', { body: 'Seu pão está pronto', contactId, sendAt })
    expect((await schedule(`${nextYear}-11-25T10:00`)).body).toMatchObject({
      sendAt: `${nextYear}-11-25T14:00:00.000Z`,
    })
    for (const none of ['', 'amanhã', `${nextYear}-02-30T10:00`, null, 0])
      expect(await schedule(none)).toMatchObject({ status: 400 })
    await api.db.orm.update(companies).set({ timeZone: 'America/Sao_Paulo' }).where(eq(companies.id, company.id))
    await expectStrict(attendant, '/schedules', {
      body: 'Seu pão está pronto',
      contactId,
      sendAt: `${nextYear}-11-25T10:00`,
    })
  })

  test('are listed with whom they are for, found by name, and have their picture', async () => {
    const contactId = await company.contact('Érica')
    const added = await attendant.post('/schedules', { body: 'Seu bolo', contactId, sendAt: `${nextYear}-01-02T10:00` })
    await attendant.form(`/schedules/${idOf(added)}/media-upload`, [['file', png()]])
    const found = await attendant.get('/schedules/', { searchParam: 'erica', pageNumber: 1 })
    expect(found.body).toMatchObject({
      schedules: [{ id: idOf(added), mediaName: 'bolo.png', mediaPath }],
      hasMore: false,
    })
    await attendant.delete(`/schedules/${idOf(added)}/media-upload`)
    expect((await attendant.get(`/schedules/${idOf(added)}`)).body).toMatchObject({ mediaPath: null })
    expect(await attendant.delete(`/schedules/${idOf(added)}`)).toMatchObject({ status: 200 })
  })
})

test('a file list by the names of its options, their files after it', async () => {
  const option = (name: string) => ({ name, path: '', mediaType: 'application/pdf', file: {} })
  const userId = admin.user['id']
  const list = { name: 'Catálogos', message: 'Segue', options: [option('Bolos'), option('Pães')], userId }
  const added = await admin.post('/files', list)
  expect(added).toMatchObject({ status: 201, body: { options: [{ name: 'Bolos', path: null }, { name: 'Pães' }] } })
  const [cakes, bread] = added.body['options'] as { id: string }[]
  const path = `/files/${idOf(added)}`
  const upload = await admin.form(`/files/uploadList/${idOf(added)}`, [
    ['fileId', idOf(added)],
    ['typeArch', 'fileList'],
    ['files', pdf('bolos.pdf')],
    ['mediaType', 'application/pdf'],
    ['name', 'Bolos'],
    ['id', cakes?.id ?? ''],
    // A client that never learnt the option's id.
    ['files', pdf('pães.pdf')],
    ['mediaType', 'application/pdf'],
    ['name', 'Pães'],
    ['id', 'undefined'],
  ])
  expect(upload).toMatchObject({ status: 200 })
  const options = [{ ...cakes, name: 'Bolos e tortas' }, bread, { ...option('Salgados'), id: '' }]
  expect(await edit(admin, path, { options })).toMatchObject({
    status: 200,
    body: {
      options: [
        { id: cakes?.id, name: 'Bolos e tortas', path: mediaPath },
        { id: bread?.id, path: mediaPath },
        { name: 'Salgados', path: null },
      ],
    },
  })
  expect(
    (await admin.get('/files/', { searchParam: 'catalogos', pageNumber: 1, companyId: company.id })).body,
  ).toMatchObject({
    files: [{ id: idOf(added) }],
  })
  const theirs = await api.client((await other.user('admin')).email)
  const stolen = await theirs.post('/files', { name: 'Alheia', message: 'x', options: [{ ...cakes, name: 'Bolos' }] })
  expect(stolen).toMatchObject({ status: 409 })
  expect(await theirs.put(path, { options: [] })).toMatchObject({ status: 404 })
  await expectStrict(admin, '/files', list)
})

test('help videos are kept by who may, and everybody’s to read', async () => {
  const operator = await api.client((await superUser(api.db)).email)
  const added = await operator.post('/helps', { title: 'Filas', description: '', video: 'dQw4w9WgXcQ' })
  expect(added).toMatchObject({ status: 201, body: { title: 'Filas' } })
  expect(await edit(operator, `/helps/${idOf(added)}`, { description: 'Como começar' })).toMatchObject({ status: 200 })
  expect((await attendant.get<Json[]>('/helps/list')).body).toMatchObject([{ description: 'Como começar' }])
  expect(await operator.delete(`/helps/${idOf(added)}`)).toMatchObject({ status: 200 })
  expect(await attendant.post('/helps', { title: 'Filas', video: 'dQw4w9WgXcQ' })).toMatchObject({ status: 403 })
})
