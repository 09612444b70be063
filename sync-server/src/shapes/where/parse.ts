// Where clauses: text → tree. A small grammar: comparisons, IN, = ANY, LIKE, BETWEEN, IS, AND, OR, NOT over one table's columns.
// Whatever is not in it is refused with its position; nothing is guessed.

export type Expression =
  | { kind: 'and' | 'or'; left: Expression; right: Expression }
  | { kind: 'not'; operand: Expression }
  | { kind: 'compare'; operator: '=' | '<>' | '<' | '<=' | '>' | '>='; left: Value; right: Value }
  | { kind: 'in'; operand: Value; list: readonly Value[]; negated: boolean }
  | { kind: 'any'; operand: Value; array: Value }
  | { kind: 'is'; operand: Value; what: 'null' | 'true' | 'false'; negated: boolean }
  | { kind: 'like'; operand: Value; pattern: Value; insensitive: boolean; negated: boolean }
  | { kind: 'value'; value: Value }

export type Value =
  | { kind: 'column'; name: string; position: number }
  /** Text as Postgres would read it; null is NULL. */
  | { kind: 'literal'; value: string | null; type: 'text' | 'number' | 'bool' | 'null'; position: number }

export class WhereError extends Error {
  readonly position: number
  constructor(message: string, position: number) {
    super(`${message} at position ${position}`)
    this.position = position
  }
}

interface Token {
  kind: 'name' | 'string' | 'number' | 'param' | 'symbol' | 'end'
  text: string
  position: number
}

/** Characters and levels of nesting; far past any clause a person or a scope writes. */
const maxLength = 100_000
const maxDepth = 100

const pattern =
  /\s*(?:(?<name>[A-Za-z_][A-Za-z0-9_$]*)|"(?<quoted>(?:[^"]|"")+)"|'(?<string>(?:[^']|'')*)'|(?<number>-?\d+(?:\.\d+)?)|\$(?<param>\d+)|(?<symbol><>|!=|<=|>=|::|[=<>(),.[\]]))/y

function tokenize(text: string): Token[] {
  const tokens: Token[] = []
  pattern.lastIndex = 0
  while (text.slice(pattern.lastIndex).trim() !== '') {
    const start = pattern.lastIndex + text.slice(pattern.lastIndex).search(/\S/)
    const groups = pattern.exec(text)?.groups
    if (!groups) throw new WhereError('unexpected character', start + 1)
    const { name, quoted, string, number, param, symbol } = groups
    const position = start + 1
    if (name !== undefined) tokens.push({ kind: 'name', text: name.toLowerCase(), position })
    else if (quoted !== undefined) tokens.push({ kind: 'name', text: `"${quoted.replaceAll('""', '"')}`, position })
    else if (string !== undefined) tokens.push({ kind: 'string', text: string.replaceAll("''", "'"), position })
    else if (number !== undefined) tokens.push({ kind: 'number', text: number, position })
    else if (param !== undefined) tokens.push({ kind: 'param', text: param, position })
    else tokens.push({ kind: 'symbol', text: symbol ?? '', position })
  }
  tokens.push({ kind: 'end', text: '', position: text.length + 1 })
  return tokens
}

/** @throws WhereError with the position of what is not understood. `params` are $1 … as text. */
export function parseWhere(text: string, params: readonly string[], table: string): Expression {
  if (text.length > maxLength) throw new WhereError('too long', maxLength)
  const parser = new Parser(tokenize(text), params, table)
  const expression = parser.or()
  parser.expectEnd()
  return expression
}

class Parser {
  private index = 0
  private depth = 0
  private readonly tokens: readonly Token[]
  private readonly params: readonly string[]
  private readonly table: string

  constructor(tokens: readonly Token[], params: readonly string[], table: string) {
    this.tokens = tokens
    this.params = params
    this.table = table
  }

  private get token(): Token {
    const token = this.tokens[this.index]
    if (!token) throw new WhereError('unexpected end', 0)
    return token
  }

  private isWord(word: string) {
    return this.token.kind === 'name' && this.token.text === word
  }

  private isSymbol(symbol: string) {
    return this.token.kind === 'symbol' && this.token.text === symbol
  }

  private takeWord(word: string) {
    if (!this.isWord(word)) return false
    this.index++
    return true
  }

  private takeSymbol(symbol: string) {
    if (!this.isSymbol(symbol)) return false
    this.index++
    return true
  }

  private expectSymbol(symbol: string) {
    if (!this.takeSymbol(symbol)) throw new WhereError(`expected ${symbol}`, this.token.position)
  }

  private expectWord(word: string) {
    if (!this.takeWord(word)) throw new WhereError(`expected ${word}`, this.token.position)
  }

  expectEnd() {
    if (this.token.kind !== 'end') throw new WhereError(`unexpected ${this.token.text}`, this.token.position)
  }

  or(): Expression {
    let left = this.and()
    while (this.takeWord('or')) left = { kind: 'or', left, right: this.and() }
    return left
  }

