// Where clauses: Postgres' parse tree → Expression. What a name or an operator means is told in compile.ts.
// Whatever is not known here is refused with its position; nothing is guessed.
import type {
  A_Const,
  A_Expr,
  A_Indirection,
  BoolExpr,
  BooleanTest,
  BoolTestType,
  ColumnRef,
  FuncCall,
  Node,
  SubLink,
} from 'libpg-query'
import type { Subscript } from './functions/subscripts.ts'
import { maxDepth, maxSubqueries } from './limits.ts'
import { readType, type TypeName } from './parse-type.ts'
import { readSelect, type Select } from './subqueries/select.ts'
import { nameParts, parseExpression, type Syntax } from './syntax.ts'
import { assertText } from './types/text.ts'
import { WhereError } from './where-error.ts'

export { WhereError } from './where-error.ts'

export type Comparison = '=' | '<>' | '<' | '<=' | '>' | '>='
export type Like = 'like' | 'not like' | 'ilike' | 'not ilike'
export type Operator = Comparison | Like | '@>' | '<@' | '&&'

export type Expression = { position: number } & (
  | { kind: 'column'; name: string }
  /** A string, $n or NULL: its type is told by what it meets, as Postgres does. */
  | { kind: 'untyped'; text: string | null }
  | { kind: 'number'; text: string }
  | { kind: 'bool'; value: boolean }
  | { kind: 'array'; items: readonly Expression[] }
  /** A function, or an operator that makes a value. */
  | { kind: 'call'; name: string; args: readonly Expression[] }
  | { kind: 'subscript'; operand: Expression; subscripts: readonly Subscript<Expression>[] }
  | { kind: 'cast'; operand: Expression; type: TypeName }
  | { kind: 'collate'; operand: Expression; collation: string }
  | { kind: 'and' | 'or'; operands: readonly Expression[] }
  | { kind: 'not'; operand: Expression }
  | { kind: 'operator'; operator: Operator; left: Expression; right: Expression }
  | { kind: 'quantified'; operator: Comparison | Like; all: boolean; left: Expression; right: Expression }
  | { kind: 'distinct'; negated: boolean; left: Expression; right: Expression }
  | { kind: 'in'; operand: Expression; list: readonly Expression[]; negated: boolean }
  | { kind: 'is'; operand: Expression; what: 'null' | 'true' | 'false' | 'unknown'; negated: boolean }
  /** x IN (SELECT …), or (x, y) IN (SELECT …). */
  | { kind: 'within'; columns: readonly ColumnName[]; select: Select }
)

/** A column of the table that the clause is about. */
export interface ColumnName {
  name: string
  position: number
}

/**
 * `params` are $1 … as text. Columns may be written `table.column`.
 * @throws WhereError with the position of what is not understood.
 */
export function parseWhere(text: string, params: readonly string[], table: string): Expression {
  const { root, positionAt } = parseExpression(text)
  return new TreeReader(positionAt, params, table).expression(root)
}

/** By their names in pg_operator; those that ANY and ALL take. */
const compared: Readonly<Record<string, Comparison | Like>> = {
  '=': '=',
  '<>': '<>',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
  '~~': 'like',
  '!~~': 'not like',
  '~~*': 'ilike',
  '!~~*': 'not ilike',
}
const operators: Readonly<Record<string, Operator>> = { ...compared, '@>': '@>', '<@': '<@', '&&': '&&' }

/** These are no functions: in quotes, as names, they would be others. */
const grammarOnly: ReadonlySet<string> = new Set(['coalesce', 'greatest', 'least', 'nullif'])

/** Others are DISTINCT, ORDER BY, FILTER, OVER and VARIADIC. */
const callFields: ReadonlySet<string> = new Set<keyof FuncCall>(['funcname', 'args', 'funcformat', 'location'])

