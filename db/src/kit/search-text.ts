// Text made comparable, so that accents and case don't matter and wildcards are what was typed. The same rule three times: here, as
// fold_text in the server's Postgres (migration 0016), and on a device, which creates the function from the text below.
import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'

/** Lower case without accents. */
export function foldText(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .toLowerCase()
    .trim()
}

/** For LIKE: contains `text`, whose wildcards are taken literally. */
export function likePattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}

/** Whether folded text has what somebody typed. */
export const hasText = (folded: SQLWrapper, typed: string): SQL => sql`${folded} like ${likePattern(foldText(typed))}`

/** For a Postgres that the migrations don't reach: PGlite. */
export const createFoldText = String.raw`CREATE OR REPLACE FUNCTION fold_text(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN lower(regexp_replace(normalize($1, NFD), '[\u0300-\u036f]', '', 'g'));`
