import { afterAll, beforeAll, expect, test } from 'vitest'
import { assertGates } from '../../fuzz/gates.ts'
import { startTestApi, type TestApi } from '../test-api.ts'

let api: TestApi
beforeAll(async () => void (api = await startTestApi()))
afterAll(() => api.stop())

test('the gate is the route’s, whatever a client writes around it', async () => {
  expect(await assertGates(api.routes, 1)).toBeGreaterThan(0)
})
