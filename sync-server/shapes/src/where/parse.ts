// Where clauses: tokens → tree, with Postgres' precedences. What a name or an operator means is told in compile.ts.
// Whatever is not in the grammar is refused with its position; nothing is guessed.
import { parseType, type TypeName } from './parse-type.ts'
import { reservedWords } from './reserved-words.ts'
import { TokenReader } from './token-reader.ts'
import { assertText, tokenize } from './tokens.ts'
import { WhereError } from './where-error.ts'

export { WhereError } from './where-error.ts'

export type Comparison = '=' | '<>' | '<' | '<=' | '>' | '>='
export type Like = 'like' | 'not like' | 'ilike' | 'not ilike'
export type Operator = Comparison | Like | '||' | '@>' | '<@' | '&&'

export type Expression = { position: number } & (
  | { kind: 'column'; name: string }
  /** A string, $n or NULL: its type is told by what it meets, as Postgres does. */
  | { kind: 'untyped'; text: string | null }
  | { kind: 'number'; text: string }
  | { kind: 'bool'; value: boolean }
  | { kind: 'array'; items: readonly Expression[] }
  | { kind: 'call'; name: string; args: readonly Expression[] }
  | { kind: 'cast'; operand: Expression; type: TypeName }
  | { kind: 'collate'; operand: Expression; collation: string }
  | { kind: 'negate'; operand: Expression }
  | { kind: 'and' | 'or'; operands: readonly Expression[] }
  | { kind: 'not'; operand: Expression }
  | { kind: 'operator'; operator: Operator; left: Expression; right: Expression }
  | { kind: 'quantified'; operator: Comparison | Like; all: boolean; left: Expression; right: Expression }
  | { kind: 'distinct'; negated: boolean; left: Expression; right: Expression }
  | { kind: 'in'; operand: Expression; list: readonly Expression[]; negated: boolean }
  | { kind: 'is'; operand: Expression; what: 'null' | 'true' | 'false' | 'unknown'; negated: boolean }
)

/**
 * `params` are $1 … as text. Columns may be written `table.column`.
 * @throws WhereError with the position of what is not understood.
 */
export function parseWhere(text: string, params: readonly string[], table: string): Expression {
  const reader = new TokenReader(tokenize(text))
  const expression = new Parser(reader, params, table).expression(levels.or)
  if (reader.token.kind !== 'end') throw reader.unexpected()
  return expression
}

/** How tightly operators bind: Postgres' table, from gram.y. */
const levels = { or: 1, and: 2, not: 3, is: 4, comparison: 5, like: 6, other: 7, operand: 8 } as const

const comparisons: Readonly<Record<string, Comparison>> = {
  '=': '=',
  '<>': '<>',
  '!=': '<>',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
}
const likes: Readonly<Record<string, Like>> = { '~~': 'like', '!~~': 'not like', '~~*': 'ilike', '!~~*': 'not ilike' }
const others = new Set(['||', '@>', '<@', '&&'])

class Parser {
  private readonly reader: TokenReader
  private readonly params: readonly string[]
  private readonly table: string

  constructor(reader: TokenReader, params: readonly string[], table: string) {
    this.reader = reader
    this.params = params
    this.table = table
  }

  /** All that binds at least as tightly as `least`. */
  expression(least: number): Expression {
    let left = this.prefix(least)
    // A non-associative operator may not follow an operand that ends with one of its level.
    let barred = 0
    for (;;) {
      const level = this.nextLevel()
      if (level < least) return left
      if (level === barred) throw this.reader.unexpected()
      const { tree, open } = this.infix(left, level)
      left = tree
      barred = open ? level : 0
    }
  }

  private prefix(least: number): Expression {
    const { position } = this.reader.token
    if (least > levels.not || !this.reader.takeWord('not')) return this.operand()
    const operand = this.reader.deeper(position, () => this.expression(levels.not))
    return { kind: 'not', operand, position }
  }