const truths = {
  IS_TRUE: { what: 'true', negated: false },
  IS_NOT_TRUE: { what: 'true', negated: true },
  IS_FALSE: { what: 'false', negated: false },
  IS_NOT_FALSE: { what: 'false', negated: true },
  IS_UNKNOWN: { what: 'unknown', negated: false },
  IS_NOT_UNKNOWN: { what: 'unknown', negated: true },
} as const satisfies Record<BoolTestType, { what: string; negated: boolean }>

class TreeReader {
  private readonly positionAt: Syntax['positionAt']
  private readonly params: readonly string[]
  /** The one whose columns are meant. */
  private table: string
  private depth = 0
  private subqueries = 0

  constructor(positionAt: Syntax['positionAt'], params: readonly string[], table: string) {
    this.positionAt = positionAt
    this.params = params
    this.table = table
  }

  expression(node: Node | undefined): Expression {
    if (!node) throw new Error('an operator without its operand')
    const [content]: { location?: number }[] = Object.values(node)
    const position = this.positionAt(content?.location)
    if ('ColumnRef' in node) return this.column(node.ColumnRef, position)
    if ('ParamRef' in node) return this.param(node.ParamRef.number ?? 0, position)
    if ('A_Const' in node) return constant(node.A_Const, position)
    if ('A_Expr' in node) return this.operator(node.A_Expr, position)
    if ('BoolExpr' in node) return this.junction(node.BoolExpr, position)
    if ('FuncCall' in node) return this.call(node.FuncCall, position)
    if ('CoalesceExpr' in node) {
      return { kind: 'call', name: 'coalesce', args: this.within(node.CoalesceExpr.args, position), position }
    }
    if ('MinMaxExpr' in node) {
      const { op, args } = node.MinMaxExpr
      return {
        kind: 'call',
        name: op === 'IS_LEAST' ? 'least' : 'greatest',
        args: this.within(args, position),
        position,
      }
    }
    if ('A_ArrayExpr' in node) {
      return { kind: 'array', items: this.within(node.A_ArrayExpr.elements, position), position }
    }
    return this.suffixed(node, position)
  }

  private all(nodes: readonly Node[] = []): Expression[] {
    return nodes.map((node) => this.expression(node))
  }

  /** What is one level further in. */
  private within(nodes: readonly Node[] | undefined, position: number): Expression[] {
    if (++this.depth > maxDepth) throw new WhereError('nested too deeply', position)
    const expressions = this.all(nodes)
    this.depth--
    return expressions
  }

  /** What is written behind its operand, and is where that begins. */
  private suffixed(node: Node, position: number): Expression {
    if ('TypeCast' in node) {
      const { arg, typeName = {}, location } = node.TypeCast
      // A type before its constant has no location. Before a parameter Postgres takes none; libpg-query does.
      if (arg && 'ParamRef' in arg && location === -1) {
        throw new WhereError('expected a string', this.positionAt(arg.ParamRef.location))
      }
      const operand = this.expression(arg)
      const type = readType(typeName, this.positionAt(typeName.location))
      return { kind: 'cast', operand, type, position: operand.position }
    }
    if ('CollateClause' in node) {
      const operand = this.expression(node.CollateClause.arg)
      const [collation, ...more] = nameParts(node.CollateClause.collname)
      if (collation === undefined || more.length > 0) throw new WhereError('expected one name', position)
      return { kind: 'collate', operand, collation, position: operand.position }
    }
    if ('NullTest' in node) {
      const operand = this.expression(node.NullTest.arg)
      const negated = node.NullTest.nulltesttype === 'IS_NOT_NULL'
      return { kind: 'is', operand, what: 'null', negated, position: operand.position }
    }
    if ('BooleanTest' in node) return this.truth(node.BooleanTest, position)
    if ('A_Indirection' in node) return this.subscripts(node.A_Indirection)
    if ('SubLink' in node) return this.subquery(node.SubLink)
    throw new WhereError(`${Object.keys(node).join()} is not supported`, position)
  }

