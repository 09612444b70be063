// A plan carried out on a valid request: what goes over the wire.
import { newId } from 'db/kit/new-id.ts'
import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import type { Example } from '../src/tenants/requests.ts'
import { namesIn, type Tenant } from '../src/tenants/tenant.ts'
import { written, type Edit, type Plan } from './plan.ts'
import type { Subject } from './subjects.ts'

export interface Wire {
  method: string
  path: string
  headers: Record<string, string>
  body: Buffer
}

export interface Answer {
  status: number
  text: string
}

interface Tenants {
  ours: Tenant
  theirs: Tenant
}

export async function wireOf(plan: Plan, subject: Subject, tenants: Tenants): Promise<Wire> {
  const examples = subject.of(tenants.ours)
  const example = plan.edits.reduce(
    (before, edit) => edited(before, edit, tenants),
    examples[plan.example % examples.length] ?? {},
  )
  const { body, type } = await bodyOf(example, plan)
  const token = plan.person === 'admin' ? tenants.ours.adminToken : tenants.ours.attendantToken
  const own = {
    authorization: `Bearer ${token}`,
    ...(type && { 'content-type': type }),
    // Logins from one address are limited.
    'x-forwarded-for': [10, ...randomBytes(3)].join('.'),
    ...example.headers,
    'content-length': String(body.length),
  }
  return {
    method: plan.method ?? example.method ?? subject.method,
    path: pathOf(subject, example),
    headers: { ...own, ...Object.fromEntries(plan.headers.map(([name, value]) => [name, headerText(value)])) },
    body,
  }
}

type Path = readonly string[]

/** Paths to every value in `value`, objects and lists too; the first, [], is `value` itself. */
const nodesOf = (value: unknown, path: Path = []): Path[] => [
  path,
  ...(isInner(value) ? Object.entries(value).flatMap(([key, inner]) => nodesOf(inner, [...path, key])) : []),
]

const isInner = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof Blob)

function edited(example: Example, edit: Edit, tenants: Tenants): Example {
  const { params = {}, query = {}, body, form } = example
  const parts = { params, query, ...(body !== undefined && { body }), ...(form && { form }) }
  const path = pathAt(parts, edit, tenants)
  return path === undefined ? example : { ...example, ...(changed(parts, path, edit, tenants) as Partial<Example>) }
}

/** Values inside the parts; a body may be changed as a whole. */
function pathAt(parts: object, edit: Edit, { ours }: Tenants): Path | undefined {
  const nodes = nodesOf(parts).filter(([part, ...rest]) => part !== undefined && (rest.length > 0 || part === 'body'))
  const names = Object.values(namesIn(ours))
  const wanted = edit.kind === 'foreign' ? nodes.filter((path) => isOneOf(names, valueAt(parts, path))) : nodes
  if (edit.kind === 'add' && nodes.length === 0) return ['query']
  return wanted[edit.at % Math.max(wanted.length, 1)]
}

const isOneOf = (names: readonly unknown[], value: unknown) => names.includes(value)

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((inner, key) => (isInner(inner) ? (inner as Record<string, unknown>)[key] : undefined), value)

function changed(value: unknown, [key, ...rest]: Path, edit: Edit, tenants: Tenants): unknown {
  if (key === undefined) return replacement(value, edit, tenants)
  if (!isInner(value)) return value
  const entries = Object.entries(value).flatMap(([each, inner]): [string, unknown][] => {
    if (each !== key) return [[each, inner]]
    if (rest.length === 0 && edit.kind === 'remove') return []
    return [[each, changed(inner, rest, edit, tenants)]]
  })
  return Array.isArray(value) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries)
}

function replacement(value: unknown, edit: Edit, { ours, theirs }: Tenants): unknown {
  const all = Object.values(namesIn(theirs))
  switch (edit.kind) {
    case 'put':
      return edit.value
    case 'add':
      if (Array.isArray(value)) return [...(value as unknown[]), edit.value]
      return isInner(value) ? Object.fromEntries([...Object.entries(value), [edit.key, edit.value]]) : edit.value
    case 'foreign': {
      const name = Object.entries(namesIn(ours)).find(([, id]) => id === value)?.[0] ?? ''
      return edit.of === 'theirs' ? namesIn(theirs)[name] : newId()
    }
    case 'anyOfTheirs':
      return all[edit.which % all.length]
    case 'remove':
      return undefined
  }
}

/** What came with its own percent signs keeps them. */
function pathOf({ path }: Subject, { params = {}, query = {} }: Example): string {
  const filled = path.replaceAll(/:(\w+)/g, (_, key: string) => segment(asText(params[key])))
  const search = Object.entries(query).map(([key, value]) => `${segment(key)}=${segment(asText(value))}`)
  return `/api${filled}${search.length > 0 ? `?${search.join('&')}` : ''}`.slice(0, longestPath)
}

const asText = (value: unknown) => written(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
const segment = (text: string) =>
  text.includes('%')
    ? text.replaceAll(/[^!-~]/gu, (letter) => encodeURIComponent(letter.toWellFormed()))
    : encodeURIComponent(text.toWellFormed())

/** Node refuses more than 16 KB of path and headers by itself, before anything of ours, and hangs up on whoever still sends. */
const [longestPath, longestHeader] = [6000, 2000]

/** What Node's client sends. */
const headerText = (text: string) =>
  written(text)
    .slice(0, longestHeader)
    .replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '?')

async function bodyOf(
  { body, form, raw }: Example,
  { text }: Plan,
): Promise<{ body: Buffer; type: string | undefined }> {
  const whole = form
    ? await formOf(form)
    : { body: Buffer.from(raw?.text ?? written(JSON.stringify(body) ?? '')), type: raw?.type ?? 'application/json' }
  switch (text?.kind) {
    case undefined:
      return whole
    case 'cut':
      return { ...whole, body: whole.body.subarray(0, text.at % (whole.body.length + 1)) }
    case 'insert': {
      const at = text.at % (whole.body.length + 1)
      const inserted = Buffer.from(written(text.text))
      return { ...whole, body: Buffer.concat([whole.body.subarray(0, at), inserted, whole.body.subarray(at)]) }
    }
    case 'type':
      return { ...whole, type: text.type || undefined }
    case 'whole':
      return { ...whole, body: Buffer.from(written(text.text)) }
  }
}

async function formOf(form: object) {
  const data = new FormData()
  for (const [key, value] of Object.entries(form))
    data.append(written(key), value instanceof File ? value : asText(value))
  const encoded = new Response(data)
  return { body: Buffer.from(await encoded.arrayBuffer()), type: encoded.headers.get('content-type') ?? undefined }
}

/** ms: an answer that takes longer is none. */
const patience = 60_000

/** @throws Error when there is no answer */
export function send({ method, path, headers, body }: Wire, port: number): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const sent = request(
    { port, agent: false, host: '127.0.0.1', method, path, headers, timeout: patience },
    (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() }))
      response.on('error', reject)
    },
  )
  sent.on('timeout', () => sent.destroy(new Error(`no answer within ${patience} ms`)))
  sent.on('error', reject)
  sent.end(body)
  return promise
}

/** For whoever repeats it by hand; `shown` letters of each part. */
export const explain = ({ method, path, headers, body }: Wire, shown = 3000) =>
  [`${method} ${path.slice(0, shown)}`, JSON.stringify(headers).slice(0, shown), body.toString().slice(0, shown)].join(
    '\n',
  )
