// Whoever is refused has changed nothing: a request that is valid but for one field leaves no row behind, no file and no word in the audit log.
// Over every route with a JSON body; a new one is part of it by having an example.
import { superUser } from 'db/node/testing/test-world.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describedRoutes, fieldsOf } from '../described-routes.ts'
import { startTestApi, type TestApi } from '../test-api.ts'
import { allRowsReader } from './all-rows.ts'
import { examplesOf } from './requests.ts'
import { tenant, type Tenant } from './tenant.ts'

const api: TestApi = await startTestApi({ VAPID_PUBLIC_KEY: 'v'.repeat(87) })
const everything = await allRowsReader(api.db)
const writes = (await describedRoutes(api))
  .filter(
    ({ method, path }) =>
      ['post', 'put'].includes(method) && !/^\/(auth|queries|shapes|messages\/send|pix)\b/.test(path),
  )
  .map((route) => ({ method: route.method.toUpperCase(), path: route.path, fields: fieldsOf(route) }))
  .filter(({ fields }) => fields.length > 0)

let of: Tenant
let operatorToken: string
beforeAll(async () => {
  of = await tenant(api)
  operatorToken = await api.login((await superUser(api.db)).email)
})
afterAll(() => api.stop())

const isOffice = (path: string) =>
  /^\/(companies(?!\/\{id\}\/schedules)|plans|installation|helps|announcements)/.test(path)

/** Of no type that a field has; and longer than any text. */
const wrong = [{ nada: [] }, 'x'.repeat(70_000)]

test.each(writes)('$method $path', async ({ method, path, fields }) => {
  const token = isOffice(path) ? operatorToken : of.adminToken
  let refused = 0
  for (const field of fields) {
    for (const value of wrong) {
      const [example] = examplesOf(`${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`)?.of(of) ?? []
      const at = path.replaceAll(/\{(\w+)\}/g, (_, key: string) => example?.params?.[key] ?? '')
      const before = await everything()
      const body = { ...(example?.body as object | undefined), [field]: value }
      const { status } = await api.request(method, at, { token, body })
      if (status < 400) continue
      refused++
      expect(status, field).toBeLessThan(500)
      expect(await everything(), field).toEqual(before)
    }
  }
  expect(refused).toBeGreaterThan(0)
})
