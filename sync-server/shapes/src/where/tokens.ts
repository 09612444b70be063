// Where clauses: text → tokens, as Postgres' lexer cuts them. What it would read in another way than this one is refused: strings with
// escapes, comments, numbers in other notations, operators that are longer than those known here.
import { WhereError } from './where-error.ts'

export interface Token {
  /** A `name` is written without quotes and folded to lower case; a `quoted` one is as it was written. */
  kind: 'name' | 'quoted' | 'string' | 'number' | 'param' | 'symbol' | 'end'
  text: string
  /** From 1. */
  position: number
}

/** Characters; far past any clause a person or a scope writes. */
const maxLength = 100_000

/** Postgres' white space: others, such as the no-break space, are letters to it. */
const space = /[ \t\n\r\f\v]*/y
/** Escape, bit, hexadecimal and national strings, Unicode escapes. */
const special = /(?:[ebxn]'|u&['"])/iy
const pattern =
  /(?<name>[A-Za-z_\x80-\uffff][\w$\x80-\uffff]*)|"(?<quoted>[^"]+(?:""[^"]*)*|(?:""[^"]*)+)"|'(?<string>[^']*(?:''[^']*)*)'|(?<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)(?![\w$.])|\$(?<param>\d+)(?![\w$])|(?<run>[-+*/<>=~!@#%^&|`?]+)|(?<other>::|[(),.[\]])/y
/** Characters; as in Postgres. */
const maxOperator = 63
const operators = new Set('= <> != < <= > >= - || @> <@ && ~~ !~~ ~~* !~~*'.split(' '))

/** Ends with a token of kind `end`. */
export function tokenize(text: string): Token[] {
  if (text.length > maxLength) throw new WhereError('too long', maxLength)
  assertText(text, 1)
  const tokens: Token[] = []
  for (let index = skip(text, 0); index < text.length; index = skip(text, pattern.lastIndex)) {
    tokens.push(tokenAt(text, index))
  }
  tokens.push({ kind: 'end', text: '', position: text.length + 1 })
  return tokens
}

/** @throws WhereError for what can't be sent to Postgres unchanged. */
export function assertText(text: string, position: number) {
  if (text.includes('\0')) throw new WhereError('NUL', position + text.indexOf('\0'))
  if (!text.isWellFormed()) throw new WhereError('half a surrogate pair', position)
}

function skip(text: string, index: number): number {
  space.lastIndex = index
  space.test(text)
  return space.lastIndex
}

/** Leaves `pattern.lastIndex` behind the token. */
function tokenAt(text: string, index: number): Token {
  const position = index + 1
  special.lastIndex = pattern.lastIndex = index
  if (special.test(text)) throw new WhereError('strings with a prefix are not supported', position)
  const groups = pattern.exec(text)?.groups
  if (!groups) throw new WhereError('unexpected character', position)
  const { name, quoted, string, number, param, run, other = '' } = groups
  if (name !== undefined) return { kind: 'name', text: lowerAscii(name), position }
  if (quoted !== undefined) return { kind: 'quoted', text: quoted.replaceAll('""', '"'), position }
  if (string !== undefined) return { kind: 'string', text: string.replaceAll("''", "'"), position }
  if (number !== undefined) return { kind: 'number', text: number, position }
  if (param !== undefined) return { kind: 'param', text: param, position }
  if (run === undefined) return { kind: 'symbol', text: other, position }
  const operator = operatorOf(run, position)
  pattern.lastIndex = index + operator.length
  return { kind: 'symbol', text: operator, position }
}

/** The longest operator that a run of operator characters begins with. */
function operatorOf(run: string, position: number): string {
  const comment = run.search(/--|\/\*/)
  if (comment === 0) throw new WhereError('comments are not supported', position)
  let operator = comment > 0 ? run.slice(0, comment) : run
  if (operator.length > maxOperator) throw new WhereError('unknown operator', position)
  // Only with one of these characters may an operator of several end in a sign.
  if (!/[~!@#%^&|`?]/.test(operator)) operator = operator.replace(/(?<=.)[+-]+$/, '')
  if (!operators.has(operator)) throw new WhereError(`unknown operator ${operator}`, position)
  return operator
}

export const lowerAscii = (text: string) => text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())

/** Without Postgres' white space around it. */
export function trimSpace(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && isSpace(text.charAt(start))) start++
  while (end > start && isSpace(text.charAt(end - 1))) end--
  return text.slice(start, end)
}

const isSpace = (character: string) => ' \t\n\r\f\v'.includes(character)
