// Search and order in SQL as people mean it: case and accents don't matter. The local database knows letters by their bytes (collation C) and
// has no unaccent. Invariant: only what the server's query route allows too.
import { sql, type Query } from '../sync/query.ts'
import { foldedPattern } from './search-text.ts'

/** As `foldText` does it. Most texts have no accents, and translate is slow. */
export const folded = (column: Query<unknown>) => sql`case when ${column} ~ '^[ -~]*$' then lower(${column}) else
  translate(lower(${column}), 'áàâãäéèêëíìîïóòôõöúùûüçñÁÀÂÃÄÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÇÑ', 'aaaaaeeeeiiiiooooouuuucnaaaaaeeeeiiiiooooouuuucn') end`

/** One of the columns contains it; an empty term finds all. */
export function matching(term: string, first: Query<unknown>, ...others: Query<unknown>[]): Query<unknown> {
  const pattern = foldedPattern(term)
  if (pattern === '') return sql`true`
  const has = (column: Query<unknown>) => sql`${column} ~ ${pattern}`
  return sql`(${others.reduce((found, column) => sql`${found} or ${has(column)}`, has(first))})`
}
