// What a client asked: the parameters of /v1/shape, checked. A shape's definition, a position in it, perhaps a subset.
import * as v from 'valibot'
import { quoteIdent, type Table, type TableName } from './catalog.ts'
import { Offset } from './offset.ts'
import { compileWhere, type CompiledWhere, type TableOf } from './where/compile.ts'
import { parseWhere, type Expression, WhereError } from './where/parse.ts'
import { subsetClause } from './where/postgres-only.ts'

/** A shape as it is asked for. */
export interface ShapeSource {
  schema: string
  name: string
  /** Null is all that may be selected. */
  columns: readonly string[] | null
  /** What may be selected, and asked by in subsets; null is all. The clause may name others: who sets this sets that, too. */
  queryable: readonly string[] | null
  where: string | null
  params: readonly string[]
  replica: 'default' | 'full'
  log: 'full' | 'changes_only'
}

export interface ShapeRequest {
  source: ShapeSource
  offset: Offset | 'now'
  handle: string | null
  live: boolean
  sse: boolean
  cursor: string | null
}

/** Where a client stands in a shape, as it says. One source is looked up faster each time than many that say the same. */
export interface ShapePosition {
  source: ShapeSource
  handle: string
  offset: string
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
  readonly errors: object
  /** `field`: a parameter, or one of the subset's as `subset.where`. */
  constructor(field: string, message: string) {
    super(message)
    const [outer = '', inner] = field.split('.')
    this.errors = { [outer]: inner === undefined ? [message] : { [inner]: [message] } }
  }
}

const identifier = /^(?:"((?:[^"]|"")+)"|([A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*))$/

function parseIdentifier(field: string, text: string) {
  const [, quoted, bare] = text.trim().match(identifier) ?? []
  if (quoted !== undefined) return quoted.replaceAll('""', '"')
  // Of other letters Postgres keeps the case.
  if (bare !== undefined) return bare.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  throw new InvalidRequest(field, text.trim() === '' ? 'Invalid zero-length identifier' : `invalid name: ${text}`)
}

const isPlain = (name: string) => /^[a-z_][a-z0-9_]*$/.test(name)

/** Separators within quotes are part of a name. */
function split(text: string, separator: '.' | ','): string[] {
  const parts: string[] = []
  let [start, isQuoted] = [0, false]
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '"') isQuoted = !isQuoted
    if (text[at] !== separator || isQuoted) continue
    parts.push(text.slice(start, at))
    start = at + 1
  }
  return [...parts, text.slice(start)]
}

const isBlank = (value: unknown) => typeof value === 'string' && value.trim() === ''

/** A parameter without a value is as good as none. */
function given(query: URLSearchParams, field: string): string | null {
  const text = query.get(field)
  return isBlank(text) ? null : text
}

function choice<const T extends readonly string[]>(query: URLSearchParams, field: string, values: T): T[number] | null {
  const text = given(query, field)
  const found = values.find((value) => value === text)
  if (text !== null && found === undefined) throw new InvalidRequest(field, `must be one of ${values.join(', ')}`)
  return found ?? null
}

const flag = (query: URLSearchParams, field: string) => query.has(field) && query.get(field) !== 'false'

/** @throws InvalidRequest */
export function parseShapeRequest(query: URLSearchParams): ShapeRequest {
  const offset = parseOffset(given(query, 'offset'))
  const handle = given(query, 'handle')
  const live = flag(query, 'live')
  const sse = flag(query, 'live_sse') || flag(query, 'experimental_live_sse')
  const fromStart = offset === 'now' || offset === Offset.beforeAll
  if (!fromStart && handle === null) throw new InvalidRequest('handle', "can't be blank when offset != -1")
  if (live && fromStart) {
    throw new InvalidRequest('live', `can't be true when offset ${offset === 'now' ? "is 'now'" : '== -1'}`)
  }
  if (sse && !live) throw new InvalidRequest('live_sse', "can't be true unless live is also true")
  return { source: parseSource(query), offset, handle, live, sse, cursor: given(query, 'cursor') }
}

/** @throws InvalidRequest for a shape that is none */
export const parsePosition = (query: URLSearchParams): ShapePosition => ({
  source: parseSource(query),
  handle: query.get('handle') ?? '',
  offset: query.get('offset') ?? '',
})

