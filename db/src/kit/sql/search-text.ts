// Text made comparable, so that accents and case don't matter and wildcards are what was typed. The same rule three times: here, as
// fold_text in the server's Postgres (migrations 0016 and 0038), and on a device, which creates the function from the text below.
// Invariant: the work grows with the length of the text, whatever is in it.
import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'

/**
 * Letters and their marks apart (NFD). Marks in a row have to be put in order, which takes the square of their number: 65,000 of them
 * kept a Postgres busy for 40 s. So no row is longer than 128: the joiner stands between, which is no mark and is dropped as an accent.
 */
export const decomposed = (text: string): string => text.replaceAll(/[^ -~]{128}/gu, '$&\u034F').normalize('NFD')

/** Lower case without accents. */
export function foldText(text: string): string {
  return decomposed(text)
    .replaceAll(/[\u0300-\u036F]/g, '')
    .toLowerCase()
    .trim()
}

/** For LIKE: contains `text`, whose wildcards are taken literally. */
export function likePattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}

/** What a search looks for: each word once, and no more of them than somebody means. */
export const searchWords = (typed: string): string[] =>
  [...new Set(foldText(typed).split(/\s+/).filter(Boolean))].slice(0, 6)

const accented: Readonly<Record<string, string>> = {
  a: 'aáàâãäAÁÀÂÃÄ',
  c: 'cçCÇ',
  e: 'eéèêëEÉÈÊË',
  i: 'iíìîïIÍÌÎÏ',
  n: 'nñNÑ',
  o: 'oóòôõöOÓÒÔÕÖ',
  u: 'uúùûüUÚÙÛÜ',
}

/** A regular expression, for Postgres too, that finds what is typed whatever its case and accents; '' finds all. */
export function foldedPattern(text: string): string {
  return Array.from(foldText(text), classOf).join('')
}

function classOf(letter: string): string {
  const upper = letter.toUpperCase()
  if (/[\p{L}]/u.test(letter) && upper.length === letter.length) return `[${accented[letter] ?? letter + upper}]`
  return letter.replace(/[.*+?^${}()|[\]\\]/, String.raw`\$&`)
}

export function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '')
}

/** Whether folded text has what somebody typed. */
export const hasText = (folded: SQLWrapper, typed: string): SQL => sql`${folded} like ${likePattern(foldText(typed))}`

/** For a Postgres that the migrations don't reach: PGlite. As migration 0038 has it. */
export const createFoldText = String.raw`CREATE OR REPLACE FUNCTION fold_text(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN lower(regexp_replace(normalize(regexp_replace($1, '[^ -~]{128}', '\&' || chr(847), 'g'), NFD), '[\u0300-\u036f]', '', 'g'));`
