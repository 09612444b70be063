import type { Token } from './tokens.ts'
import { WhereError } from './where-error.ts'

/** Nesting; far past any clause a person or a scope writes. */
export const maxDepth = 100

/** Tokens one after the other, as parsers take them. */
export class TokenReader {
  private index = 0
  private depth = 0
  private readonly tokens: readonly Token[]

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens
  }

  get token(): Token {
    return this.at(0)
  }

  at(ahead: number): Token {
    const token = this.tokens[Math.min(this.index + ahead, this.tokens.length - 1)]
    if (!token) throw new WhereError('unexpected end', 0)
    return token
  }

  next(): Token {
    const { token } = this
    this.index++
    return token
  }

  isWord(word: string, ahead = 0) {
    const { kind, text } = this.at(ahead)
    return kind === 'name' && text === word
  }

  isSymbol(symbol: string, ahead = 0) {
    const { kind, text } = this.at(ahead)
    return kind === 'symbol' && text === symbol
  }

  takeWord(word: string) {
    const found = this.isWord(word)
    if (found) this.index++
    return found
  }

  takeSymbol(symbol: string) {
    const found = this.isSymbol(symbol)
    if (found) this.index++
    return found
  }

  expectWord(word: string) {
    if (!this.takeWord(word)) throw new WhereError(`expected ${word.toUpperCase()}`, this.token.position)
  }

  expectSymbol(symbol: string) {
    if (!this.takeSymbol(symbol)) throw new WhereError(`expected ${symbol}`, this.token.position)
  }

  unexpected(): WhereError {
    const { kind, text, position } = this.token
    return new WhereError(kind === 'end' ? 'unexpected end' : `unexpected ${text}`, position)
  }

  /** Runs `parse` one level of nesting further in. */
  deeper<T>(position: number, parse: () => T): T {
    if (++this.depth > maxDepth) throw new WhereError('nested too deeply', position)
    const result = parse()
    this.depth--
    return result
  }

  /** `open`, items between commas, `close`. */
  list<T>(open: string, close: string, item: () => T): T[] {
    this.expectSymbol(open)
    if (this.takeSymbol(close)) return []
    const items = [item()]
    while (this.takeSymbol(',')) items.push(item())
    this.expectSymbol(close)
    return items
  }
}
