// Where clauses: tree → typed tree → predicate over rows as text, with Postgres' three-valued logic, and → SQL for the snapshot.
// Invariant: the predicate says true exactly where the SQL would; what can't be told is refused here, not by the snapshot.
import { quoteIdent, type Column, type Row, type Table } from '../catalog.ts'
import { arrayItems } from './array-items.ts'
import { likeMatcher } from './like.ts'
import { WhereError, type Expression, type Value } from './parse.ts'
import { comparer, constantOf, isCanonical, kindOf, type Kind } from './values.ts'

/** true, false, or null for unknown. */
type Verdict = boolean | null

export interface CompiledWhere {
  matches(row: Row): boolean
  /** With $1 … bound to `params`; never text of the client's. */
  sql: string
  params: readonly string[]
  /** `column` → text for every `column = constant` that must hold: what routing may index by. */
  equalities: ReadonlyMap<string, string>
}

/** A part of the clause, both ways. */
interface Compiled {
  test(row: Row): Verdict
  sql: string
}

/** One side of a comparison. */
interface Operand {
  read(row: Row): string | null
  sql: string
  type: string
  /** Its text, when it is one. */
  constant?: string
}

export function compileWhere(expression: Expression, table: Table): CompiledWhere {
  const compiler = new Compiler(table)
  const { test, sql } = compiler.compile(expression)
  return {
    matches: (row) => test(row) === true,
    sql,
    params: compiler.params,
    equalities: new Map(compiler.equalities(expression)),
  }
}

class Compiler {
  readonly params: string[] = []
  private readonly table: Table

  constructor(table: Table) {
    this.table = table
  }

  compile(expression: Expression): Compiled {
    switch (expression.kind) {
      case 'and':
      case 'or':
        return this.junction(expression)
      case 'not':
        return not(this.compile(expression.operand))
      case 'compare':
        return this.compare(expression.operator, expression.left, expression.right)
      case 'in': {
        const found = this.among(expression.operand, expression.list)
        return expression.negated ? not(found) : found
      }
      case 'any':
        return this.among(expression.operand, arrayItems(expression.array))
      case 'is':
        return this.is(expression)
      case 'like':
        return this.like(expression)
      case 'value': {
        const { read, sql } = this.operand(expression.value, 'bool', 'bool')
        return { sql, test: (row) => verdictOf(read(row)) }
      }
    }
  }

  /** Columns that a constant is compared with in a way that must hold for the whole. */
  equalities(expression: Expression): [string, string][] {
    if (expression.kind === 'and') return [...this.equalities(expression.left), ...this.equalities(expression.right)]
    if (expression.kind !== 'compare' || expression.operator !== '=') return []
    const sides = [expression.left, expression.right]
    const column = sides.find((side) => side.kind === 'column')
    const literal = sides.find((side) => side.kind === 'literal')
    if (!column || !literal || literal.value === null) return []
    const { type, kind } = this.column(column)
    const constant = constantOf(literal.value, type, kind, literal.type === 'number')
    return constant && isCanonical(type, kind) ? [[column.name, constant.text]] : []
  }

  private junction({ kind, left, right }: Extract<Expression, { kind: 'and' | 'or' }>): Compiled {
    const [a, b] = [this.compile(left), this.compile(right)]
    const decisive = kind === 'or'
    return {
      sql: `(${a.sql} ${kind} ${b.sql})`,
      test(row) {
        const first = a.test(row)
        if (first === decisive) return decisive
        const second = b.test(row)
        return second === decisive ? decisive : first === null || second === null ? null : !decisive
      },
    }
  }

  private compare(operator: string, left: Value, right: Value): Compiled {
    const { kind, type } = this.common([left, right])
    const [a, b] = [this.operand(left, type, kind), this.operand(right, type, kind)]
    const ordered = operator !== '=' && operator !== '<>'
    if (ordered && kind === 'enum') throw new WhereError('enums have only = and <>', right.position)
    const order = comparer(kind, [a.type, b.type])
    const holds = tests[operator]
    if (!holds) throw new WhereError(`unknown operator ${operator}`, right.position)
    // Databases differ in collation; the predicate orders by bytes.
    const collation = ordered && kind === 'text' ? ' collate "C"' : ''
    return {
      sql: `(${a.sql}${collation} ${operator} ${b.sql})`,
      test(row) {
        const [x, y] = [a.read(row), b.read(row)]
        return x === null || y === null ? null : holds(order(x, y))
      },
    }
  }

