// What a client asked: the parameters of /v1/shape, checked. A shape's definition, a position in it, perhaps a subset.
import * as v from 'valibot'
import { quoteIdent, type Table, type TableName } from './catalog.ts'
import { Offset } from './offset.ts'
import type { ShapeDefinition } from './shape.ts'
import { compileWhere, type CompiledWhere } from './where/compile.ts'
import { parseWhere, WhereError } from './where/parse.ts'

/** A shape as it is asked for. */
export interface ShapeSource {
  schema: string
  name: string
  columns: readonly string[] | null
  where: string | null
  params: readonly string[]
  replica: 'default' | 'full'
  log: 'full' | 'changes_only'
}

export interface ShapeRequest {
  source: ShapeSource
  /** What the clause may name; null is all. */
  queryable: readonly string[] | null
  offset: Offset | 'now'
  handle: string | null
  live: boolean
  sse: boolean
  cursor: string | null
}

/** A query's worth of a shape's rows, beside its log. */
export interface SubsetRequest {
  where: string | null
  params: readonly string[]
  orderBy: string | null
  limit: number | null
  offset: number | null
}

/** A request that can't be served: 400 with the field's messages. */
export class InvalidRequest extends Error {
  readonly errors: Record<string, string[]>
  constructor(field: string, message: string) {
    super(message)
    this.errors = { [field]: [message] }
  }
}

const identifier = /^(?:"((?:[^"]|"")+)"|([A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*))$/

function parseIdentifier(field: string, text: string) {
  const [, quoted, bare] = text.trim().match(identifier) ?? []
  if (quoted !== undefined) return quoted.replaceAll('""', '"')
  if (bare !== undefined) return bare.toLowerCase()
  throw new InvalidRequest(field, text.trim() === '' ? 'Invalid zero-length identifier' : `invalid name: ${text}`)
}

const choice = <const T extends readonly string[]>(
  values: T,
  field: string,
  text: string | null,
  fallback: T[number],
) => {
  if (text === null) return fallback
  const result = v.safeParse(v.picklist(values), text)
  if (!result.success) throw new InvalidRequest(field, `must be one of ${values.join(', ')}`)
  return result.output
}

const flag = (query: URLSearchParams, field: string) =>
  ['true', '1'].includes(choice(['true', 'false', '1', '0'], field, query.get(field), 'false'))

/** @throws InvalidRequest */
export function parseShapeRequest(query: URLSearchParams): ShapeRequest {
  const offset = parseOffset(query.get('offset'))
  const handle = query.get('handle')
  const live = flag(query, 'live')
  const sse = flag(query, 'live_sse') || flag(query, 'experimental_live_sse')
  const fromStart = offset === 'now' || offset === Offset.beforeAll
  if (!fromStart && !handle) throw new InvalidRequest('handle', "can't be blank when offset != -1")
  if (live && fromStart) {
    throw new InvalidRequest('live', `can't be true when offset ${offset === 'now' ? "is 'now'" : '== -1'}`)
  }
  if (sse && !live) throw new InvalidRequest('live_sse', "can't be true unless live is also true")
  const source = parseSource(query)
  return {
    source,
    queryable: namesIn(query, 'queryable_columns'),
    offset,
    handle,
    live,
    sse,
    cursor: query.get('cursor'),
  }
}

/** A position past the snapshot. @throws InvalidRequest */
export function parsePosition(query: URLSearchParams): ShapeRequest & { offset: Offset } {
  const request = parseShapeRequest(query)
  const { offset } = request
  if (offset === 'now' || (offset.isVirtual && offset.op !== Infinity)) {
    throw new InvalidRequest('offset', 'must be past the snapshot')
  }
  return { ...request, offset }
}

/** @throws InvalidRequest */
export function parseSource(query: URLSearchParams): ShapeSource {
  const { schema, name } = parseTable(query.get('table') ?? '')
  return {
    schema,
    name,
    columns: namesIn(query, 'columns'),
    where: query.get('where'),
    params: parseParams(query),
    replica: choice(['default', 'full'], 'replica', query.get('replica'), 'default'),
    log: choice(['full', 'changes_only'], 'log', query.get('log'), 'full'),
  }
}

function parseTable(text: string): TableName {
  const names = text.match(/"(?:[^"]|"")+"|[^."]+/g) ?? []
  if (names.length === 0 || names.length > 2) throw new InvalidRequest('table', "can't be blank")
  const [schema, table] = names.length === 2 ? names : ['public', names[0]]
  return { schema: parseIdentifier('table', schema ?? ''), name: parseIdentifier('table', table ?? '') }
}

/** Commas within quotes are part of a name. */
function namesIn(query: URLSearchParams, field: string): string[] | null {
  const text = query.get(field)
  return text === null
    ? null
    : (text.match(/(?:"(?:[^"]|"")*"|[^,"])+|^$|(?<=,)(?=,|$)/g) ?? []).map((name) => parseIdentifier(field, name))
}

function parseOffset(text: string | null): Offset | 'now' {
  if (text === null || text === '') throw new InvalidRequest('offset', "can't be blank")
  if (text === 'now') return text
  const offset = Offset.parse(text)
  if (!offset) throw new InvalidRequest('offset', 'has invalid format')
  return offset
}

function parseParams(query: URLSearchParams): string[] {
  const params: string[] = []
  for (let n = 1; query.has(`params[${n}]`); n++) params.push(query.get(`params[${n}]`) ?? '')
  const given = [...query.keys()].filter((key) => key.startsWith('params[')).length
  if (given !== params.length) throw new InvalidRequest('params', 'must be numbered from 1 without gaps')
  return params
}

