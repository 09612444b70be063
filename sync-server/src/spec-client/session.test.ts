// Session, company and settings as the specification's client knows them.
import { testCompany, testPassword, type TestCompany } from 'db/node/testing/test-world.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startSpecApi, type Json, type SpecApi, type SpecClient } from './client.ts'

let api: SpecApi
let company: TestCompany
let adminId: string
let admin: SpecClient
let attendant: SpecClient

beforeAll(async () => {
  api = await startSpecApi()
  company = await testCompany(api.db)
  const person = await company.user('admin')
  adminId = person.userId
  admin = await api.client(person.email)
  attendant = await api.client((await company.user('user', [await company.queue('Vendas')])).email)
})
afterAll(() => api.stop())

const settingOf = (list: unknown, key: string) =>
  (list as { key: string; value: unknown }[]).find((setting) => setting.key === key)?.value

describe('session', () => {
  test('login and me tell of the user, their company with due date and settings, and their queues', async () => {
    const shown = {
      companyId: company.id,
      profile: 'user',
      company: { id: company.id, dueDate: expect.any(String) },
      queues: [{ name: 'Vendas' }],
    }
    expect(attendant.user).toMatchObject(shown)
    const me = await attendant.get('/auth/me')
    expect(me).toMatchObject({ status: 200, body: shown })
    for (const { company: of } of [attendant.user, me.body] as { company: Json }[]) {
      expect(settingOf(of['settings'], 'campaignsEnabled')).toBe('enabled')
      expect(settingOf(of['settings'], 'CheckMsgIsGroup')).toBe('disabled')
    }
  })

  test('logs out with the token alone: without cookie and without an origin', async () => {
    const { email } = await company.user('user')
    const { token } = await api.client(email)
    const headers = { authorization: `Bearer ${token}` }
    expect((await fetch(`${api.url}/api/auth/logout`, { method: 'DELETE', headers })).status).toBe(204)
    expect((await fetch(`${api.url}/api/auth/me`, { headers })).status).toBe(401)
  })

  test('a form of another page logs nobody out', async () => {
    const login = await fetch(`${api.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: (await company.user('user')).email, password: testPassword }),
    })
    const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? ''
    const headers = { cookie, origin: 'https://elsewhere.example' }
    expect((await fetch(`${api.url}/api/auth/logout`, { method: 'DELETE', headers })).status).toBe(403)
  })
})

describe('settings', () => {
  test('a change sends the key along, and numbers as the texts of their fields', async () => {
    const put = (key: string, value: unknown) => admin.put(`/settings/${key}`, { key, value })
    expect(await put('reopenWindowMinutes', '90')).toMatchObject({
      status: 200,
      body: { key: 'reopenWindowMinutes', value: 90 },
    })
    expect(await put('CheckMsgIsGroup', 'enabled')).toMatchObject({ status: 200 })
    const { body } = await attendant.get<Json[]>('/settings/')
    expect([settingOf(body, 'reopenWindowMinutes'), settingOf(body, 'CheckMsgIsGroup')]).toEqual([90, 'enabled'])
    expect(await put('reopenWindowMinutes', 'many')).toMatchObject({ status: 400 })
    expect(await admin.put('/settings/call', { value: 'enabled', companyId: company.id })).toMatchObject({
      status: 400,
    })
  })
})

describe('company', () => {
  test('one’s own is told, to admins with what the plan costs; another is not found', async () => {
    const own = await admin.get(`/companies/${company.id}`)
    expect(own).toMatchObject({
      status: 200,
      body: { id: company.id, status: true, recurrence: 'MENSAL', plan: { users: 10, value: 1 }, schedules: [] },
    })
    const theirs = await attendant.get(`/companies/${company.id}`)
    expect(theirs.status).toBe(200)
    expect(theirs.body['plan']).not.toHaveProperty('value')
    const other = await testCompany(api.db)
    for (const path of [`/companies/${other.id}`, `/companies/listPlan/${other.id}`]) {
      expect(await admin.get(path)).toMatchObject({ status: 404, body: { error: 'ERR_NOT_FOUND' } })
    }
  })

  test('the plan’s flags', async () => {
    expect(await attendant.get(`/companies/listPlan/${company.id}`)).toMatchObject({
      status: 200,
      body: { useSchedules: true, plan: { useKanban: true } },
    })
  })

  test('opening hours are the list that was sent; an empty one is no hours', async () => {
    const day = (weekday: string, weekdayEn: string, startTime: string, endTime: string) => ({
      weekday,
      weekdayEn,
      startTime,
      endTime,
    })
    const schedules = [day('Segunda-feira', 'monday', '08:00', '18:00'), day('Domingo', 'sunday', '', '')]
    const path = `/companies/${company.id}/schedules`
    expect(await admin.put(path, { id: company.id, schedules })).toMatchObject({ status: 200 })
    const { body } = await admin.get(`/companies/${company.id}`)
    expect(body['schedules']).toContainEqual(schedules[0])
    expect(body['schedules']).toContainEqual(day('Domingo', 'sunday', '00:00', '00:00'))
    expect(await admin.put(path, { schedules: [day('Segunda-feira', 'monday', '08:00', '')] })).toMatchObject({
      status: 400,
    })
    await admin.put(path, { schedules: [] })
    expect((await admin.get(`/companies/${company.id}`)).body['schedules']).toEqual([])
  })
})

describe('users', () => {
  test('have their company; the list, one and all at once', async () => {
    const shown = { id: adminId, company: { id: company.id, dueDate: expect.any(String), settings: expect.any(Array) } }
    expect((await attendant.get(`/users/${adminId}`)).body).toMatchObject(shown)
    const page = await attendant.get<{ users: Json[] }>('/users/', { searchParam: '', pageNumber: 1 })
    expect(page.body.users).toContainEqual(expect.objectContaining({ id: adminId, company: expect.anything() }))
    expect((await attendant.get<Json[]>('/users/list')).body).toContainEqual(expect.objectContaining({ id: adminId }))
  })

  test('are found whatever the accents', async () => {
    await admin.post('/users', { name: 'Conceição', email: 'conceicao@loja.example', password: 'segredo' })
    const { body } = await admin.get<{ users: Json[] }>('/users', { searchParam: 'CONCEICAO' })
    expect(body.users).toMatchObject([{ name: 'Conceição' }])
  })

  test('one is added as the dialog sends it, and edited with all that was read', async () => {
    const queueId = await company.queue('Suporte')
    const created = await admin.post('/users', {
      name: 'Bia Lima',
      email: 'bia.lima@loja.example',
      password: 'segredo',
      profile: 'user',
      allTicket: 'desabled',
      whatsappId: '',
      queueIds: [queueId],
      companyId: company.id,
    })
    expect(created).toMatchObject({ status: 201, body: { name: 'Bia Lima', whatsappId: null, allTicket: 'disable' } })
    const row = (await admin.get(`/users/${String(created.body['id'])}`)).body
    const edited = { ...row, name: 'Bia Souza', password: '', allTicket: 'enable', whatsappId: company.connectionId }
    expect(await admin.put(`/users/${String(row['id'])}`, { ...edited, queueIds: [queueId] })).toMatchObject({
      status: 200,
      body: { name: 'Bia Souza', allTicket: 'enable', whatsappId: company.connectionId, queues: [{ id: queueId }] },
    })
  })

  test('an attendant edits their own name and e-mail, and nothing else of themselves', async () => {
    const queueId = await company.queue('Caixa')
    const { email, userId } = await company.user('user', [queueId])
    const own = await api.client(email)
    const row = (await own.get(`/users/${userId}`)).body
    const wished = { name: 'Carla Reis', email: 'carla@loja.example', profile: 'admin', super: true, queueIds: [] }
    expect(await own.put(`/users/${userId}`, { ...row, password: '', ...wished })).toMatchObject({
      status: 200,
      body: {
        name: 'Carla Reis',
        email: 'carla@loja.example',
        profile: 'user',
        super: false,
        queues: [{ id: queueId }],
      },
    })
    expect(await own.put(`/users/${userId}`, { password: 'outro-segredo' })).toMatchObject({
      status: 403,
      body: { details: { field: 'password' } },
    })
    expect(await own.put(`/users/${adminId}`, { name: 'Outro nome' })).toMatchObject({ status: 403 })
  })

  test('nobody says whose company, or becomes super', async () => {
    const other = await testCompany(api.db)
    const user = { name: 'Caio', email: 'caio@loja.example', password: 'segredo' }
    expect(await admin.post('/users', { ...user, companyId: other.id })).toMatchObject({ status: 400 })
    expect(await admin.post('/users', { ...user, super: true })).toMatchObject({ status: 400 })
    expect(await admin.put(`/users/${adminId}`, { super: true, name: 'Ana Souza' })).toMatchObject({
      status: 200,
      body: { super: false },
    })
  })
})