  private subscripts({ arg, indirection = [] }: A_Indirection): Expression {
    const operand = this.expression(arg)
    const { position } = operand
    const subscripts = indirection.map((node): Subscript<Expression> => {
      if (!('A_Indices' in node)) throw new WhereError('fields are not supported', position)
      const { is_slice: isSlice, lidx, uidx } = node.A_Indices
      const [lower, upper] = [lidx, uidx].map((index) => (index ? onlyOf(this.within([index], position)) : null))
      if (isSlice) return { lower: lower ?? null, upper: upper ?? null }
      if (!upper) throw new Error('a subscript without its index')
      return { index: upper }
    })
    return { kind: 'subscript', operand, subscripts, position }
  }

  private subquery(link: SubLink): Expression {
    const at = this.positionAt(link.location)
    if (++this.subqueries > maxSubqueries) throw new WhereError('too many subqueries', at)
    const isIn = link.subLinkType === 'ANY_SUBLINK' && !link.operName
    if (!isIn) throw new WhereError('of subqueries only IN (SELECT …) is supported', at)
    const { testexpr } = link
    const isRow = testexpr && 'RowExpr' in testexpr && testexpr.RowExpr.row_format === 'COERCE_IMPLICIT_CAST'
    const operands = isRow ? this.within(testexpr.RowExpr.args, at) : [this.expression(testexpr)]
    const columns = operands.map((operand) => {
      if (operand.kind !== 'column')
        throw new WhereError('before IN (SELECT …) only columns are supported', operand.position)
      return { name: operand.name, position: operand.position }
    })
    const select = readSelect(link.subselect, columns.length, {
      at,
      positionAt: this.positionAt,
      clauseOf: (node, table) => this.inTable(node, table, at),
    })
    return { kind: 'within', columns, select, position: columns[0]?.position ?? at }
  }

  /** A clause of a table further in; of that around it no column can be meant. */
  private inTable(node: Node, table: string, position: number): Expression {
    const outer = this.table
    this.table = table
    const [expression] = this.within([node], position)
    this.table = outer
    return onlyOf(expression ? [expression] : [])
  }

  private truth({ arg, booltesttype }: BooleanTest, position: number): Expression {
    if (!booltesttype) throw new WhereError('IS is not understood', position)
    const operand = this.expression(arg)
    return { kind: 'is', operand, ...truths[booltesttype], position: operand.position }
  }

  private column({ fields }: ColumnRef, position: number): Expression {
    const parts = nameParts(fields)
    const [name, table = this.table] = parts.toReversed()
    if (name === undefined || parts.length > 2) throw new WhereError('expected a column', position)
    if (table !== this.table) throw new WhereError(`unknown table ${table}`, position)
    return { kind: 'column', name, position }
  }

  private param(number: number, position: number): Expression {
    const text = this.params[number - 1]
    if (text === undefined) throw new WhereError(`$${number} has no value`, position)
    assertText(text, position)
    return { kind: 'untyped', text, position }
  }

  private call(call: FuncCall, position: number): Expression {
    const parts = nameParts(call.funcname)
    const [name = '', schema] = parts.toReversed()
    // What SQL has words of its own for, as AT TIME ZONE and EXTRACT, the parser says with its schema.
    const isSyntax = call.funcformat === 'COERCE_SQL_SYNTAX' && schema === 'pg_catalog'
    const isPlain = isSyntax || (call.funcformat === 'COERCE_EXPLICIT_CALL' && parts.length === 1)
    if (!isPlain || !Object.keys(call).every((key) => callFields.has(key)) || grammarOnly.has(name)) {
      throw new WhereError(`this call of ${name} is not supported`, position)
    }
    return { kind: 'call', name, args: this.within(call.args, position), position }
  }

  private junction({ boolop, args }: BoolExpr, position: number): Expression {
    if (boolop === 'NOT_EXPR') return { kind: 'not', operand: onlyOf(this.within(args, position)), position }
    const operands = this.all(args)
    const kind = boolop === 'AND_EXPR' ? 'and' : 'or'
    return { kind, operands, position: operands[0]?.position ?? position }
  }

