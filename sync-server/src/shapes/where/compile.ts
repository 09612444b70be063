// Where clauses: tree → predicate over rows as text, with Postgres' three-valued logic, and → SQL for the snapshot.
// Invariant: the predicate says true exactly where the SQL would.
import { quoteIdent, type Row, type Table } from '../catalog.ts'
import { WhereError, type Expression, type Value } from './parse.ts'

/** true, false, or null for unknown. */
type Verdict = boolean | null
type Predicate = (row: Row) => Verdict

export interface CompiledWhere {
  matches(row: Row): boolean
  /** With $1 … bound to `params`; never text of the client's. */
  sql: string
  params: readonly (string | null)[]
  /** `column` → value for every `column = constant` that must hold: what routing may index by. */
  equalities: ReadonlyMap<string, string>
}

type Kind = 'text' | 'bool' | 'uuid' | 'integer' | 'number' | 'other'

const kinds: Record<string, Kind> = {
  text: 'text',
  varchar: 'text',
  bool: 'bool',
  uuid: 'uuid',
  int2: 'integer',
  int4: 'integer',
  int8: 'integer',
  numeric: 'number',
  float4: 'number',
  float8: 'number',
}

export function compileWhere(expression: Expression, table: Table): CompiledWhere {
  const params: (string | null)[] = []
  const compiler = createCompiler(table, params)
  const predicate = compiler.predicate(expression)
  return {
    matches: (row) => predicate(row) === true,
    sql: compiler.sql(expression),
    params,
    equalities: new Map(compiler.equalities(expression)),
  }
}

function createCompiler(table: Table, params: (string | null)[]) {
  const typeOf = (value: Value): string | null => {
    if (value.kind === 'literal') return null
    const column = table.columns.find(({ name }) => name === value.name)
    if (!column) throw new WhereError(`unknown column ${value.name}`, value.position)
    return column.type
  }

  /** The type that two sides are compared as: the column's. */
  const commonType = (...values: Value[]) => values.map(typeOf).find((type) => type !== null) ?? 'text'

  const reader = (value: Value, type: string): ((row: Row) => string | null) => {
    if (value.kind === 'column') {
      typeOf(value)
      return (row) => row[value.name] ?? null
    }
    const constant = value.value === null ? null : normalise(value.value, type)
    return () => constant
  }

  const compare = (operator: string, left: Value, right: Value): Predicate => {
    const type = commonType(left, right)
    const [read, other] = [reader(left, type), reader(right, type)]
    const order = orderOf(type, operator)
    return (row) => {
      const [a, b] = [read(row), other(row)]
      return a === null || b === null ? null : order(a, b)
    }
  }

  const predicate = (expression: Expression): Predicate => {
    switch (expression.kind) {
      case 'and':
      case 'or': {
        const [left, right] = [predicate(expression.left), predicate(expression.right)]
        const decisive = expression.kind === 'or'
        return (row) => {
          const a = left(row)
          if (a === decisive) return decisive
          const b = right(row)
          return b === decisive ? decisive : a === null || b === null ? null : !decisive
        }
      }
      case 'not': {
        const operand = predicate(expression.operand)
        return (row) => negate(operand(row))
      }
      case 'compare':
        return compare(expression.operator, expression.left, expression.right)
      case 'in':
        return oneOf(
          expression.list.map((item) => compare('=', expression.operand, item)),
          expression.negated,
        )
      case 'any':
        return oneOf(
          arrayItems(expression.array).map((item) => compare('=', expression.operand, item)),
          false,
        )
      case 'is':
        return isTest(expression, reader(expression.operand, commonType(expression.operand)))
      case 'like':
        return like(expression, reader(expression.operand, 'text'), reader(expression.pattern, 'text'))
      case 'value': {
        const read = reader(expression.value, 'bool')
        if (expression.value.kind === 'column' && typeOf(expression.value) !== 'bool') {
          throw new WhereError(`${expression.value.name} is no condition`, expression.value.position)
        }
        return (row) => toVerdict(read(row))
      }
    }
  }

  const valueSql = (value: Value, type: string) => {
    if (value.kind === 'column') return quoteIdent(value.name)
    params.push(value.value)
    return `$${params.length}::text::${quoteIdent(type)}`
  }

  const sql = (expression: Expression): string => {
    switch (expression.kind) {
      case 'and':
      case 'or':
        return `(${sql(expression.left)} ${expression.kind} ${sql(expression.right)})`
      case 'not':
        return `(not ${sql(expression.operand)})`
      case 'compare': {
        const type = commonType(expression.left, expression.right)
        return `(${valueSql(expression.left, type)} ${expression.operator} ${valueSql(expression.right, type)})`
      }
      case 'in': {
        const type = commonType(expression.operand, ...expression.list)
        const list = expression.list.map((item) => valueSql(item, type)).join(', ')
        return `(${valueSql(expression.operand, type)} ${expression.negated ? 'not in' : 'in'} (${list}))`
      }
      case 'any': {
        const type = commonType(expression.operand)
        const items = arrayItems(expression.array).map((item) => valueSql(item, type))
        return `(${valueSql(expression.operand, type)} = any (array[${items.join(', ')}]::${quoteIdent(type)}[]))`
      }
      case 'is':
        return `(${valueSql(expression.operand, commonType(expression.operand))} is ${expression.negated ? 'not ' : ''}${expression.what})`
      case 'like': {
        const word = `${expression.negated ? 'not ' : ''}${expression.insensitive ? 'ilike' : 'like'}`
        return `(${valueSql(expression.operand, 'text')} ${word} ${valueSql(expression.pattern, 'text')})`
      }
      case 'value':
        return valueSql(expression.value, 'bool')
    }
  }

  const equalities = (expression: Expression): [string, string][] => {
    if (expression.kind === 'and') return [...equalities(expression.left), ...equalities(expression.right)]
    if (expression.kind !== 'compare' || expression.operator !== '=') return []
    const { left, right } = expression
    if (left.kind !== 'column' || right.kind !== 'literal' || right.value === null) return []
    return [[left.name, normalise(right.value, typeOf(left) ?? 'text')]]
  }

  return { predicate, sql, equalities }
}

