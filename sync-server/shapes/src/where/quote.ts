/**
 * The only way by which text of a client's gets into SQL. Relies on standard_conforming_strings, on since Postgres 9.1.
 * @throws Error for NUL, which no text of Postgres' can hold.
 */
export function quoteLiteral(text: string): string {
  if (text.includes('\0')) throw new Error('text with NUL')
  return `'${text.replaceAll("'", "''")}'`
}
