// Two companies: whoever of the one names something of the other, anywhere, is told what they would be told of something that there is not, and
// no row and no file of the other changes. Over every route that is mounted, every mutation, query and shape: one that has no example in
// requests.ts, or takes an id that no example names, fails here.
import { mutations } from 'db/mutations.ts'
import { errorStatus, type ErrorCode } from 'db/kit/errors.ts'
import { newId } from 'db/kit/new-id.ts'
import { queries } from 'db/queries.ts'
import { ofEverybody, resourceOf } from 'db/resources.ts'
import { shapes } from 'db/tables.ts'
import { toJsonSchema } from '@valibot/to-json-schema'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describedRoutes } from '../described-routes.ts'
import { parseEnv } from '../env.ts'
import { createShapeUpstream } from '../gatekeeper/shape-upstream.ts'
import { startTestApi, type TestApi } from '../test-api.ts'
import { changedIn, companyRowsReader, type CompanyRows } from './company-rows.ts'
import { placesInSchema, placesInValue, replacedAt, type Place } from './places.ts'
import { argsOf, examplesOf, exempt, isMiddleware, saysAt, type Example } from './requests.ts'
import { markSecrets, toldOf, type Secrets } from './secrets.ts'
import { namesIn, tenant, type Tenant } from './tenant.ts'

const api: TestApi = await startTestApi({ VAPID_PUBLIC_KEY: 'v'.repeat(87) })
const routes = [...new Set(api.routes.map(({ method, path }) => `${method} ${path.replace(/^\/api/, '')}`))]
  .filter((route) => !isMiddleware(route))
  .toSorted()

let ours: Tenant
let theirs: Tenant
let secrets: Secrets
let theirRows: CompanyRows
let rowsOf: Awaited<ReturnType<typeof companyRowsReader>>
let engine: Awaited<ReturnType<typeof createShapeUpstream>>
beforeAll(async () => {
  const env = {
    DATABASE_URL: api.databaseUrl,
    SHAPES_DATABASE_URL: api.shapesUrl,
    JWT_SECRET: 'x'.repeat(32),
    SHAPES_DIR: join(api.folder, 'shapes'),
  }
  engine = await createShapeUpstream(parseEnv(env), pino({ level: 'silent' }))
  api.upstream = (request) => engine.fetch(request)
  api.changes = (asked, options) => engine.changes(asked, options)
  ;[ours, theirs] = [await tenant(api), await tenant(api)]
  secrets = await markSecrets(api.db, theirs)
  // Their own requests would write it again after some minutes.
  await api.db
    .sql`update user_sightings set last_seen_at = now() + interval '1 day' where company_id = ${theirs.company.id}`
  rowsOf = await companyRowsReader(api.db, api.folder)
  theirRows = await rowsOf(theirs.company.id)
})
afterAll(async () => {
  await engine.stop()
  await api.stop()
})

const people = ['attendant', 'admin'] as const
type Person = (typeof people)[number]
const tokenOf = (person: Person) => (person === 'admin' ? ours.adminToken : ours.attendantToken)

interface Told {
  status: number
  text: string
}

async function ask(person: Person, route: string, example: Example): Promise<Told> {
  const [method = '', pattern = ''] = route.split(' ')
  const path = pattern.replaceAll(/:(\w+)/g, (_, key: string) => encodeURIComponent(example.params?.[key] ?? ''))
  const search = new URLSearchParams(Object.entries(example.query ?? {}).map(([key, value]) => [key, value ?? '']))
  const { body, type } = bodyOf(example)
  const response = await api.fetch(`${path}${search.size > 0 ? `?${search.toString()}` : ''}`, {
    method: example.method ?? method,
    headers: {
      origin: 'http://balcao.test',
      authorization: `Bearer ${tokenOf(person)}`,
      ...type,
      ...example.headers,
    },
    ...(body !== undefined && { body }),
  })
  return { status: response.status, text: await response.text() }
}

function bodyOf({ body, form, raw }: Example): { body?: string | FormData; type?: Record<string, string> } {
  if (raw) return { body: raw.text, type: { 'content-type': raw.type } }
  if (body !== undefined) return { body: JSON.stringify(body), type: { 'content-type': 'application/json' } }
  if (!form) return {}
  const data = new FormData()
  for (const [key, value] of Object.entries(form)) data.append(key, value)
  return { body: data }
}

