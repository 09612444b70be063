// A new password is held against the same by every door.
import { newId } from 'db/kit/new-id.ts'
import { makeLink } from 'db/node/accounts/links.ts'
import { companies } from 'db/companies/table.ts'
import { testCompany, testPassword, type TestCompany } from 'db/node/testing/test-world.ts'
import { users } from 'db/users/table.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../test-api.ts'

let api: TestApi
let company: TestCompany
let admin: Awaited<ReturnType<TestCompany['user']>>
let user: typeof admin
beforeAll(async () => {
  api = await startTestApi({ PASSWORD_MIN_LENGTH: '9' })
  company = await testCompany(api.db, { name: 'Padaria Aurora' })
  ;[admin, user] = [await company.user('admin'), await company.user('user')]
  const email = 'conceicao@loja.example'
  await api.db.orm.update(users).set({ email }).where(eq(users.id, user.userId))
})
afterAll(() => api.stop())

const put = async (path: string, body: object) =>
  api.request('PUT', path, { token: await api.login(admin.email), body })

/** Each sets a password of Conceição's, at Padaria Aurora; with the field that a refusal names. */
const doors: Record<string, (password: string) => Promise<[answer: unknown, field: string]>> = {
  'POST /users': async (password) => {
    const body = { name: 'Conceição', email: 'conceicao@outra.example', password }
    return [await api.request('POST', '/users', { token: await api.login(admin.email), body }), 'password']
  },
  'PUT /users/:id': async (password) => [await put(`/users/${user.userId}`, { name: 'Outra', password }), 'password'],
  'PUT /users/:id/password': async (password) => [
    await put(`/users/${user.userId}/password`, { password }),
    'password',
  ],
  'PUT /users/me/password': async (password) => {
    const token = await api.login('conceicao@loja.example')
    const body = { currentPassword: testPassword, password }
    return [await api.request('PUT', '/users/me/password', { token, body }), 'password']
  },
  'POST /auth/password/reset': async (password) => {
    const { token } = await makeLink(api.db.orm, 'password', { id: user.userId, companyId: company.id }, new Date())
    return [await api.request('POST', '/auth/password/reset', { body: { token, password } }), 'password']
  },
  'POST /companies/cadastro': async (password) => {
    const [row] = await api.db.orm.select().from(companies).where(eq(companies.id, company.id))
    const body = { name: 'Padaria Aurora', email: 'conceicao@nova.example', password, planId: row?.planId }
    return [await api.request('POST', '/companies/cadastro', { body }), 'password']
  },
  'POST /companies': async (password) => {
    const operator = await testCompany(api.db, { operator: true })
    const keeper = await operator.user('admin')
    await api.db.orm.update(users).set({ super: true }).where(eq(users.id, keeper.userId))
    const [row] = await api.db.orm.select().from(companies).where(eq(companies.id, company.id))
    const body = {
      name: 'Padaria Aurora',
      email: '',
      phone: '',
      planId: row?.planId,
      status: true,
      dueDate: new Date(Date.now() + 86_400_000).toISOString(),
      recurrence: 'MENSAL',
      timeZone: 'America/Sao_Paulo',
      campaignsEnabled: true,
      admin: { name: 'Conceição', email: 'conceicao@mais.example', password },
    }
    return [await api.request('POST', '/companies', { token: await api.login(keeper.email), body }), 'admin.password']
  },
}

const rows = () => api.db.orm.select({ name: users.name, hash: users.passwordHash }).from(users)

test.each(Object.entries(doors))(
  '%s refuses what is common, of the person, of the company and too short',
  async (_, door) => {
    const refused = {
      princesa2026: 'Too common',
      'Conceição 2026': 'Contains the e-mail',
      'padaria aurora': 'Is the name of the company',
      'girafa 7': 'At least 9',
    }
    const before = await rows()
    for (const [password, problem] of Object.entries(refused)) {
      const [answer, field] = await door(password)
      expect(answer).toMatchObject({ status: 400, body: { details: { fields: { [field]: [problem] } } } })
    }
    // Doors that need an operator make one.
    expect(await rows()).toEqual(expect.arrayContaining(before))
  },
)

test('of a stranger nothing is told by a refusal', async () => {
  const stranger = await (await testCompany(api.db, { name: 'Loja Azul' })).user('user')
  for (const id of [stranger.userId, newId()]) {
    expect(await put(`/users/${id}/password`, { password: 'Loja Azul 77' })).toMatchObject({ status: 404 })
    expect(await put(`/users/${id}/password`, { password: 'lojaazul9' })).toMatchObject({ status: 404 })
    expect(await put(`/users/${id}/password`, { password: 'loja azul' })).toMatchObject({ status: 404 })
  }
})

test('the app is told how many letters', async () => {
  expect(await api.request('GET', '/companies/cadastro')).toMatchObject({ body: { passwordMin: 9 } })
})