  /** Whether a value is among others: true, or unknown when one of them is. */
  private among(value: Value, list: readonly Value[]): Compiled {
    const { kind, type } = this.common([value, ...list])
    const operand = this.operand(value, type, kind)
    const items = list.map((item) => this.operand(item, type, kind))
    const sql = items.length === 0 ? 'false' : `(${operand.sql} in (${items.map((item) => item.sql).join(', ')}))`
    const constants = items.map(({ constant }) => constant).filter((text) => text !== undefined)
    if (constants.length === items.length && isCanonical(operand.type, kind)) {
      const known = new Set(constants)
      return { sql, test: (row) => membership(operand.read(row), known) }
    }
    const orders = items.map((item) => comparer(kind, [operand.type, item.type]))
    return {
      sql,
      test(row) {
        const text = operand.read(row)
        let verdict: Verdict = false
        for (const [index, item] of items.entries()) {
          const other = item.read(row)
          if (text === null || other === null) verdict = null
          else if (orders[index]?.(text, other) === 0) return true
        }
        return verdict
      },
    }
  }

  private is({ operand, what, negated }: Extract<Expression, { kind: 'is' }>): Compiled {
    const { kind, type } = what === 'null' ? this.common([operand]) : ({ kind: 'bool', type: 'bool' } as const)
    const { read, sql } =
      operand.kind === 'column' && what === 'null' ? this.columnOperand(operand) : this.operand(operand, type, kind)
    return {
      sql: `(${sql} is ${negated ? 'not ' : ''}${what})`,
      test(row) {
        const text = read(row)
        return (what === 'null' ? text === null : text === what) !== negated
      },
    }
  }

  private like({ operand, pattern, insensitive, negated }: Extract<Expression, { kind: 'like' }>): Compiled {
    const [text, like] = [this.operand(operand, 'text', 'text'), this.operand(pattern, 'text', 'text')]
    if (like.constant === undefined && pattern.kind === 'column') {
      throw new WhereError('patterns are constants', pattern.position)
    }
    const matches = likeMatcher(like.constant ?? '', insensitive, pattern.position)
    return {
      sql: `(${text.sql} collate "C" ${negated ? 'not ' : ''}${insensitive ? 'ilike' : 'like'} ${like.sql})`,
      test(row) {
        const value = text.read(row)
        return value === null || like.constant === undefined ? null : matches(value) !== negated
      },
    }
  }

  /** What all sides are compared as: the columns' kind, or for constants alone what they look like. */
  private common(values: readonly Value[]): { kind: Kind; type: string } {
    const column = values.find((value) => value.kind === 'column')
    if (column) return this.column(column)
    const types = values.map((value) => (value.kind === 'literal' ? value.type : 'null'))
    if (types.includes('bool')) return { kind: 'bool', type: 'bool' }
    return types.includes('number') ? { kind: 'number', type: 'numeric' } : { kind: 'text', type: 'text' }
  }

  private column({ name, position }: Extract<Value, { kind: 'column' }>): Column & { kind: Kind } {
    const column = this.table.columns.find((one) => one.name === name)
    if (!column) throw new WhereError(`unknown column ${name}`, position)
    return { ...column, kind: kindOf(column) }
  }

  private columnOperand(value: Extract<Value, { kind: 'column' }>): Operand & { kind: Kind } {
    const { name, type, kind } = this.column(value)
    const sql = kind === 'enum' ? `${quoteIdent(name)}::text` : quoteIdent(name)
    return { sql, type, kind, read: (row) => row[name] ?? null }
  }

  private operand(value: Value, type: string, kind: Kind): Operand {
    if (value.kind === 'column') {
      const column = this.columnOperand(value)
      if (column.kind === kind && kind !== 'opaque') return column
      throw new WhereError(`${value.name} is ${column.type}, which can't be compared so`, value.position)
    }
    if (value.value === null) return { sql: 'null', type, read: () => null }
    const constant = constantOf(value.value, type, kind, value.type === 'number')
    if (!constant) throw new WhereError(`not understood as ${type}: ${value.value}`, value.position)
    this.params.push(constant.text)
    // Two casts: the parameter is text for the driver, whatever the column is.
    const sql = `$${this.params.length}::text::${quoteIdent(constant.type)}`
    return { sql, type: constant.type, constant: constant.text, read: () => constant.text }
  }
}

const tests: Record<string, (order: number) => boolean> = {
  '=': (order) => order === 0,
  '<>': (order) => order !== 0,
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
}

const not = ({ test, sql }: Compiled): Compiled => ({
  sql: `(not ${sql})`,
  test(row) {
    const verdict = test(row)
    return verdict === null ? null : !verdict
  },
})

const verdictOf = (text: string | null): Verdict => (text === null ? null : text === 'true')

const membership = (text: string | null, known: ReadonlySet<string>): Verdict =>
  text === null ? null : known.has(text)