/** An id, hash or address in the form of `known` that nobody has. */
function ofNobody(known: string): string {
  if (/^[0-9a-f]{64}-[0-9a-f]{32}$/.test(known)) return `${ofNobody(known.slice(0, 64))}-${known.slice(65)}`
  if (/^[0-9a-f]{64}$/.test(known)) return randomBytes(32).toString('hex')
  return known.includes('@') ? `${newId()}@empresa.example` : newId()
}

interface Foreign<T> {
  place: Place
  theirs: { value: T; id: string }
  nobodys: { value: T; id: string }
}

/** With one thing in it another: theirs, and nobody's. */
function foreign<T>(example: T): Foreign<T>[] {
  const [own, other] = [namesIn(ours), namesIn(theirs)]
  return placesInValue(example, own).map(({ place, name }) => {
    const [from, to] = [own[name] ?? '', other[name] ?? '']
    const nobody = ofNobody(from)
    const by = (id: string) => ({ value: replacedAt(example, place, from, id) as T, id })
    return { place, theirs: by(to), nobodys: by(nobody) }
  })
}

/** What is said of it, whatever it is called and whenever its row was written. */
const about = ({ status, text }: Told, id: string) => ({
  status,
  text: text.replaceAll(id, '…').replaceAll(/"updatedAt":"[^"]*"/g, '"updatedAt":"…"'),
})

/** Nothing of theirs that was not asked with. */
const assertSaysNothing = ({ text }: Told, asked: unknown) =>
  expect(toldOf(secrets, text, JSON.stringify(asked))).toEqual([])

/** Whoever may not do it at all is told so before anything is looked for. */
const notFound = (person: Person) => (person === 'admin' ? [404] : [404, 403])

async function assertSaidOf<T>(person: Person, name: string, variant: Foreign<T>, tell: (value: T) => Promise<Told>) {
  const { place, theirs: their, nobodys } = variant
  const says = saysAt(name, place)
  const told = await tell(says === 'made' ? anew(their.value) : their.value)
  assertSaysNothing(told, their.value)
  if (says === 'refused') return expect([400, 403, 404, 409], `${place}: ${told.text}`).toContain(told.status)
  if (says === 'made') return expect([place, told.status]).toEqual([place, (await tell(anew(nobodys.value))).status])
  expect([place, about(told, their.id)]).toEqual([place, about(await tell(nobodys.value), nobodys.id)])
  if (!says) expect(notFound(person), `${place}: ${told.text}`).toContain(told.status)
}

/** Under an id of its own, where it makes a row. */
function anew<T>(value: T): T {
  const { id } = value as { id?: unknown }
  return typeof id === 'string' ? { ...value, id: newId() } : value
}

const isRead = (route: string) => /^GET |\/queries\//.test(route)

/** Since it was asked last. */
async function assertUntouched() {
  const before = theirRows
  theirRows = await rowsOf(theirs.company.id)
  expect(changedIn(before, theirRows)).toEqual([])
}

test('theirs is a company with a row of everything, and a file', () => {
  /** Tables whose rows are nobody's, or that are empty for every company while nothing runs. */
  const empty = ['login_attempts', 'pending_signups', 'jobs']
  const without = Object.keys(theirRows).filter((name) => theirRows[name]?.rows === 0)
  expect(without.filter((name) => !empty.includes(name))).toEqual([])
})

test('every route has an example here, or a reason to have none', () => {
  expect(routes.filter((route) => !examplesOf(route) && !(route in exempt))).toEqual([])
  expect(Object.keys(exempt).filter((route) => !routes.includes(route))).toEqual([])
})

describe.each(people)('%s', (person) => {
  test.each(routes.filter((route) => examplesOf(route)))('%s', async (route) => {
    const examples = examplesOf(route)
    for (const example of examples?.of(ours) ?? []) {
      const variants = foreign(example)
      for (const variant of variants) await assertSaidOf(person, route, variant, (value) => ask(person, route, value))
      if (variants.length === 0) assertSaysNothing(await ask(person, route, example), example)
    }
    if (!isRead(route)) await assertUntouched()
  })

  test.each([...mutations.keys()])('mutation %s', async (name) => {
    for (const args of argsOf(name, ours))
      for (const variant of foreign(args))
        await assertSaidOf(person, name, variant, (value) => push(person, name, value))
    await assertUntouched()
  })

  test('reads change nothing', assertUntouched)
})

