// A subset's clause, which Postgres alone evaluates, written as SQL: also what the engine can't tell exactly as Postgres does, as the order
// of texts in the database's collation. Nothing of the client's text gets into it: it is printed of the parsed tree, names are those of a list
// or of columns that may be asked by, everything else is a quoted constant. What is in the lists reads nothing but its operands,
// changes nothing, and makes nothing much larger than they are.
import { quoteIdent, type Table } from '../catalog.ts'
import type { Subscript } from './functions/subscripts.ts'
import { compileWhere } from './compile.ts'
import { maxDepth } from './limits.ts'
import type { Expression, Operator } from './parse.ts'
import { quoteLiteral } from './quote.ts'
import { WhereError } from './where-error.ts'

const words = (text: string) => new Set(text.split(/\s+/).filter(Boolean))

/** Of pg_catalog. Of numbers there are none: numerics of a hundred thousand digits are calculated without a look at the clock. */
const functions = words(`
  lower upper initcap length char_length character_length octet_length bit_length substring substr left right btrim ltrim rtrim position
  strpos split_part reverse ascii md5 starts_with concat concat_ws
  date_part date_trunc extract timezone make_date make_time make_timestamp justify_days justify_hours justify_interval
  isfinite to_char to_date to_timestamp
  array_length array_lower array_upper array_ndims cardinality array_position array_remove array_append array_prepend array_cat
  array_to_string jsonb_typeof jsonb_array_length json_typeof json_array_length`)

/** Written as functions, and words of the grammar. */
const grammar = words('coalesce nullif greatest least')

/** Of pg_catalog; regular expressions are none of them: they take what time they like. */
const operators = words(`= <> < <= > >= ~~ !~~ ~~* !~~* @> <@ && || ^@ -> ->> #> #>> ? ?| ?&`)

const types = words(`
  text varchar bpchar bool int2 int4 int8 numeric float4 float8 date time timetz timestamp timestamptz interval uuid bytea json jsonb`)

const symbols: Readonly<Partial<Record<Operator, string>>> = {
  like: '~~',
  'not like': '!~~',
  ilike: '~~*',
  'not ilike': '!~~*',
}

const collationName = /^[\w.@-]{1,63}$/
const numberForm = /^(?:\d|\.\d)[\w.+-]{0,99}$/
/** Characters. */
const longestConstant = 10_000

/** BETWEEN repeats its operand, in which others may do so too. */
const maxSize = 10_000

interface SubsetClause {
  sql: string
  /** Whether it fails for no row: else an error tells that there is such a row. */
  neverErrs: boolean
}

/** @throws WhereError for columns that the table has not, and for what is in none of the lists. */
export function subsetClause(expression: Expression, table: Table): SubsetClause {
  try {
    return { sql: compileWhere(expression, table).sql, neverErrs: neverErrs(expression) }
  } catch (error) {
    if (!(error instanceof WhereError)) throw error
    return { sql: partsOf(expression, table, error), neverErrs: false }
  }
}

/** What the engine understands of it goes the usual way. `refusal`: why it does not understand all. */
function partsOf(expression: Expression, table: Table, refusal: WhereError): string {
  switch (expression.kind) {
    case 'and':
    case 'or':
      return expression.operands.map((one) => `(${subsetClause(one, table).sql})`).join(` ${expression.kind} `)
    case 'not':
      return `not (${subsetClause(expression.operand, table).sql})`
    default:
      return inPostgresOnly(expression, table, refusal)
  }
}

function inPostgresOnly(expression: Expression, table: Table, refusal: WhereError): string {
  try {
    return new Printer(table).print(expression)
  } catch (error) {
    // It says more than that Postgres may not be asked either.
    throw error instanceof WhereError ? refusal : error
  }
}

class Printer {
  private readonly table: Table
  private depth = 0
  private size = 0

  constructor(table: Table) {
    this.table = table
  }

  print(expression: Expression): string {
    const { position } = expression
    if (++this.depth > 2 * maxDepth) throw new WhereError('nested too deeply', position)
    if (++this.size > maxSize) throw new WhereError('too long', position)
    const sql = `(${this.unwrapped(expression)})`
    this.depth--
    return sql
  }

  private list(expressions: readonly Expression[]): string {
    return expressions.map((one) => this.print(one)).join(', ')
  }

