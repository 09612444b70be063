// Which gate a request enters is its route's, whatever a client writes around the route: query, trailing slash, letters in another spelling, names
// of other routes in the place of ids. Asked of the routes as they are mounted, without a server.
import * as fc from 'fast-check'
import { Hono } from 'hono'
import * as v from 'valibot'
import { gateOf } from '../src/limits/admission.ts'
import { isMiddleware } from '../src/tenants/requests.ts'

/** Where a second gate is meant: what waits is asked for by the address in Electric's protocol, and a message may bring files. */
const seconds: Readonly<Record<string, string>> = {
  'GET /api/shapes/:name': 'live',
  'POST /api/messages/:ticketId': 'upload',
  'POST /api/messages/send': 'upload',
}

const told = v.object({ route: v.string(), gate: v.string() })

const words = [
  'upload',
  'uploads',
  'changes',
  'first',
  'import-sheet',
  'media-upload',
  'uploadList',
  'queries',
  'media',
]
const segment = fc.oneof(
  fc.constantFrom(...words, 'send', '..', '%2e%2e', 'a%2Fupload', '%', '018f', ' ', 'é'),
  fc.string({ maxLength: 8 }).map(encodeURIComponent),
)
const query = fc.constantFrom(
  '',
  '?live=true',
  '?live=true&live=false',
  '?wait=true',
  '?kind=live',
  '?/uploads',
  '?a=/media/b',
)
const end = fc.constantFrom('', '/', '//', '/upload', '/media-upload', '%2Fupload', '#/upload')
const type = fc.constantFrom('application/json', 'multipart/form-data; boundary=x', 'MULTIPART/FORM-DATA', 'text/plain')

/** @throws Error with the smallest request that enters another gate than its route's */
export async function assertGates(routes: readonly { method: string; path: string }[], seed: number): Promise<number> {
  const mounted = routes.filter(
    ({ method, path }) => !isMiddleware(path) && method !== 'ALL' && path.startsWith('/api/'),
  )
  const app = new Hono({ strict: false })
  for (const { method, path } of mounted)
    app.on(method, path, (c) => c.json({ route: `${method} ${path}`, gate: gateOf(c) }))
  const ask = async (method: string, path: string, headers = {}) => {
    const answer = await app.request(`http://balcao.test${path}`, { method, headers })
    return answer.status === 200 ? v.parse(told, await answer.json()) : undefined
  }
  /** As each is asked by its own client. */
  const own = new Map<string, Set<string>>()
  for (const { method, path } of mounted) {
    const plain = await ask(method, path.replaceAll(/:(\w+)(\{[^}]*\})?/g, '018f0000-0000-7000-8000-000000000000'))
    if (!plain) continue
    const { route, gate } = plain
    own.set(route, new Set([...(own.get(route) ?? []), gate, ...(seconds[route] ? [seconds[route]] : [])]))
  }
  const plans = fc.record({
    route: fc.constantFrom(...mounted),
    names: fc.array(segment, { minLength: 3, maxLength: 3 }),
    spelled: fc.boolean(),
    query,
    end,
    type,
  })
  const holds = fc.asyncProperty(plans, async ({ route: { method, path }, names, spelled, ...around }) => {
    let at = 0
    const filled = path.replaceAll(/:(\w+)(\{[^}]*\})?/g, () => names[at++ % names.length] ?? '')
    // %75 is a u.
    const written = spelled ? filled.replaceAll('u', '%75') : filled
    const answer = await ask(method, `${written}${around.end}${around.query}`, { 'content-type': around.type })
    const gates = answer && own.get(answer.route)
    if (gates && !gates.has(answer.gate))
      throw new Error(`${answer.route} enters ${answer.gate}, its own is ${[...gates].join(' or ')}`)
  })
  const runs = 8000
  await fc.assert(holds, { seed, numRuns: runs })
  return runs
}
