// SQL as data: text with $n and its parameters, made by the `sql` tag. Values never become text; a part that was made by the tag is
// spliced in, and its parameters are renumbered. Invariant: (text, params) alone say what is read, and what a caller chose is in params.
import { foldedPattern } from './search-text.ts'

/** Made by `sql` and `identifier` only: no value, whatever its shape, is taken for one. */
export class SqlText {
  readonly text: string
  readonly params: readonly unknown[]

  constructor(text: string, params: readonly unknown[]) {
    this.text = text
    this.params = params
  }
}

/** `sql\`select id from tickets where status = ${status} and ${isTheirs}\`` */
export function sql(strings: TemplateStringsArray, ...values: unknown[]): SqlText {
  const params: unknown[] = []
  let text = strings[0] ?? ''
  values.forEach((value, index) => {
    text += (value instanceof SqlText ? splice(value, params) : `$${params.push(value)}`) + (strings[index + 1] ?? '')
  })
  return new SqlText(text.trim(), params)
}

function splice(part: SqlText, params: unknown[]): string {
  const offset = params.length
  params.push(...part.params)
  return part.text.replaceAll(/\$(\d+)/g, (_, n: string) => `$${Number(n) + offset}`)
}

/** A name of our own, which no parameter can be. @throws Error when it is none that we give */
export function identifier(name: string): SqlText {
  if (!/^[a-z_][a-z0-9_]*$/.test(name)) throw new Error(`no plain name: ${name}`)
  return new SqlText(`"${name}"`, [])
}

/** `a, b, c` */
export const listed = ([first = sql``, ...others]: readonly SqlText[]): SqlText =>
  others.reduce((all, each) => sql`${all}, ${each}`, first)

/** Null: any. */
export const isAmong = (column: SqlText, ids: readonly string[] | null): SqlText =>
  ids === null ? sql`true` : sql`${column} = any(${ids}::uuid[])`

/** All of them; none is true. */
export const every = (conditions: readonly SqlText[]): SqlText =>
  conditions.reduce((all, condition) => sql`${all} and ${condition}`, sql`true`)

/**
 * Lower case without accents, as `foldText` does it: the local database knows letters by their bytes (collation C) and has no unaccent.
 * Most texts have no accents, and translate is slow.
 */
export const folded = (column: SqlText) => sql`case when ${column} ~ '^[ -~]*$' then lower(${column}) else
  translate(lower(${column}), 'áàâãäéèêëíìîïóòôõöúùûüçñÁÀÂÃÄÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÇÑ', 'aaaaaeeeeiiiiooooouuuucnaaaaaeeeeiiiiooooouuuucn') end`

/** One of the columns contains it, whatever case and accents; an empty term finds all. */
export function matching(term: string, first: SqlText, ...others: SqlText[]): SqlText {
  const pattern = foldedPattern(term)
  if (pattern === '') return sql`true`
  const has = (column: SqlText) => sql`${column} ~ ${pattern}`
  return sql`(${others.reduce((found, column) => sql`${found} or ${has(column)}`, has(first))})`
}
