// Where clauses, before Postgres' parser reads them. It has no limit of its own that protects it: a tree of some thousand levels overflows
// its stack, after some of which its memory is spoilt, and comments and long runs of operators take it time by their square. So what a
// tree may nest is counted here, in one pass, on the pieces that Postgres' lexer would find. Whatever could hide pieces from this pass
// (comments, strings with escapes, dollar quotes) is refused, so that both always see the same parentheses.
import { assertText, lowerAscii } from './types/text.ts'
import { WhereError } from './where-error.ts'

/** Characters; far past any clause a person or a scope writes. */
const maxLength = 100_000
/** Nesting; far past any clause a person or a scope writes. */
export const maxDepth = 100
/** Those further in are counted too; each may need the rows of a table. */
export const maxSubqueries = 50
/** What may nest without parentheses, as in NOT NOT … and a || b || …; it is counted in words, numbers and operators. */
const maxSteps = 1000
/** Characters; as in Postgres. */
const maxOperator = 63

/** A string or name with doubled quotes is two pieces, one each side of them. */
const pattern =
  /(?<space>[ \t\n\r\f\v]+)|'[^']*'|"[^"]*"|(?<prefix>[ebxn](?=')|u(?=&['"]))|(?<word>[a-z_\x80-\uffff][\w$\x80-\uffff]*)|(?<number>\d[\d_]*\.?\d*|\.\d+|\$\d+(?![\w$\x80-\uffff]))|(?<run>[-+*/<>=~!@#%^&|`?]+)|(?<other>[\s\S])/giy

/** They begin or go on with what nests without parentheses, and has ANDs and commas of its own. No clause has them. */
const refusedWords = new Set(['union', 'intersect', 'except', 'case', 'join'])

/**
 * Afterwards the parentheses of `text` are known to be closed, each after it was opened.
 * @throws WhereError for what is too long, too deep, or not to be read by this.
 */
export function assertWithinLimits(text: string) {
  if (text.length > maxLength) throw new WhereError('too long', maxLength)
  assertText(text, 1)
  const nesting = new Nesting()
  /** After a dot every word is a name. */
  let dotted = false
  for (const { index, groups: { space, prefix, word, number, run, other } = {} } of text.matchAll(pattern)) {
    const position = index + 1
    if (prefix) throw new WhereError('strings with a prefix are not supported', position)
    if (other) nesting.symbol(other, position)
    else if (run) nesting.step(lengthOf(run, position), position)
    else if (word && !dotted) nesting.word(lowerAscii(word), position)
    else if (word ?? number) nesting.step(1, position)
    dotted = other === '.' || (dotted && space !== undefined)
  }
  nesting.end(text.length + 1)
}

/** Operators that stand together may be read as several: this counts as many as they may be. */
function lengthOf(run: string, position: number): number {
  const comment = run.search(/--|\/\*/)
  if (comment !== -1) throw new WhereError('comments are not supported', position + comment)
  if (run.length > maxOperator) throw new WhereError('unknown operator', position)
  return run.length
}

/** A part of a clause within the same parentheses, since the last comma, AND or OR: those make trees wide, not deep. */
interface Term {
  steps: number
  /** Those whose AND is still to come: it is none that ends a term. */
  betweens: number
}

const newTerm = (): Term => ({ steps: 0, betweens: 0 })

/** The term that is read, and those around it. */
class Nesting {
  private readonly outer: Term[] = []
  private term = newTerm()
  /** Sum over all of them. */
  private steps = 0
  /** Whether a parenthesis was the last piece: only there a SELECT begins, which then nests no further than parentheses do. */
  private isOpened = false

  step(count: number, position: number) {
    this.isOpened = false
    this.term.steps += count
    this.steps += count
    if (this.steps > maxSteps) throw new WhereError('nested too deeply', position)
  }

  word(word: string, position: number) {
    const isRefused = refusedWords.has(word) || (word === 'select' && !this.isOpened)
    if (isRefused) throw new WhereError(`${word.toUpperCase()} is not supported`, position)
    this.step(1, position)
    if (word === 'between') this.term.betweens++
    else if (word === 'or' || (word === 'and' && this.term.betweens === 0)) this.endTerm()
    else if (word === 'and') this.term.betweens--
  }

  symbol(symbol: string, position: number) {
    this.isOpened = false
    if (symbol === '(' || symbol === '[') this.open(position)
    else if (symbol === ')' || symbol === ']') this.close(symbol, position)
    else if (symbol === ',') this.endTerm()
    else if (symbol === "'" || symbol === '"') throw new WhereError('a quote is not closed', position)
    else if (symbol === '$') throw new WhereError('unexpected $', position)
  }

  end(position: number) {
    if (this.outer.length > 0) throw new WhereError('unexpected end', position)
  }

  private open(position: number) {
    if (this.outer.length === maxDepth) throw new WhereError('nested too deeply', position)
    this.outer.push(this.term)
    this.term = newTerm()
    this.isOpened = true
  }

  private close(symbol: string, position: number) {
    const term = this.outer.pop()
    if (!term) throw new WhereError(`unexpected ${symbol}`, position)
    this.endTerm()
    this.term = term
  }

  private endTerm() {
    this.steps -= this.term.steps
    this.term = newTerm()
  }
}