  private unwrapped(expression: Expression): string {
    const { position } = expression
    switch (expression.kind) {
      case 'column':
        return this.column(expression.name, position)
      case 'untyped':
        return expression.text === null ? 'null' : constant(expression.text, position)
      case 'number':
        return number(expression.text, position)
      case 'bool':
        return String(expression.value)
      case 'array':
        return `array[${this.list(expression.items)}]`
      case 'call':
        return this.call(expression.name, expression.args, position)
      case 'subscript':
        return this.print(expression.operand) + expression.subscripts.map((one) => this.subscript(one)).join('')
      case 'cast': {
        const { name, isArray } = expression.type
        if (!types.has(name)) throw new WhereError(`type ${name} is not supported`, position)
        return `cast(${this.print(expression.operand)} as pg_catalog.${quoteIdent(name)}${isArray ? '[]' : ''})`
      }
      case 'collate':
        if (!collationName.test(expression.collation)) throw new WhereError('this collation is not supported', position)
        return `${this.print(expression.operand)} collate pg_catalog.${quoteIdent(expression.collation)}`
      case 'and':
      case 'or':
        return expression.operands.map((one) => this.print(one)).join(` ${expression.kind} `)
      case 'not':
        return `not ${this.print(expression.operand)}`
      case 'operator':
        return `${this.print(expression.left)} ${symbolOf(expression.operator, position)} ${this.print(expression.right)}`
      case 'quantified': {
        const { left, operator, all, right } = expression
        return `${this.print(left)} ${symbolOf(operator, position)} ${all ? 'all' : 'any'} ${this.print(right)}`
      }
      case 'distinct':
        return `${this.print(expression.left)} is ${expression.negated ? 'not ' : ''}distinct from ${this.print(expression.right)}`
      case 'in':
        return `${this.print(expression.operand)} ${expression.negated ? 'not ' : ''}in (${this.list(expression.list)})`
      case 'is':
        return `${this.print(expression.operand)} is ${expression.negated ? 'not ' : ''}${expression.what}`
      case 'within':
        throw new WhereError('subqueries are not supported here', position)
    }
  }

  private column(name: string, position: number): string {
    if (!this.table.columns.some((column) => column.name === name))
      throw new WhereError(`unknown column ${name}`, position)
    return `${quoteIdent(this.table.name)}.${quoteIdent(name)}`
  }

  private call(name: string, args: readonly Expression[], position: number): string {
    if (grammar.has(name)) return `${name}(${this.list(args)})`
    if (functions.has(name)) return `pg_catalog.${quoteIdent(name)}(${this.list(args)})`
    const [left, right, ...more] = args
    if (!left || !right || more.length > 0) throw new WhereError(`${name} is not supported`, position)
    return `${this.print(left)} ${operatorNamed(name, position)} ${this.print(right)}`
  }

  private subscript(one: Subscript<Expression>): string {
    if ('index' in one) return `[${this.print(one.index)}]`
    return `[${one.lower ? this.print(one.lower) : ''}:${one.upper ? this.print(one.upper) : ''}]`
  }
}

const symbolOf = (operator: Operator, position: number) => operatorNamed(symbols[operator] ?? operator, position)

function operatorNamed(symbol: string, position: number): string {
  if (!operators.has(symbol)) throw new WhereError(`${symbol} is not supported`, position)
  return `operator(pg_catalog.${symbol})`
}

function constant(text: string, position: number): string {
  if (text.length > longestConstant) throw new WhereError('this constant is too long', position)
  return quoteLiteral(text)
}

function number(text: string, position: number): string {
  if (!numberForm.test(text)) throw new WhereError('this number is not supported', position)
  return text
}

/** Whether it can fail for no value. */
function neverErrs(expression: Expression): boolean {
  switch (expression.kind) {
    case 'column':
    case 'untyped':
    case 'number':
    case 'bool':
      return true
    case 'array':
      return expression.items.every(neverErrs)
    case 'and':
    case 'or':
      return expression.operands.every(neverErrs)
    case 'not':
    case 'is':
      return neverErrs(expression.operand)
    case 'operator':
    case 'quantified':
    case 'distinct':
      return neverErrs(expression.left) && neverErrs(expression.right)
    case 'in':
      return neverErrs(expression.operand) && expression.list.every(neverErrs)
    default:
      return false
  }
}