/** Past the snapshot. @throws InvalidRequest */
export function offsetOf({ handle, offset: text }: ShapePosition): Offset {
  const offset = parseOffset(isBlank(text) ? null : text)
  if (offset === 'now' || (offset.isVirtual && offset.op !== Infinity)) {
    throw new InvalidRequest('offset', 'must be past the snapshot')
  }
  if (isBlank(handle)) throw new InvalidRequest('handle', "can't be blank when offset != -1")
  return offset
}

/** What a GET of /v1/shape says of a shape; what it says of nothing is left out. */
export function queryOf({ schema, name, columns, queryable, where, params, replica, log }: ShapeSource) {
  // Quoted: bare names are folded, as in SQL.
  const list = (names: readonly string[]) => names.map(quoteIdent).join(',')
  const path = schema === 'public' ? [name] : [schema, name]
  const query = new URLSearchParams({ table: path.map((one) => (isPlain(one) ? one : quoteIdent(one))).join('.') })
  if (columns) query.set('columns', list(columns))
  if (queryable) query.set('queryable_columns', list(queryable))
  if (where !== null) query.set('where', where)
  params.forEach((param, index) => query.set(`params[${index + 1}]`, param))
  if (replica !== 'default') query.set('replica', replica)
  if (log !== 'full') query.set('log', log)
  return query
}

/** The same of a position in it. */
export function positionQuery({ source, handle, offset }: ShapePosition): URLSearchParams {
  const query = queryOf(source)
  query.set('handle', handle)
  query.set('offset', offset)
  return query
}

/** What is to be deleted: by definition, by handle, or by both. @throws InvalidRequest */
export function parseDeletion(query: URLSearchParams): { handle: string | null; source: ShapeSource | null } {
  const handle = given(query, 'handle')
  const source = given(query, 'table') === null ? null : parseSource(query)
  if (!source && handle === null) throw new InvalidRequest('handle', "can't be blank when shape definition is missing")
  return { handle, source }
}

function parseSource(query: URLSearchParams): ShapeSource {
  const { schema, name } = parseTable(given(query, 'table'))
  return {
    schema,
    name,
    columns: parseNames('columns', given(query, 'columns')),
    // An empty list of what is allowed must not allow everything.
    queryable: parseNames('queryable_columns', query.get('queryable_columns')),
    where: given(query, 'where'),
    params: parseParams(query),
    replica: choice(query, 'replica', ['default', 'full']) ?? 'default',
    log: choice(query, 'log', ['full', 'changes_only']) ?? 'full',
  }
}

function parseTable(text: string | null): TableName {
  if (text === null) throw new InvalidRequest('table', "can't be blank")
  const [name = '', schema = 'public', ...more] = split(text, '.')
    .map((part) => parseIdentifier('table', part))
    .toReversed()
  if (more.length > 0) throw new InvalidRequest('table', `invalid name: ${text}`)
  return { schema, name }
}

const parseNames = (field: string, text: string | null) =>
  text === null ? null : split(text, ',').map((name) => parseIdentifier(field, name))

function parseOffset(text: string | null): Offset | 'now' {
  if (text === null) throw new InvalidRequest('offset', "can't be blank")
  if (text === 'now') return text
  const offset = Offset.parse(text)
  if (!offset) throw new InvalidRequest('offset', 'has invalid format')
  return offset
}

function parseParams(query: URLSearchParams): string[] {
  const params: string[] = []
  for (let n = 1; query.has(`params[${n}]`); n++) params.push(query.get(`params[${n}]`) ?? '')
  const count = [...query.keys()].filter((key) => key.startsWith('params[')).length
  if (count !== params.length) throw new InvalidRequest('params', 'must be numbered from 1 without gaps')
  return params
}

const countOf = (min: number) =>
  v.nullish(
    v.pipe(
      v.union([v.number(), v.pipe(v.string(), v.regex(/^-?\d{1,15}$/), v.transform(Number))], 'is invalid'),
      v.integer('is invalid'),
      v.minValue(min, `must be greater than${min === 0 ? ' or equal to' : ''} 0`),
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
  limit: countOf(1),
  offset: countOf(0),
})

const prefix = 'subset__'

