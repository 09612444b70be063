// What the API tells of itself: a valid document, whole, and a page that shows it under the app's own policy.
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../test-api.ts'

interface Operation {
  summary: string
  requestBody?: { content: Record<string, unknown> }
  responses: Record<string, { content?: object }>
}

let api: TestApi
let document: { openapi: string; paths: Record<string, Record<string, Operation>> }
beforeAll(async () => {
  api = await startTestApi()
  document = (await api.request('GET', '/openapi.json')).body as typeof document
})
afterAll(() => api.stop())

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ route: `${method} ${path}`, operation })),
  )

test('it is valid OpenAPI 3.1', async () => {
  expect(await new Validator().validate(structuredClone(document))).toEqual({ valid: true })
  expect(document.openapi).toBe('3.1.0')
})

/** No JSON: files, tus, Electric's protocol, what Prometheus reads. */
const otherwise =
  /tickets\/\{id\}\/copilot|^(get \/media|get \/privacy-requests\/\{id\}\/file|head|post \/uploads|get \/shapes|post \/shapes\/live|post \/push\/test|\w+ \/quer)/

test('it says of every route what it is for, and what it answers', () => {
  for (const { route, operation } of operations()) {
    expect(operation.summary, route).not.toBe('')
    const [status, success] = Object.entries(operation.responses)[0] ?? []
    if (status !== '204' && !otherwise.test(route)) expect(success?.content, route).toBeDefined()
    expect(operation.responses['default']?.content, route).toBeDefined()
  }
})

test('files are sent as forms', () => {
  const forms = operations().filter(({ operation }) => operation.requestBody?.content['multipart/form-data'])
  expect(forms.map(({ route }) => route).toSorted()).toEqual([
    'post /announcements/{id}/media-upload',
    'post /campaigns/{id}/media-upload',
    'post /contact-lists/{id}/upload',
    'post /contacts/import-sheet',
    'post /files/uploadList/{id}',
    'post /messages/send',
    'post /messages/{ticketId}',
    'post /queue-options/{id}/media-upload',
    'post /queue/{id}/media-upload',
    'post /quick-messages/{id}/media-upload',
    'post /schedules/{id}/media-upload',
  ])
})

test('its page needs nothing of another host, and no script of its own', async () => {
  const page = await api.fetch('/docs')
  const html = await page.text()
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self'")
  expect(html.match(/<script(?! src="\/api\/docs\/[\w.]+"><\/script>)/)).toBeNull()
  expect(html).not.toMatch(/https?:\/\//)
  for (const [, path = ''] of html.matchAll(/src="\/api([^"]+)"/g)) {
    const script = await api.fetch(path)
    expect(script.headers.get('content-type')).toContain('text/javascript')
    expect((await script.text()).length).toBeGreaterThan(100)
  }
})
