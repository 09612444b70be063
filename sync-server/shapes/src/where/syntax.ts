// Where clauses: text → Postgres' own parse tree of one expression, by its parser in WebAssembly (decision 0052).
import { loadModule, parseSync, SqlError, type Node, type ParseResult } from 'libpg-query'
import { assertWithinLimits } from './limits.ts'
import { WhereError } from './where-error.ts'

await loadModule()

/** The line's end would end a comment, if there could be one. */
const [before, after] = ['SELECT WHERE (', '\n)']

/** After it nothing that the parser says can be trusted: its memory may be spoilt. */
let failure: unknown = null

export interface Syntax {
  root: Node
  /** From 1, in the clause, of a node's `location`; 1 where it has none. */
  positionAt(location: number | undefined): number
}

/** @throws WhereError for all that is not one expression. */
export function parseExpression(text: string): Syntax {
  // Parentheses that are closed can't end those that are put around them.
  assertWithinLimits(text)
  return { root: onlyExpression(parsed(text)), positionAt: positionsIn(text) }
}

function parsed(text: string): ParseResult {
  if (failure) throw new Error('the parser has failed before', { cause: failure })
  try {
    return parseSync(before + text + after)
  } catch (error) {
    if (error instanceof SqlError) throw refusal(text, error)
    failure = error
    throw error
  }
}

/** Postgres tells positions of errors in characters. */
function refusal(text: string, { message, sqlDetails }: SqlError): WhereError {
  const index = (sqlDetails?.cursorPosition ?? 0) - before.length
  const position = Array.from(text).slice(0, Math.max(0, index)).join('').length + 1
  // What is unexpected there is the parenthesis of ours.
  return new WhereError(position > text.length ? 'syntax error at end of input' : message, position)
}

function onlyExpression({ stmts = [] }: ParseResult): Node {
  const [statement, ...others] = stmts
  const node = statement?.stmt
  const { whereClause, limitOption, op, ...rest } = node && 'SelectStmt' in node ? node.SelectStmt : {}
  const isPlain = op === 'SETOP_NONE' && limitOption === 'LIMIT_OPTION_DEFAULT' && Object.keys(rest).length === 0
  if (!whereClause || !isPlain || others.length > 0 || statement?.stmt_len) throw new WhereError('not an expression', 1)
  return whereClause
}

/** Postgres tells locations of nodes in bytes of UTF-8. */
function positionsIn(text: string): Syntax['positionAt'] {
  const offsetOf = (location = -1) => Math.max(0, location - before.length)
  if (Buffer.byteLength(text) === text.length) return (location) => offsetOf(location) + 1
  const positions: number[] = []
  let position = 1
  for (const character of text) {
    for (let bytes = Buffer.byteLength(character); bytes > 0; bytes--) positions.push(position)
    position += character.length
  }
  return (location) => positions[offsetOf(location)] ?? position
}

/** The parts of a name with dots; none where one of them is no name, as `*`. */
export function nameParts(nodes: readonly Node[] = []): string[] {
  const parts = nodes.map((node) => ('String' in node ? (node.String.sval ?? '') : null))
  return parts.every((part) => part !== null) ? parts : []
}