  /** 0 where no operator follows. */
  private nextLevel(): number {
    const { kind, text } = this.reader.token
    if (kind === 'symbol') {
      return Object.hasOwn(comparisons, text)
        ? levels.comparison
        : others.has(text) || Object.hasOwn(likes, text)
          ? levels.other
          : 0
    }
    if (kind !== 'name') return 0
    if (text === 'or' || text === 'and') return levels[text]
    if (text === 'is' || text === 'isnull' || text === 'notnull') return levels.is
    const word = text === 'not' ? this.reader.at(1) : this.reader.token
    return word.kind === 'name' && ['in', 'between', 'like', 'ilike'].includes(word.text) ? levels.like : 0
  }

  /** `open`: the operator's right operand has no end of its own. */
  private infix(left: Expression, level: number): { tree: Expression; open: boolean } {
    switch (level) {
      case levels.or:
        return { tree: this.junction('or', left), open: false }
      case levels.and:
        return { tree: this.junction('and', left), open: false }
      case levels.is:
        return this.is(left)
      case levels.like:
        return this.inBetweenLike(left)
      default:
        return this.symbol(left, level)
    }
  }

  private junction(kind: 'and' | 'or', left: Expression): Expression {
    const operands = [left]
    while (this.reader.takeWord(kind)) operands.push(this.expression(levels[kind] + 1))
    return { kind, operands, position: left.position }
  }

  private is(operand: Expression) {
    const { position } = operand
    const test = (what: 'null' | 'true' | 'false' | 'unknown', negated: boolean) => {
      return { tree: { kind: 'is' as const, operand, what, negated, position }, open: false }
    }
    if (this.reader.takeWord('isnull')) return test('null', false)
    if (this.reader.takeWord('notnull')) return test('null', true)
    this.reader.expectWord('is')
    const negated = this.reader.takeWord('not')
    for (const what of ['null', 'true', 'false', 'unknown'] as const) {
      if (this.reader.takeWord(what)) return test(what, negated)
    }
    if (!this.reader.takeWord('distinct')) {
      throw new WhereError('expected NULL, TRUE, FALSE, UNKNOWN or DISTINCT FROM', this.reader.token.position)
    }
    this.reader.expectWord('from')
    const right = this.expression(levels.is + 1)
    return { tree: { kind: 'distinct' as const, negated, left: operand, right, position }, open: true }
  }

  private inBetweenLike(left: Expression): { tree: Expression; open: boolean } {
    const { position } = left
    const negated = this.reader.takeWord('not')
    const { text: word, position: at } = this.reader.next()
    if (word === 'between') return { tree: this.between(left, negated), open: true }
    if (word === 'like' || word === 'ilike') return this.compared(left, negated ? `not ${word}` : word, levels.like)
    const list = this.reader.list('(', ')', () => this.expression(levels.or))
    if (list.length === 0) throw new WhereError('IN takes at least one value', at)
    return { tree: { kind: 'in', operand: left, list, negated, position }, open: false }
  }

  /** As Postgres does: two comparisons, of which each finds its own type. */
  private between(operand: Expression, negated: boolean): Expression {
    const { position } = operand
    const symmetric = this.reader.takeWord('symmetric')
    if (!symmetric) this.reader.takeWord('asymmetric')
    const low = this.expression(levels.other)
    // Postgres' grammar has no COLLATE there.
    if (low.kind === 'collate') throw new WhereError('COLLATE needs parentheses here', low.position)
    this.reader.expectWord('and')
    const high = this.expression(levels.other)
    const within = (from: Expression, to: Expression): Expression => ({
      kind: 'and',
      operands: [
        { kind: 'operator', operator: '>=', left: operand, right: from, position },
        { kind: 'operator', operator: '<=', left: operand, right: to, position },
      ],
      position,
    })
    const inside: Expression = symmetric
      ? { kind: 'or', operands: [within(low, high), within(high, low)], position }
      : within(low, high)
    return negated ? { kind: 'not', operand: inside, position } : inside
  }

  private symbol(left: Expression, level: number): { tree: Expression; open: boolean } {
    const { text } = this.reader.next()
    const operator = comparisons[text] ?? likes[text]
    if (operator) return this.compared(left, operator, level)
    const right = this.expression(level + 1)
    return { tree: { kind: 'operator', operator: text as '||', left, right, position: left.position }, open: false }
  }