  /** `at` is where the operator is; the whole begins with its left operand. */
  private operator({ kind, name, lexpr, rexpr }: A_Expr, at: number): Expression {
    const [symbol = '', ...more] = nameParts(name)
    if (more.length > 0) throw new WhereError('operators with a schema are not supported', at)
    if (!lexpr) return { kind: 'call', name: symbol, args: this.within(rexpr && [rexpr], at), position: at }
    const left = this.expression(lexpr)
    const { position } = left
    switch (kind) {
      case 'AEXPR_OP':
      case 'AEXPR_LIKE':
      case 'AEXPR_ILIKE': {
        const operator = operators[symbol]
        const right = this.expression(rexpr)
        if (operator) return { kind: 'operator', operator, left, right, position }
        return { kind: 'call', name: symbol, args: [left, right], position: at }
      }
      case 'AEXPR_NULLIF':
        return { kind: 'call', name: 'nullif', args: [left, this.expression(rexpr)], position }
      case 'AEXPR_OP_ANY':
      case 'AEXPR_OP_ALL': {
        const operator = compared[symbol]
        if (!operator) throw new WhereError(`operator ${symbol} takes no ANY or ALL`, at)
        const all = kind === 'AEXPR_OP_ALL'
        return { kind: 'quantified', operator, all, left, right: this.expression(rexpr), position }
      }
      case 'AEXPR_DISTINCT':
      case 'AEXPR_NOT_DISTINCT': {
        const negated = kind === 'AEXPR_NOT_DISTINCT'
        return { kind: 'distinct', negated, left, right: this.expression(rexpr), position }
      }
      case 'AEXPR_IN':
        return { kind: 'in', operand: left, list: this.list(rexpr), negated: symbol === '<>', position }
      case 'AEXPR_BETWEEN':
      case 'AEXPR_BETWEEN_SYM':
        return between(left, this.list(rexpr), kind === 'AEXPR_BETWEEN_SYM')
      case 'AEXPR_NOT_BETWEEN':
      case 'AEXPR_NOT_BETWEEN_SYM':
        return { kind: 'not', operand: between(left, this.list(rexpr), kind === 'AEXPR_NOT_BETWEEN_SYM'), position }
      default:
        throw new WhereError(`${kind} is not supported`, at)
    }
  }

  private list(node: Node | undefined): Expression[] {
    return this.all(node && 'List' in node ? node.List.items : undefined)
  }
}

function onlyOf([only]: readonly Expression[]): Expression {
  if (!only) throw new Error('an operator without its operand')
  return only
}

function constant({ ival, fval, boolval, sval, isnull }: A_Const, position: number): Expression {
  if (ival) return { kind: 'number', text: String(ival.ival ?? 0), position }
  if (fval) return { kind: 'number', text: fval.fval ?? '', position }
  if (boolval) return { kind: 'bool', value: boolval.boolval ?? false, position }
  if (sval) return { kind: 'untyped', text: sval.sval ?? '', position }
  if (isnull) return { kind: 'untyped', text: null, position }
  throw new WhereError('this constant is not supported', position)
}

/** As Postgres does: two comparisons, of which each finds its own type. */
function between(operand: Expression, [low, high]: readonly Expression[], symmetric: boolean): Expression {
  const { position } = operand
  if (!low || !high) throw new Error('BETWEEN without its bounds')
  const inside = (from: Expression, to: Expression): Expression => ({
    kind: 'and',
    operands: [
      { kind: 'operator', operator: '>=', left: operand, right: from, position },
      { kind: 'operator', operator: '<=', left: operand, right: to, position },
    ],
    position,
  })
  return symmetric ? { kind: 'or', operands: [inside(low, high), inside(high, low)], position } : inside(low, high)
}
