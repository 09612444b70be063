import { testCompany } from 'db/node/testing/test-world.ts'
import { newId } from 'db/kit/new-id.ts'
import { afterAll, expect, test } from 'vitest'
import { startTestApi } from '../test-api.ts'

const api = await startTestApi()
afterAll(() => api.stop())

test('who tries addresses of other companies is stopped after thirty, whoever of the company it is, and only there', async () => {
  const [ours, theirs, third] = [await testCompany(api.db), await testCompany(api.db), await testCompany(api.db)]
  const [admin, person] = [await ours.user('admin'), await ours.user('user')]
  const { email: taken } = await theirs.user('user')
  const [token, own] = [await api.login(admin.email), await api.login(person.email)]
  const add = (email: string, as = token) =>
    api.request('POST', '/users', { token: as, body: { name: 'Nova', email, password: 'uma-senha-boa-1' } })
  const rename = (email: string) => api.request('PUT', `/users/${person.userId}`, { token: own, body: { email } })

  expect(await add(`${newId()}@empresa.example`)).toMatchObject({ status: 201 })
  for (let tried = 0; tried < 15; tried++) {
    expect(await add(taken)).toMatchObject({ status: 400, body: { details: { fields: { email: ['Invalid email'] } } } })
    expect(await rename(taken)).toMatchObject({ status: 400 })
  }
  const stopped = { status: 429, body: { error: 'ERR_TOO_MANY_REQUESTS' } }
  expect(await add(taken)).toMatchObject(stopped)
  expect(await rename(`${newId()}@empresa.example`)).toMatchObject(stopped)
  // What names no address goes on, and so does everybody else.
  const renamed = { token: own, body: { name: 'Outro nome' } }
  expect(await api.request('PUT', `/users/${person.userId}`, renamed)).toMatchObject({ status: 200 })
  const other = await api.login((await third.user('admin')).email)
  expect(await add(`${newId()}@empresa.example`, other)).toMatchObject({ status: 201 })
})