  /** What follows a comparison: ANY (…), ALL (…), or a value. */
  private compared(left: Expression, operator: Comparison | Like, level: number) {
    const { position } = left
    for (const word of ['any', 'some', 'all']) {
      if (!this.reader.takeWord(word)) continue
      this.reader.expectSymbol('(')
      const right = this.expression(levels.or)
      this.reader.expectSymbol(')')
      const tree = { kind: 'quantified' as const, operator, all: word === 'all', left, right, position }
      return { tree, open: false }
    }
    const right = this.expression(level + 1)
    return { tree: { kind: 'operator' as const, operator, left, right, position }, open: level < levels.other }
  }

  private operand(): Expression {
    let operand = this.signed()
    while (this.reader.takeWord('collate')) {
      const { kind, text, position } = this.reader.next()
      if (kind !== 'quoted') throw new WhereError('expected a collation in double quotes', position)
      operand = { kind: 'collate', operand, collation: text, position: operand.position }
    }
    return operand
  }

  private signed(): Expression {
    const { position } = this.reader.token
    if (!this.reader.takeSymbol('-')) return this.casted()
    const operand = this.reader.deeper(position, () => this.signed())
    if (operand.kind !== 'number') return { kind: 'negate', operand, position }
    const text = operand.text.startsWith('-') ? operand.text.slice(1) : `-${operand.text}`
    return { kind: 'number', text, position }
  }

  private casted(): Expression {
    let operand = this.primary()
    while (this.reader.takeSymbol('::')) {
      operand = { kind: 'cast', operand, type: parseType(this.reader), position: operand.position }
    }
    return operand
  }

  private primary(): Expression {
    const { kind, text, position } = this.reader.token
    if (this.reader.takeSymbol('(')) {
      const inner = this.reader.deeper(position, () => this.expression(levels.or))
      this.reader.expectSymbol(')')
      return inner
    }
    if (kind === 'symbol' || kind === 'end') throw this.reader.unexpected()
    if (kind === 'name' && this.reader.at(1).kind === 'string') return this.typed()
    this.reader.next()
    if (kind === 'string') return { kind: 'untyped', text, position }
    if (kind === 'number') return { kind: 'number', text, position }
    if (kind === 'param') return this.param(Number(text), position)
    return kind === 'name' ? this.word(text, position) : this.column(text, position)
  }

  /** A type before its constant: date '2024-01-31'. */
  private typed(): Expression {
    const { position } = this.reader.token
    const type = parseType(this.reader)
    const { kind, text, position: at } = this.reader.next()
    if (kind !== 'string') throw new WhereError('expected a string', at)
    return { kind: 'cast', operand: { kind: 'untyped', text, position: at }, type, position }
  }

  private param(number: number, position: number): Expression {
    const text = this.params[number - 1]
    if (text === undefined) throw new WhereError(`$${number} has no value`, position)
    assertText(text, position)
    return { kind: 'untyped', text, position }
  }

  private word(text: string, position: number): Expression {
    if (text === 'true' || text === 'false') return { kind: 'bool', value: text === 'true', position }
    if (text === 'null') return { kind: 'untyped', text: null, position }
    if (text === 'array') return { kind: 'array', items: this.list(position, '[', ']'), position }
    if (text === 'cast') return this.cast(position)
    if (reservedWords.has(text)) throw new WhereError(`${text} needs double quotes to name a column`, position)
    if (this.reader.isSymbol('(')) return { kind: 'call', name: text, args: this.list(position, '(', ')'), position }
    return this.column(text, position)
  }

  private list(position: number, open: string, close: string) {
    return this.reader.deeper(position, () => this.reader.list(open, close, () => this.expression(levels.or)))
  }

  private cast(position: number): Expression {
    this.reader.expectSymbol('(')
    const operand = this.reader.deeper(position, () => this.expression(levels.or))
    this.reader.expectWord('as')
    const type = parseType(this.reader)
    this.reader.expectSymbol(')')
    return { kind: 'cast', operand, type, position }
  }

  private column(text: string, position: number): Expression {
    if (!this.reader.isSymbol('.')) return { kind: 'column', name: text, position }
    if (text !== this.table) throw new WhereError(`unknown table ${text}`, position)
    this.reader.expectSymbol('.')
    const column = this.reader.next()
    if (column.kind !== 'name' && column.kind !== 'quoted') throw new WhereError('expected a column', column.position)
    return { kind: 'column', name: column.text, position: column.position }
  }
}