const negate = (verdict: Verdict): Verdict => (verdict === null ? null : !verdict)
const toVerdict = (text: string | null): Verdict => (text === null ? null : text === 'true')

/** A constant as Postgres would print it, so that equal values are equal texts. */
function normalise(text: string, type: string): string {
  switch (kinds[type]) {
    case 'bool':
      return /^(t|true|y|yes|on|1)$/i.test(text.trim()) ? 'true' : 'false'
    case 'uuid':
      return text.toLowerCase()
    case 'integer':
      return BigInt(text.trim()).toString()
    default:
      return text
  }
}

function orderOf(type: string, operator: string): (a: string, b: string) => boolean {
  const kind = kinds[type] ?? 'other'
  if (operator === '=' && kind !== 'number') return (a, b) => a === b
  if (operator === '<>' && kind !== 'number') return (a, b) => a !== b
  if (kind === 'other') throw new WhereError(`${type} can only be compared with = and <>`, 0)
  const compare = kind === 'integer' || kind === 'number' ? compareNumbers : compareTexts
  switch (operator) {
    case '=':
      return (a, b) => compare(a, b) === 0
    case '<>':
      return (a, b) => compare(a, b) !== 0
    case '<':
      return (a, b) => compare(a, b) < 0
    case '<=':
      return (a, b) => compare(a, b) <= 0
    case '>':
      return (a, b) => compare(a, b) > 0
    default:
      return (a, b) => compare(a, b) >= 0
  }
}

const compareNumbers = (a: string, b: string) => Number(a) - Number(b)
/** Byte order, as the C collation of our databases. */
const compareTexts = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))

function oneOf(tests: readonly Predicate[], negated: boolean): Predicate {
  return (row) => {
    let verdict: Verdict = false
    for (const test of tests) {
      const one = test(row)
      if (one === true) return !negated
      if (one === null) verdict = null
    }
    return negated ? negate(verdict) : verdict
  }
}

function isTest({ what, negated }: { what: string; negated: boolean }, read: (row: Row) => string | null): Predicate {
  return (row) => {
    const text = read(row)
    const holds = what === 'null' ? text === null : text === what
    return negated ? !holds : holds
  }
}

function like(
  { insensitive, negated }: { insensitive: boolean; negated: boolean },
  read: (row: Row) => string | null,
  patternOf: (row: Row) => string | null,
): Predicate {
  return (row) => {
    const [text, pattern] = [read(row), patternOf(row)]
    if (text === null || pattern === null) return null
    const holds = likeRegExp(pattern, insensitive).test(text)
    return negated ? !holds : holds
  }
}

function likeRegExp(pattern: string, insensitive: boolean) {
  const source = pattern.replaceAll(/\\?[\s\S]/gu, (part) => {
    if (part === '%') return '[\\s\\S]*'
    if (part === '_') return '[\\s\\S]'
    return RegExp.escape(part.length > 1 && part.startsWith('\\') ? part.slice(1) : part)
  })
  return new RegExp(`^${source}$`, insensitive ? 'iu' : 'u')
}

/** Items of an array constant like {a,"b c",NULL}. */
function arrayItems(array: Value): Value[] {
  if (array.kind === 'column') throw new WhereError('ANY takes a constant array', array.position)
  const body = array.value?.match(/^\{([\s\S]*)\}$/)?.[1]
  if (body === undefined) throw new WhereError('ANY takes a constant array', 0)
  return [...body.matchAll(/"((?:[^"\\]|\\.)*)"|([^,]+)/g)].map(([, quoted, bare]) => ({
    kind: 'literal',
    type: 'text',
    value: quoted !== undefined ? quoted.replaceAll(/\\(.)/g, '$1') : bare === 'NULL' ? null : (bare ?? ''),
  }))
}
