// Where clauses: tree → typed operands → predicate over rows as text, with Postgres' three-valued logic, and → SQL for the snapshot.
// Invariant: the predicate says true exactly where the SQL would, which means what the clause means to Postgres; what can't be told is
// refused here, not by the snapshot.
import type { Row, Table, TableName } from '../catalog.ts'
import { containment, quantified } from './operators/array-operators.ts'
import { castTo } from './casts.ts'
import { explicitCollation } from './types/collation.ts'
import { columnOf } from './column.ts'
import { among, compare, distinct } from './operators/compare.ts'
import { arrayOf, collate, numberOf } from './construct.ts'
import { EvaluationError } from './evaluation-error.ts'
import { call } from './functions/functions.ts'
import { subscripted, type Subscript } from './functions/subscripts.ts'
import { conditionOf, is, junction, not } from './operators/logic.ts'
import { asTruth, bool, constant, type Operand } from './operand.ts'
import type { TypeName } from './parse-type.ts'
import type { Expression, Like, Operator } from './parse.ts'
import { like, quantifiedLike } from './operators/pattern-operators.ts'
import { maxDepth } from './limits.ts'
import { candidatesOf, placesIn, type Place } from './subqueries/places.ts'
import { subqueryOf, type Subquery } from './subqueries/subquery.ts'
import { typeNamed, typeOf } from './types/types.ts'
import { WhereError } from './where-error.ts'

export interface CompiledWhere {
  matches(row: Row): boolean
  /** Complete: constants are quoted literals, and the only text of the client's. */
  sql: string
  /** Those that the clause reads. */
  columns: readonly string[]
  /** `column` → text for every `column = constant` that must hold: what routing may index by. */
  equalities: ReadonlyMap<string, string>
  /** Whose answers `matches` has to be told with the row (`withAnswers`). */
  subqueries: readonly Subquery[]
  /** A clause without subqueries that holds wherever this one may; null is all rows. For a clause without them of no use. */
  candidates: CompiledWhere | null
}

/** The table that a subquery names. @throws WhereError */
export type TableOf = (name: TableName, position: number) => Table

const noTables: TableOf = (_, position) => {
  throw new WhereError('subqueries are not supported here', position)
}

/** Operators and operands; more than any clause has that repeats nothing. */
const maxSize = 100_000

/** @throws WhereError with the position of what is not supported. */
export function compileWhere(expression: Expression, table: Table, tableOf: TableOf = noTables): CompiledWhere {
  const { operand, columns, subqueries } = compileExpression(expression, table, tableOf)
  const whole = asTruth(operand)
  const { sql, equalities } = whole
  const { read } = conditionOf(whole)
  const candidates = subqueries.length === 0 ? null : candidatesOf(expression)
  return {
    matches: (row) => unlessItErrs(() => read(row) === 'true') ?? false,
    sql,
    columns,
    equalities: new Map(equalities),
    subqueries,
    candidates: candidates && compileWhere(candidates, table),
  }
}

/** A value of any type. @throws WhereError with the position of what is not supported. */
export function compileExpression(
  expression: Expression,
  table: Table,
  tableOf: TableOf = noTables,
): { operand: Operand; columns: string[]; subqueries: Subquery[] } {
  const compiler = new Compiler(table, tableOf, placesIn(expression))
  const operand = unlessItErrs(() => compiler.compile(expression))
  if (!operand) throw new WhereError('a constant is not in the range of its type', expression.position)
  return { operand, columns: [...compiler.columns], subqueries: compiler.subqueries }
}

/** Null where Postgres would raise an error for a value. */
function unlessItErrs<Result>(evaluate: () => Result): Result | null {
  try {
    return evaluate()
  } catch (error) {
    if (error instanceof EvaluationError) return null
    throw error
  }
}

class Compiler {
  readonly columns = new Set<string>()
  readonly subqueries: Subquery[] = []
  private readonly table: Table
  private readonly tableOf: TableOf
  private readonly places: ReadonlyMap<Expression, Place>
  private depth = 0
  private size = 0

  constructor(table: Table, tableOf: TableOf, places: ReadonlyMap<Expression, Place>) {
    this.table = table
    this.tableOf = tableOf
    this.places = places
  }

