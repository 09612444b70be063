// Whether a query that a client wrote may run: one SELECT over the device's tables, with plain expressions. Everything that is not
// named here is refused, so that a new feature of Postgres is refused too. Pure, on Postgres' own parse tree.
// Invariant: a query that passes reaches rows only through the names that run-query.ts puts in front of it.
import { AppError } from 'db/kit/errors.ts'
import { loadModule, parseSync } from 'libpg-query'

await loadModule()

const nodes = new Set(
  `SelectStmt ResTarget ColumnRef A_Star RangeVar RangeSubselect JoinExpr SortBy A_Expr BoolExpr NullTest BooleanTest CaseExpr
   CaseWhen CoalesceExpr MinMaxExpr FuncCall TypeCast ParamRef A_Const SubLink A_ArrayExpr RowExpr List CommonTableExpr String
   Integer`.split(/\s+/),
)

/** Of the nodes above. Missing on purpose: schemaname, intoClause, lockingClause, recursive and whatever comes later. */
const fields = new Set(
  `targetList name val fields location sval ival fval boolval isnull bsval relname inh relpersistence alias aliasname colnames
   fromClause whereClause kind lexpr rexpr args boolop number typeName names typemod arrayBounds typmods arg funcname agg_star
   agg_distinct agg_filter agg_order funcformat sortClause node sortby_dir sortby_nulls limitCount limitOption limitOffset op all
   larg rarg jointype quals usingClause subquery lateral nulltesttype booltesttype groupClause havingClause distinctClause
   subLinkType subselect testexpr expr result defresult elements list_start list_end row_format withClause ctes ctename ctequery
   ctematerialized items operName over orderClause frameOptions`.split(/\s+/),
)

const functions = new Set(
  `count sum min max avg bool_or bool_and array_agg lower upper length left right btrim replace translate concat strpos abs
   round floor date_trunc extract now jsonb_build_object jsonb_agg row_number`.split(/\s+/),
)

const types = new Set('uuid text int2 int4 int8 bool timestamptz date interval float8 numeric'.split(' '))

/** @throws AppError ERR_VALIDATION. Returns the tables it names, of `tables`. */
export function assertReadable(text: string, tables: ReadonlySet<string>): ReadonlySet<string> {
  const { stmts = [] } = parsed(text)
  const [only] = stmts
  if (stmts.length !== 1 || !only?.stmt || !('SelectStmt' in only.stmt)) throw refusal('one SELECT')
  const used = new Set<string>()
  walk(only.stmt, { tables, own: commonTables(only.stmt), used })
  return used
}

function parsed(text: string) {
  try {
    return parseSync(text)
  } catch {
    throw refusal('syntax')
  }
}

interface Scope {
  tables: ReadonlySet<string>
  /** Names that the query gives to its own parts. */
  own: ReadonlySet<string>
  used: Set<string>
}

function walk(value: unknown, scope: Scope): void {
  if (Array.isArray(value)) return value.forEach((item) => walk(item, scope))
  if (typeof value !== 'object' || value === null) return
  for (const [key, child] of Object.entries(value)) {
    const isNode = /^[A-Z]/.test(key)
    if (!(isNode ? nodes : fields).has(key)) throw refusal(key)
    if (key === 'RangeVar') assertTable(child, scope)
    if (key === 'FuncCall') assertName(lastName(child, 'funcname'), functions)
    if (key === 'typeName') assertName(lastName(child, 'names'), types)
    walk(child, scope)
  }
}

function assertTable(node: unknown, { tables, own, used }: Scope) {
  const name = textOf(node, 'relname')
  if (own.has(name)) return
  assertName(name, tables)
  used.add(name)
}

function assertName(name: string, known: ReadonlySet<string>) {
  if (!known.has(name)) throw refusal(name)
}

function commonTables(value: unknown): Set<string> {
  const names = new Set<string>()
  const look = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return
    if ('ctename' in part) names.add(textOf(part, 'ctename'))
    for (const child of Object.values(part)) look(child)
  }
  look(value)
  return names
}

/** Of `pg_catalog.int4` the last part; what is qualified otherwise has a name that nobody knows. */
function lastName(node: unknown, field: string): string {
  const parts = typeof node === 'object' && node !== null && field in node ? Object.entries(node) : []
  const names = parts.find(([key]) => key === field)?.[1]
  if (!Array.isArray(names)) return ''
  const texts = names.map((name: unknown) => textOf(Object.values(name ?? {})[0], 'sval'))
  return texts.length === 1 || (texts.length === 2 && texts[0] === 'pg_catalog')
    ? (texts.at(-1) ?? '')
    : texts.join('.')
}

function textOf(node: unknown, field: string): string {
  if (typeof node !== 'object' || node === null) return ''
  const value = Object.entries(node).find(([key]) => key === field)?.[1]
  return typeof value === 'string' ? value : ''
}

const refusal = (what: string) => new AppError('ERR_VALIDATION', { fields: { text: [what] } })
