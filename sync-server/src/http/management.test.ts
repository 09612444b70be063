// The specification's routes of tags, quick messages, file lists and helps, beyond what mutations already promise.
import { testCompany, type TestCompany } from 'db/node/testing/test-world.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../test-api.ts'

let api: TestApi
let company: TestCompany
let token: string

beforeAll(async () => {
  api = await startTestApi()
  company = await testCompany(api.db)
  token = await api.login((await company.user('admin')).email)
})
afterAll(() => api.stop())

const ask = (method: string, path: string, body?: object) => api.request(method, path, { token, ...(body && { body }) })
const get = async (path: string) => (await ask('GET', path)).body
const make = async (path: string, body: object) => String((await ask('POST', path, body)).body['id'])

async function upload(path: string, fields: Record<string, string | File>) {
  const body = new FormData()
  for (const [key, value] of Object.entries(fields)) body.append(key, value)
  const headers = { authorization: `Bearer ${token}`, origin: 'http://balcao.test' }
  return (await api.fetch(path, { method: 'POST', headers, body })).status
}

const pdf = () => new File(['%PDF-1.4\n%âãÏÓ\n'], 'preços.pdf')

test('tags with how many tickets have them; lanes; all at once', async () => {
  const lane = await make('/tags', { name: 'Orçamento', color: '#ff0000', kanban: true })
  await make('/tags', { name: 'Cliente novo', color: '#00ff00' })
  const ticketId = await company.ticket({ status: 'open' })
  await ask('POST', '/tags/sync', { ticketId, tags: [lane] })
  expect(await get('/tags?searchParam=orç&pageNumber=1')).toMatchObject({
    tags: [{ id: lane, name: 'Orçamento', kanban: 1, ticketsCount: 1 }],
    hasMore: false,
  })
  expect(await get(`/tags/${lane}`)).toMatchObject({ ticketsCount: 1 })
  expect(await get('/tags/kanban')).toMatchObject([{ name: 'Orçamento' }])
  expect(await get('/tags/list')).toMatchObject([{ name: 'Cliente novo' }, { name: 'Orçamento' }])
})

test('a quick message gets its file and loses it', async () => {
  const id = await make('/quick-messages', { shortcode: 'preços', message: 'Segue' })
  expect(await upload(`/quick-messages/${id}/media-upload`, { typeArch: 'quickMessage', file: pdf() })).toBe(200)
  expect(await get('/quick-messages?pageNumber=1')).toMatchObject({
    records: [{ id, mediaName: 'preços.pdf', mediaMime: 'application/pdf' }],
    hasMore: false,
  })
  expect(await ask('DELETE', `/quick-messages/${id}/media-upload`)).toMatchObject({ status: 200 })
  expect(await get(`/quick-messages/${id}`)).toMatchObject({ mediaHash: null, mediaName: null })
  expect(await upload(`/quick-messages/${company.id}/media-upload`, { file: pdf() })).toBe(404)
  expect(await upload(`/quick-messages/${id}/media-upload`, { file: 'text' })).toBe(400)
})

test('schedules with whom they are for, soonest first, page by page, and their picture', async () => {
  const contactId = await company.contact('Zélia Prado')
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  const schedule = (body: string, sendAt: string) => make('/schedules', { contactId, body, sendAt })
  const later = await schedule('Seu pão está pronto', inHours(2))
  const soon = await schedule('Seu bolo está pronto', inHours(1))
  const first = await get('/schedules?searchParam=zélia&pageNumber=1')
  expect(first).toMatchObject({
    schedules: [{ id: soon }, { id: later, contact: { name: 'Zélia Prado' } }],
    hasMore: false,
  })
  expect(await get('/schedules?searchParam=pão')).toMatchObject({ schedules: [{ id: later, status: 'PENDENTE' }] })
  expect(await ask('POST', '/schedules', { contactId, body: 'Ontem', sendAt: inHours(-1) })).toMatchObject({
    status: 400,
  })
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=',
    'base64',
  )
  expect(await upload(`/schedules/${soon}/media-upload`, { file: new File([png], 'bolo.png') })).toBe(200)
  expect(await get(`/schedules/${soon}`)).toMatchObject({ mediaName: 'bolo.png', mediaMime: 'image/png' })
  expect(await upload(`/schedules/${soon}/media-upload`, { file: pdf() })).toBe(400)
  expect(await ask('DELETE', `/schedules/${soon}/media-upload`)).toMatchObject({ status: 200 })
  expect(await get(`/schedules/${soon}`)).toMatchObject({ mediaPath: null, mediaName: null })
})

test('schedules page by keyset as by number', async () => {
  const contactId = await company.contact('Muitas')
  for (let i = 0; i < 45; i++) {
    const sendAt = new Date(Date.now() + (i + 10) * 3_600_000).toISOString()
    await make('/schedules', { contactId, body: `Mensagem ${i}`, sendAt })
  }
  const first = (await get('/schedules?searchParam=Muitas')) as { schedules: object[]; cursor: string }
  expect(first).toMatchObject({ hasMore: true })
  const rest = await get(`/schedules?searchParam=Muitas&cursor=${first.cursor}`)
  expect(first.schedules).toHaveLength(40)
  expect(rest).toMatchObject({
    schedules: [40, 41, 42, 43, 44].map((i) => ({ body: `Mensagem ${i}` })),
    hasMore: false,
  })
})

test('the options of a file list get their files', async () => {
  const id = await make('/files', { name: 'Catálogos', message: 'Segue' })
  const fields = { typeArch: 'fileList', fileId: id, files: pdf(), name: 'Bolos' }
  expect(await upload(`/files/uploadList/${id}`, fields)).toBe(200)
  expect(await get('/files?pageNumber=1')).toMatchObject({
    files: [{ id, options: [{ name: 'Bolos', mediaName: 'preços.pdf', mediaType: 'application/pdf' }] }],
  })
  const { options } = (await get(`/files/${id}`)) as { options: { path: string }[] }
  const file = await api.fetch(String(options[0]?.path).slice(4), { headers: { authorization: `Bearer ${token}` } })
  expect(await file.text()).toContain('%PDF')
})