  private and(): Expression {
    let left = this.not()
    while (this.takeWord('and')) left = { kind: 'and', left, right: this.not() }
    return left
  }

  private not(): Expression {
    const { position } = this.token
    if (!this.takeWord('not')) return this.predicate()
    return this.deeper(position, () => ({ kind: 'not', operand: this.not() }))
  }

  private deeper<T>(position: number, parse: () => T): T {
    if (++this.depth > maxDepth) throw new WhereError('nested too deeply', position)
    const result = parse()
    this.depth--
    return result
  }

  private predicate(): Expression {
    const { position } = this.token
    if (this.takeSymbol('(')) {
      const inner = this.deeper(position, () => this.or())
      this.expectSymbol(')')
      return inner
    }
    const operand = this.value()
    if (this.takeWord('is')) return this.isTest(operand)
    const negated = this.takeWord('not')
    if (this.takeWord('in')) return { kind: 'in', operand, list: this.list(), negated }
    if (this.takeWord('between')) return this.between(operand, negated)
    for (const word of ['like', 'ilike']) {
      if (this.takeWord(word)) {
        return { kind: 'like', operand, pattern: this.value(), insensitive: word === 'ilike', negated }
      }
    }
    if (negated) throw new WhereError('expected IN, BETWEEN or LIKE', this.token.position)
    return this.comparison(operand)
  }

  private isTest(operand: Value): Expression {
    const negated = this.takeWord('not')
    for (const what of ['null', 'true', 'false'] as const) {
      if (this.takeWord(what)) return { kind: 'is', operand, what, negated }
    }
    throw new WhereError('expected NULL, TRUE or FALSE', this.token.position)
  }

  private between(operand: Value, negated: boolean): Expression {
    const low = this.value()
    this.expectWord('and')
    const inside: Expression = {
      kind: 'and',
      left: { kind: 'compare', operator: '>=', left: operand, right: low },
      right: { kind: 'compare', operator: '<=', left: operand, right: this.value() },
    }
    return negated ? { kind: 'not', operand: inside } : inside
  }

  private list(): Value[] {
    this.expectSymbol('(')
    const list = [this.value()]
    while (this.takeSymbol(',')) list.push(this.value())
    this.expectSymbol(')')
    return list
  }

  private comparison(left: Value): Expression {
    for (const [symbol, operator] of [
      ['=', '='],
      ['<>', '<>'],
      ['!=', '<>'],
      ['<=', '<='],
      ['>=', '>='],
      ['<', '<'],
      ['>', '>'],
    ] as const) {
      if (!this.takeSymbol(symbol)) continue
      if (operator === '=' && this.takeWord('any')) {
        this.expectSymbol('(')
        const array = this.value()
        this.expectSymbol(')')
        return { kind: 'any', operand: left, array }
      }
      return { kind: 'compare', operator, left, right: this.value() }
    }
    return { kind: 'value', value: left }
  }

  private value(): Value {
    const value = this.bareValue()
    while (this.isSymbol('::')) this.cast(value)
    return value
  }

  /** Casts only help Postgres to type a constant; ours take the column's type anyway. A column's would change its values. */
  private cast(value: Value) {
    if (value.kind === 'column') throw new WhereError('casts of columns are not supported', this.token.position)
    this.expectSymbol('::')
    if (this.token.kind !== 'name') throw new WhereError('expected a type', this.token.position)
    this.index++
    if (this.takeSymbol('[')) this.expectSymbol(']')
  }

  private bareValue(): Value {
    const { kind, text, position } = this.token
    this.index++
    if (kind === 'string') return { kind: 'literal', value: text, type: 'text', position }
    if (kind === 'number') return { kind: 'literal', value: text, type: 'number', position }
    if (kind === 'param') return this.param(Number(text), position)
    if (kind === 'name') return this.word(text, position)
    throw new WhereError(kind === 'end' ? 'unexpected end' : `unexpected ${text}`, position)
  }

  private param(number: number, position: number): Value {
    const value = this.params[number - 1]
    if (value === undefined) throw new WhereError(`$${number} has no value`, position)
    return { kind: 'literal', value, type: 'text', position }
  }

  private word(text: string, position: number): Value {
    if (text === 'true' || text === 'false') return { kind: 'literal', value: text, type: 'bool', position }
    if (text === 'null') return { kind: 'literal', value: null, type: 'null', position }
    const name = unquoted(text)
    if (name === this.table && this.takeSymbol('.')) {
      const column = this.token
      if (column.kind !== 'name') throw new WhereError('expected a column', column.position)
      this.index++
      return { kind: 'column', name: unquoted(column.text), position: column.position }
    }
    if (this.isSymbol('(')) throw new WhereError(`functions are not supported: ${name}`, position)
    return { kind: 'column', name, position }
  }
}

const unquoted = (text: string) => (text.startsWith('"') ? text.slice(1) : text)