describe('nothing that can be named is forgotten:', () => {
  /** Whether the place holds the id of the row that is made: it is nobody's yet, and a taken one is refused alike, whoever has it. */
  const isOwn = (name: string, place: Place) =>
    place.endsWith('.id') && /\.(create|send|forward|import\w*)$|^POST \/(files|mutations)$/.test(name)
  const isOfAll = (name: string) =>
    resourceOf(name.split('/').at(-1) ?? '')?.ofEverybody === true ||
    ofEverybody.some(({ list }) => list && name.includes(list.path))
  /** The operator's, whom no company's are. */
  const isPlan = (name: string, place: Place) => /\.plan(Id)?$/.test(place) || / \/plans\//.test(name)
  const missing = (name: string, schema: object, examples: readonly object[]) => {
    const named = new Set(
      examples.flatMap((example) => placesInValue(example, namesIn(ours)).map(({ place }) => place)),
    )
    return placesInSchema(schema).filter(
      (place) => !named.has(place) && !isOwn(name, place) && !isOfAll(name) && !isPlan(name, place),
    )
  }

  test.each([...mutations.values()])('mutation $name', ({ name, args }) => {
    const schema = toJsonSchema(args, { errorMode: 'ignore', typeMode: 'input' })
    expect(missing(name, schema, argsOf(name, ours))).toEqual([])
  })

  test.each([...queries.values()])('query $name', ({ name, args }) => {
    const schema = toJsonSchema(args, { errorMode: 'ignore', typeMode: 'input' })
    const examples = examplesOf(`POST /queries/${name}`)?.of(ours) ?? []
    expect(
      missing(
        name,
        schema,
        examples.map(({ body }) => body as object),
      ),
    ).toEqual([])
  })

  test('routes, by what OpenAPI tells of them', async () => {
    const forgotten = (await describedRoutes(api)).flatMap(({ method, path, parameters, body }) => {
      const route = `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`
      const inPart = (part: string) =>
        Object.fromEntries(parameters.filter((each) => each.in === part).map(({ name, schema }) => [name, schema]))
      const properties = {
        params: { properties: inPart('path') },
        query: { properties: inPart('query') },
        body,
      }
      return missing(route, { properties }, examplesOf(route)?.of(ours) ?? []).map((place) => `${route} ${place}`)
    })
    expect(forgotten).toEqual([])
  })
})

describe.each([...shapes.keys()])('shape %s', (name) => {
  const read = async (token: string, position: Record<string, string>) => {
    const answer = await api.fetch(`/shapes/${name}?${new URLSearchParams(position).toString()}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const [handle, offset] = ['electric-handle', 'electric-offset'].map((key) => answer.headers.get(key) ?? '')
    return { status: answer.status, text: await answer.text(), handle: handle ?? '', offset: offset ?? '' }
  }

  test.each(people)('tells %s nothing of theirs, by whichever handle', async (person) => {
    const token = tokenOf(person)
    assertSaysNothing(await read(token, { offset: '-1' }), '')
    assertSaysNothing(await ask(person, 'POST /shapes/first', { body: { shapes: [name] } }), '')
    for (const their of [theirs.adminToken, theirs.attendantToken]) {
      const { handle, offset } = await read(their, { offset: '-1' })
      for (const at of [offset, '-1', '0_0']) assertSaysNothing(await read(token, { handle, offset: at }), '')
      const body = { wait: false, shapes: [{ name, handle, offset: '0_inf' }] }
      assertSaysNothing(await ask(person, 'POST /shapes/changes', { body }), '')
    }
    await assertUntouched()
  })
})

test('shapes do tell their own people', async () => {
  const answer = await api.fetch('/shapes/messages?offset=-1', {
    headers: { authorization: `Bearer ${theirs.attendantToken}` },
  })
  expect(await answer.text()).toContain(secrets.word)
})

/** The status that its code has over REST. */
async function push(person: Person, name: string, args: object): Promise<Told> {
  const body = { mutations: [{ id: newId(), name, args }] }
  const { text } = await ask(person, 'POST /mutations', { body })
  const [result] = (JSON.parse(text) as { results: { status: string; code?: ErrorCode; details?: unknown }[] }).results
  const { status = '', code, details } = result ?? {}
  return { status: code ? errorStatus[code] : 200, text: JSON.stringify({ status, code, details }) }
}
