// What a client asked: the parameters of /v1/shape, checked. A shape's definition and a position in it.
import * as v from 'valibot'
import type { Table, TableName } from './catalog.ts'
import { Offset } from './offset.ts'
import type { ShapeDefinition } from './shape.ts'
import { compileWhere } from './where/compile.ts'
import { parseWhere, WhereError } from './where/parse.ts'

export interface ShapeRequest {
  table: TableName
  columns: readonly string[] | null
  where: string | null
  params: readonly string[]
  replica: 'default' | 'full'
  log: 'full' | 'changes_only'
  offset: Offset | 'now'
  handle: string | null
  live: boolean
  cursor: string | null
}

/** A request that can't be served: 400 with the field's messages. */
export class InvalidRequest extends Error {
  readonly errors: Record<string, string[]>
  constructor(field: string, message: string) {
    super(message)
    this.errors = { [field]: [message] }
  }
}

const identifier = /^(?:"((?:[^"]|"")+)"|([A-Za-z_][A-Za-z0-9_$]*))$/

function parseIdentifier(field: string, text: string) {
  const [, quoted, bare] = text.trim().match(identifier) ?? []
  if (quoted !== undefined) return quoted.replaceAll('""', '"')
  if (bare !== undefined) return bare.toLowerCase()
  throw new InvalidRequest(field, `invalid name: ${text}`)
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

/** @throws InvalidRequest */
export function parseShapeRequest(query: URLSearchParams): ShapeRequest {
  const names = (query.get('table') ?? '').match(/"(?:[^"]|"")+"|[^.]+/g) ?? []
  if (names.length === 0 || names.length > 2) throw new InvalidRequest('table', "can't be blank")
  const [schema, table] = names.length === 2 ? names : ['public', names[0]]
  const offset = parseOffset(query.get('offset'))
  const handle = query.get('handle')
  const live = query.get('live') === 'true'
  const fromStart = offset === 'now' || offset === Offset.beforeAll
  if (!fromStart && !handle) throw new InvalidRequest('handle', "can't be blank when offset != -1")
  if (live && fromStart) throw new InvalidRequest('live', "can't be true when offset == -1")
  return {
    table: { schema: parseIdentifier('table', schema ?? ''), name: parseIdentifier('table', table ?? '') },
    columns:
      query
        .get('columns')
        ?.split(',')
        .map((name) => parseIdentifier('columns', name)) ?? null,
    where: query.get('where'),
    params: parseParams(query),
    replica: choice(['default', 'full'], 'replica', query.get('replica'), 'default'),
    log: choice(['full', 'changes_only'], 'log', query.get('log'), 'full'),
    offset,
    handle,
    live,
    cursor: query.get('cursor'),
  }
}

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
  const given = [...query.keys()].filter((key) => /^params\[\d+\]$/.test(key)).length
  if (given !== params.length) throw new InvalidRequest('params', 'must be numbered from 1 without gaps')
  return params
}

/** @throws InvalidRequest for columns and where clauses that the table can't answer. */
export function defineShape(request: ShapeRequest, table: Table): ShapeDefinition {
  const known = table.columns.map((column) => column.name)
  const unknown = request.columns?.find((name) => !known.includes(name))
  if (unknown !== undefined) throw new InvalidRequest('columns', `unknown column: ${unknown}`)
  const missing = table.key.find((name) => request.columns && !request.columns.includes(name))
  if (missing !== undefined) throw new InvalidRequest('columns', `must include the primary key: ${missing}`)
  const { where, params, replica, log } = request
  const columns = request.columns ? known.filter((name) => request.columns?.includes(name)) : known
  return {
    id: JSON.stringify([table.schema, table.name, columns, where, params, replica, log]),
    table,
    columns,
    where: where === null ? null : compile(where, params, table),
    replica,
    log,
  }
}

function compile(where: string, params: readonly string[], table: Table) {
  try {
    return compileWhere(parseWhere(where, params, table.name), table)
  } catch (error) {
    if (error instanceof WhereError) throw new InvalidRequest('where', error.message)
    throw error
  }
}