  compile(expression: Expression): Operand {
    // Chains of operators are deep without any parenthesis.
    if (++this.depth > 2 * maxDepth) throw new WhereError('nested too deeply', expression.position)
    // BETWEEN and IN repeat their operands, in which others may do so too.
    if (++this.size > maxSize) throw new WhereError('too long', expression.position)
    const operand = this.operand(expression)
    this.depth--
    return operand
  }

  private all(expressions: readonly Expression[]): Operand[] {
    return expressions.map((expression) => this.compile(expression))
  }

  private operand(expression: Expression): Operand {
    const { position } = expression
    switch (expression.kind) {
      case 'column':
        return this.column(expression.name, position)
      case 'untyped':
        return { kind: 'untyped', text: expression.text, collation: null, position }
      case 'number':
        return numberOf(expression.text, position)
      case 'bool':
        return constant(String(expression.value), bool, position)
      case 'array':
        return arrayOf(this.all(expression.items), null, position)
      case 'call':
        return call(expression.name, this.all(expression.args), position)
      case 'cast':
        return this.cast(expression.operand, expression.type, position)
      case 'collate':
        return collate(this.compile(expression.operand), explicitCollation(expression.collation, position))
      case 'subscript':
        return subscripted(this.compile(expression.operand), this.subscripts(expression.subscripts))
      case 'and':
      case 'or':
        return junction(expression.kind, this.all(expression.operands).map(asTruth), position)
      case 'not':
        return not(asTruth(this.compile(expression.operand)))
      case 'is':
        return is(this.compile(expression.operand), expression.what, expression.negated)
      case 'in': {
        const found = among(() => this.compile(expression.operand), this.all(expression.list), position)
        return expression.negated ? not(found) : found
      }
      case 'within':
        return this.subquery(expression)
      default:
        return binary(expression, this.compile(expression.left), this.compile(expression.right))
    }
  }

  private subquery(expression: Extract<Expression, { kind: 'within' }>): Operand {
    const { table, tableOf } = this
    const { select, columns, position } = expression
    const place = this.places.get(expression)
    if (!place) throw new WhereError('subqueries are supported under AND, OR and NOT only', position)
    const inner = tableOf(select, select.position)
    const where = select.where && compileWhere(select.where, inner, tableOf)
    const { subquery, operand } = subqueryOf(expression, { table, inner, where, place, index: this.subqueries.length })
    this.subqueries.push(subquery)
    for (const { name } of columns) this.columns.add(name)
    return operand
  }

  private subscripts(subscripts: readonly Subscript<Expression>[]): Subscript<Operand>[] {
    return subscripts.map((one) =>
      'index' in one
        ? { index: this.compile(one.index) }
        : { lower: one.lower && this.compile(one.lower), upper: one.upper && this.compile(one.upper) },
    )
  }

  private column(name: string, position: number): Operand {
    const column = this.table.columns.find((one) => one.name === name)
    if (!column) {
      const isThere = this.table.unpublished.includes(name)
      throw new WhereError(isThere ? `column ${name} is not published` : `unknown column ${name}`, position)
    }
    this.columns.add(name)
    return columnOf(column, position)
  }

  private cast(expression: Expression, { name, isArray }: TypeName, position: number): Operand {
    const ofEnum = this.table.columns.find((column) => column.isEnum && column.type === name)
    const type = typeNamed(name) ?? (ofEnum ? typeOf(ofEnum) : null)
    if (!type) throw new WhereError(`type ${name} is not supported`, position)
    // The type is that of the elements' constants too.
    if (isArray && expression.kind === 'array') return arrayOf(this.all(expression.items), type, position)
    return castTo(this.compile(expression), type, isArray)
  }
}

type Binary = Extract<Expression, { left: Expression }>

function binary(expression: Binary, left: Operand, right: Operand): Operand {
  if (expression.kind === 'distinct') return distinct(expression.negated, left, right)
  if (expression.kind === 'quantified') {
    const { operator, all } = expression
    return isLike(operator) ? quantifiedLike(operator, all, left, right) : quantified(operator, all, left, right)
  }
  const { operator } = expression
  if (isLike(operator)) return like(operator, left, right)
  return operator === '@>' || operator === '<@' || operator === '&&'
    ? containment(operator, left, right)
    : compare(operator, left, right)
}

const isLike = (operator: Operator): operator is Like => operator.endsWith('like')
