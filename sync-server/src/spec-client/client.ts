// A client as the specification describes it, for tests: over a socket, with a bearer token, 403 refreshed once, bodies and queries as its
// screens write them. Each answer of success is held against what openapi.json promises of its route, fields that are not promised included.
import { serve } from '@hono/node-server'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { testPassword } from 'db/node/testing/test-world.ts'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { startTestApi, type TestApi } from '../test-api.ts'

export interface SpecApi extends TestApi {
  url: string
  /** Somebody who has logged in. */
  client(email: string): Promise<SpecClient>
}

export type Json = Record<string, unknown>
/** Asked for in this order; what is undefined is left out, as by the specification's client. */
type Params = Record<string, string | number | boolean | undefined>
type FormFields = readonly (readonly [name: string, value: string | File])[]

export interface SpecAnswer<Body = Json> {
  status: number
  body: Body
}

export interface SpecClient {
  /** What the login answered of them. */
  user: Json
  token: string
  get<Body = Json>(path: string, params?: Params): Promise<SpecAnswer<Body>>
  post<Body = Json>(path: string, body?: unknown): Promise<SpecAnswer<Body>>
  put<Body = Json>(path: string, body?: unknown): Promise<SpecAnswer<Body>>
  delete<Body = Json>(path: string): Promise<SpecAnswer<Body>>
  /** Multipart. */
  form<Body = Json>(path: string, fields: FormFields): Promise<SpecAnswer<Body>>
}

export async function startSpecApi(): Promise<SpecApi> {
  const api = await startTestApi()
  const server = serve({ fetch: api.handle, port: 0, hostname: '127.0.0.1' })
  if (!server.listening) await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const assertPromised = promises((await (await fetch(`${url}/api/openapi.json`)).json()) as Document)
  return {
    ...api,
    url,
    client: (email) => logIn(url, email, assertPromised),
    async stop() {
      await new Promise((resolve) => server.close(resolve))
      await api.stop()
    },
  }
}

type AssertPromised = (method: string, path: string, answer: SpecAnswer<unknown>) => void

async function logIn(url: string, email: string, assertPromised: AssertPromised): Promise<SpecClient> {
  let token = ''
  const send = async (method: string, path: string, body?: string | FormData) => {
    const headers = {
      origin: url,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(typeof body === 'string' && { 'content-type': 'application/json' }),
    }
    const response = await fetch(`${url}/api${path}`, { method, headers, body: body ?? null })
    const text = await response.text()
    const answer = { status: response.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) }
    assertPromised(method, path, answer)
    return answer as SpecAnswer<never>
  }
  const withBody = (method: string) => (path: string, body?: unknown) =>
    send(method, path, body === undefined ? undefined : JSON.stringify(body))
  const login = await withBody('POST')('/auth/login', { email, password: testPassword })
  if (login.status !== 200) throw new Error(`login: ${login.status} ${JSON.stringify(login.body)}`)
  const session = login.body as { token: string; user: Json }
  token = session.token
  return {
    user: session.user,
    token,
    get: (path, params = {}) => send('GET', path + queryOf(params)),
    post: withBody('POST'),
    put: withBody('PUT'),
    delete: (path) => send('DELETE', path),
    form(path, fields) {
      const body = new FormData()
      for (const [name, value] of fields) body.append(name, value)
      return send('POST', path, body)
    },
  }
}

function queryOf(params: Params) {
  const said = Object.entries(params).filter(([, value]) => value !== undefined)
  return said.length === 0
    ? ''
    : `?${new URLSearchParams(said.map(([name, value]) => [name, String(value)])).toString()}`
}

interface Document {
  paths: Record<string, Record<string, Operation>>
  components: object
}
interface Operation {
  responses: Record<string, { content?: { 'application/json': { schema: object } } }>
}

const formats = {
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  'date-time': /^\d{4}-\d\d-\d\dT.*Z$/,
  email: /@/,
}

/** @throws Error naming the route and what of the answer was not promised */
function promises({ paths, components }: Document): AssertPromised {
  const ajv = new Ajv2020({ strict: false, allErrors: true, formats })
  const compiled = new Map<string, ValidateFunction>()
  // Fixed words before parameters.
  const routes = Object.keys(paths).toSorted((a, b) => a.split('{').length - b.split('{').length)
  const routeOf = (path: string) =>
    routes.find((route) => new RegExp(`^${route.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path))
  return (method, path, { status, body }) => {
    const route = routeOf(path.split('?')[0]?.replace(/(.)\/$/, '$1') ?? '')
    const operation = paths[route ?? '']?.[method.toLowerCase()]
    if (!operation) throw new Error(`${method} ${path} is not described`)
    const isSuccess = status < 400
    const response = operation.responses[isSuccess ? String(status) : 'default']
    if (!response) throw new Error(`${method} ${route}: ${status} is not described`)
    const schema = response.content?.['application/json'].schema
    const key = `${method} ${route} ${isSuccess}`
    const validate = compiled.get(key) ?? ajv.compile({ ...(schema && closed(schema)), components })
    compiled.set(key, validate)
    if (schema === undefined && body !== undefined) throw new Error(`${key}: an answer is not described`)
    if (schema !== undefined && !validate(body)) throw new Error(`${key}: ${ajv.errorsText(validate.errors)}`)
  }
}

/** No object has more than is promised. */
function closed(schema: unknown): object {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema as never
  const parts = Object.fromEntries(Object.entries(schema).map(([key, part]) => [key, closed(part)]))
  return 'properties' in schema && !('additionalProperties' in schema)
    ? { ...parts, additionalProperties: false }
    : parts
}
