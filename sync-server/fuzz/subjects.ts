// Everything that can be asked of the server, each with valid requests to begin from: routes as they are mounted, mutations, queries, shapes.
import { newId } from 'db/kit/new-id.ts'
import { mutations } from 'db/mutations.ts'
import { shapes } from 'db/tables.ts'
import { argsOf, examplesOf, isMiddleware, type Example } from '../src/tenants/requests.ts'
import type { Tenant } from '../src/tenants/tenant.ts'

export interface Subject {
  name: string
  method: string
  /** Hono's, below /api. */
  path: string
  of(tenant: Tenant): Example[]
}

export function subjectsOf(routes: readonly { method: string; path: string }[]): Subject[] {
  const mounted = new Map(
    routes
      .filter(({ path }) => !isMiddleware(path))
      .map(({ method, path }) => {
        const below = path.replace(/^\/api/, '')
        return [`${method} ${below}`, { method, path: below }] as const
      }),
  )
  return [
    ...[...mounted].map(([name, route]) => ({ name, ...route, of: examplesOf(name)?.of ?? plainly(route.path) })),
    ...[...mutations.keys()].map(pushing),
    ...[...shapes.keys()].flatMap(following),
    { name: 'GET what is not there', method: 'GET', path: '/:x/:y', of: plainly('/:x/:y') },
  ]
}

/** Where there is nothing valid: any name and an empty object. */
const plainly =
  (path: string): Subject['of'] =>
  () => [{ params: Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, key = '']) => [key, newId()])), body: {} }]

const pushing = (name: string): Subject => ({
  name: `mutation ${name}`,
  method: 'POST',
  path: '/mutations',
  of: (tenant) => argsOf(name, tenant).map((args) => ({ body: { mutations: [{ id: newId(), name, args }] } })),
})

const following = (name: string): Subject[] => [
  {
    name: `shape ${name}`,
    method: 'GET',
    path: '/shapes/:name',
    of: () => [{ params: { name }, query: { offset: '-1' } }],
  },
  {
    name: `changes of shape ${name}`,
    method: 'POST',
    path: '/shapes/changes',
    of: () => [{ body: { wait: false, shapes: [{ name, handle: '1-1', offset: '0_inf' }] } }],
  },
]