/** From the query, or from a POST's body. Null when the query has none. @throws InvalidRequest */
export function parseSubset(query: URLSearchParams, body: object | undefined): SubsetRequest | null {
  const ofQuery = [...query].flatMap(([name, value]) =>
    name.startsWith(prefix) ? [[name.slice(prefix.length), value] as const] : [],
  )
  if (body === undefined && ofQuery.length === 0) return null
  const asked: Record<string, unknown> = Object.fromEntries(
    (body === undefined ? ofQuery : Object.entries(body)).filter(([, value]) => !isBlank(value)),
  )
  if (typeof asked['params'] === 'string') asked['params'] = parseJson(asked['params'])
  const result = v.safeParse(subset, asked)
  if (!result.success) {
    const [issue] = result.issues
    throw new InvalidRequest(`subset.${v.getDotPath(issue) ?? 'body'}`, issue.message)
  }
  const { where, params, order_by: orderBy, limit, offset } = result.output
  if ((limit !== null || offset !== null) && orderBy === null) {
    throw new InvalidRequest('subset.order_by', 'order_by is required when limit or offset is present')
  }
  return { where, params: inOrder(params), orderBy, limit, offset }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new InvalidRequest('subset.params', 'params must be valid JSON')
  }
}

/** Numbered from 1, or from 0 when it was a list. */
function inOrder(params: Record<string, string>): string[] {
  const names = Object.keys(params).map(Number)
  const first = names.includes(0) ? 0 : 1
  const list = names.map((_, index) => params[String(index + first)])
  if (list.some((value) => value === undefined))
    throw new InvalidRequest('subset.params', 'params must be numbered without gaps')
  return list.filter((value) => value !== undefined)
}

/** A subset in SQL. */
export interface SubsetSql {
  /** What follows the shape's own clause. */
  rest: string
  /** Only the shape's own rows may be asked: of others an error would tell. */
  isFenced: boolean
}

/** @throws InvalidRequest */
export function subsetSql(
  { where, params, orderBy, limit, offset }: SubsetRequest,
  { queryable }: ShapeSource,
  table: Table,
): SubsetSql {
  // What may not be asked by is as good as not there: not even its name or type is told.
  const columns = table.columns.filter(({ name }) => queryable?.includes(name) ?? true)
  const visible = { ...table, columns, unpublished: [] }
  const clause =
    where === null
      ? null
      : refusedAs('subset.where', () => subsetClause(parseWhere(where, params, table.name), visible))
  const rest = [
    clause ? ` and (${clause.sql})` : '',
    orderBy === null ? '' : ` order by ${orderOf(orderBy, visible)}`,
    limit === null ? '' : ` limit ${limit}`,
    offset === null ? '' : ` offset ${offset}`,
  ].join('')
  return { rest, isFenced: clause !== null && !clause.neverErrs }
}

/** What of an error is the clause's: a value or a type that does not fit, a limit, or that it took too long. */
const ofClause = /^(?:22|42(?!501|P01)|54|57014)/

/** A subset's clause that Postgres refuses. @throws InvalidRequest */
export function refusedByPostgres(error: unknown): never {
  const { code } = error instanceof Error && 'code' in error ? error : { code: null }
  if (error instanceof Error && typeof code === 'string' && ofClause.test(code))
    throw new InvalidRequest('subset.where', error.message)
  throw error
}

const orderItem = /^\s*("(?:[^"]|"")+"|[^\s"]+)(?:\s+(asc|desc))?(?:\s+nulls\s+(first|last))?\s*$/i

function orderOf(text: string, table: Table): string {
  return split(text, ',')
    .map((item) => {
      const [, name = '', direction = 'asc', nulls] = item.match(orderItem) ?? []
      const column = parseIdentifier('subset.order_by', name)
      if (!table.columns.some((one) => one.name === column))
        throw new InvalidRequest('subset.order_by', `unknown column: ${column}`)
      // By the column itself: unqualified it would be the text that is selected under its name.
      return `${quoteIdent(table.name)}.${quoteIdent(column)} ${direction}${nulls ? ` nulls ${nulls}` : ''}`
    })
    .join(', ')
}

/** @throws InvalidRequest of `field` for what is no clause. */
export function parseClause(field: string, where: string, params: readonly string[], table: string): Expression {
  return refusedAs(field, () => parseWhere(where, params, table))
}

/** Without `tableOf` it has no subqueries. @throws InvalidRequest of `field` for what the table can't answer. */
export function clauseOf(
  field: string,
  where: string,
  params: readonly string[],
  table: Table,
  tableOf?: TableOf,
): CompiledWhere {
  return refusedAs(field, () => compileWhere(parseWhere(where, params, table.name), table, tableOf))
}

function refusedAs<Result>(field: string, read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    if (error instanceof WhereError) throw new InvalidRequest(field, error.message)
    throw error
  }
}

/** Without what may be written in several ways; empty when it is not understood. */
export function plainPath(pathname: string): string {
  try {
    return `/${decodeURI(pathname).split('/').filter(Boolean).join('/')}`
  } catch {
    return ''
  }
}
