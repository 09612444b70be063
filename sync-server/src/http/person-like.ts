import { hasText } from 'db/kit/sql/search-text.ts'
import { or, sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** What somebody typed to find a person: part of one of the texts, whatever case and accents, or of the number, however it is written. Blank finds all. */
export function personLike(
  typed: string | undefined,
  { texts, number }: { texts: readonly PgColumn[]; number: PgColumn },
): SQL | undefined {
  const term = typed?.trim() ?? ''
  if (term === '') return undefined
  const digits = term.replaceAll(/[\s()+-]/g, '')
  const isNumber = /^\d+$/.test(digits)
  return or(
    ...texts.map((text) => hasText(sql`fold_text(${text})`, term)),
    isNumber ? hasText(sql`${number}`, digits) : undefined,
  )
}
