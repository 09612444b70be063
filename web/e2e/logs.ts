// What server and worker printed during a test, held against what people wrote in it: none of that may be there.
import type postgres from 'postgres'

/** One that is shorter, or of digits of hashes and times only, could be there by chance. */
const isTelling = (text: string) => text.length >= 5 && (/[^\da-f\s.:-]/i.test(text) || text.length >= 10)

/** Lines that name a text of the test's database. */
export async function linesThatTell(sql: postgres.Sql, lines: readonly string[]): Promise<string[]> {
  const rows = await sql<{ text: string }[]>`
    select body as text from messages union select media_name from messages
    union select unnest(array[name, push_name, number, lid, email]) from contacts
    union select unnest(array[name, email]) from users
    union select note from ticket_notes
    union select unnest(array[shortcode, message]) from quick_messages
    union select body from schedules`
  const texts = rows.map(({ text }) => text).filter((text) => text !== null && isTelling(text))
  const printed = texts.flatMap((text) => [text, JSON.stringify(text).slice(1, -1)])
  return lines.filter((line) => printed.some((text) => line.includes(text)))
}