const countOf = (name: string, min: number) =>
  v.nullish(
    v.pipe(
      v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number))]),
      v.integer(),
      v.minValue(min, `${name} must be ${min === 0 ? 'greater than or equal to 0' : 'greater than 0'}`),
    ),
    null,
  )
const paramValue = v.pipe(v.union([v.string(), v.number(), v.boolean()]), v.transform(String))
const numbered = v.union([
  v.pipe(
    v.array(paramValue),
    v.transform((list): Record<string, string> => Object.fromEntries(list.entries())),
  ),
  v.record(v.string(), paramValue),
])
const subset = v.object({
  where: v.nullish(v.string(), null),
  params: v.nullish(numbered, {}),
  order_by: v.nullish(v.string(), null),
  limit: countOf('limit', 1),
  offset: countOf('offset', 0),
})

const prefix = 'subset__'

/** From the query, or from a POST's body. Null when the query has none. @throws InvalidRequest */
export function parseSubset(query: URLSearchParams, body: unknown): SubsetRequest | null {
  const given = [...query].flatMap(([name, value]) =>
    name.startsWith(prefix) ? [[name.slice(prefix.length), value]] : [],
  )
  if (body === undefined && given.length === 0) return null
  const asked: Record<string, unknown> = body === undefined ? Object.fromEntries(given) : { ...(body as object) }
  if (typeof asked['params'] === 'string') asked['params'] = parseJson(asked['params'])
  const result = v.safeParse(subset, asked)
  if (!result.success) {
    const [issue] = result.issues
    throw new InvalidRequest('subset', `${v.getDotPath(issue) ?? 'body'}: ${issue.message}`)
  }
  const { where, params, order_by: orderBy, limit, offset } = result.output
  if ((limit !== null || offset !== null) && orderBy === null) {
    throw new InvalidRequest('subset', 'order_by is required when limit or offset is present')
  }
  return { where, params: inOrder(params), orderBy, limit, offset }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new InvalidRequest('subset', 'params must be valid JSON')
  }
}

/** Numbered from 1, or from 0 when it was a list. */
function inOrder(params: Record<string, string>): string[] {
  const names = Object.keys(params).map(Number)
  const first = names.includes(0) ? 0 : 1
  const list = names.map((_, index) => params[String(index + first)])
  if (list.some((value) => value === undefined))
    throw new InvalidRequest('subset', 'params must be numbered without gaps')
  return list.filter((value) => value !== undefined)
}

const projections = new Map<string, number>()

/** @throws InvalidRequest for columns and where clauses that the table can't answer. */
export function defineShape(
  source: ShapeSource,
  table: Table,
  queryable: readonly string[] | null = null,
): ShapeDefinition {
  const known = table.columns.map((column) => column.name)
  const unknown = [...(source.columns ?? []), ...(queryable ?? [])].find((name) => !known.includes(name))
  if (unknown !== undefined)
    throw new InvalidRequest('columns', `The following columns are not found on the table: ${unknown}`)
  const missing = table.key.find((name) => source.columns && !source.columns.includes(name))
  if (missing !== undefined) {
    throw new InvalidRequest('columns', `The list of columns must include all primary key columns, missing: ${missing}`)
  }
  const { where, params, replica, log } = source
  const columns = source.columns ? known.filter((name) => source.columns?.includes(name)) : known
  const look = JSON.stringify([table.oid, columns, replica])
  const projection = projections.get(look) ?? projections.size
  projections.set(look, projection)
  return {
    id: JSON.stringify([table.schema, table.name, columns, where, params, replica, log]),
    table,
    columns,
    where: where === null ? null : compile('where', where, params, table, queryable),
    source: { where, params },
    replica,
    log,
    projection,
  }
}

/** What follows the shape's own clause in SQL. @throws InvalidRequest */
export function subsetSql({ where, params, orderBy, limit, offset }: SubsetRequest, table: Table): string {
  return [
    where === null ? '' : ` and (${compile('subset', where, params, table, null).sql})`,
    orderBy === null ? '' : ` order by ${orderOf(orderBy, table)}`,
    limit === null ? '' : ` limit ${limit}`,
    offset === null ? '' : ` offset ${offset}`,
  ].join('')
}

const orderItem = /^\s*("(?:[^"]|"")+"|[^\s"]+)(?:\s+(asc|desc))?(?:\s+nulls\s+(first|last))?\s*$/i

function orderOf(text: string, table: Table): string {
  const items = text.match(/(?:"(?:[^"]|"")*"|[^,"])+/g) ?? []
  return items
    .map((item) => {
      const [, name = '', direction = 'asc', nulls] = item.match(orderItem) ?? []
      const column = parseIdentifier('subset', name)
      if (!table.columns.some((one) => one.name === column))
        throw new InvalidRequest('subset', `unknown column: ${column}`)
      // By the column itself: unqualified it would be the text that is selected under its name.
      return `${quoteIdent(table.name)}.${quoteIdent(column)} ${direction}${nulls ? ` nulls ${nulls}` : ''}`
    })
    .join(', ')
}

function compile(
  field: string,
  where: string,
  params: readonly string[],
  table: Table,
  queryable: readonly string[] | null,
): CompiledWhere {
  try {
    const compiled = compileWhere(parseWhere(where, params, table.name), table)
    const forbidden = queryable && compiled.columns.find((name) => !queryable.includes(name))
    if (forbidden) throw new InvalidRequest(field, `column ${forbidden} is not queryable`)
    return compiled
  } catch (error) {
    if (error instanceof WhereError) throw new InvalidRequest(field, error.message)
    throw error
  }
}
