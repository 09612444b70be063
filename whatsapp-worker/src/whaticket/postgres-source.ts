import postgres from 'postgres'
import { inBatches } from './in-batches.ts'
import type { Dialect, Row } from './source.ts'

/** What a cursor fetches. */
const atOnce = 100
/** Types whose values have a length of their own. */
const short = ['smallint', 'integer', 'bigint', 'boolean', 'real', 'double precision', 'date']

export async function postgresSource(url: string): Promise<Dialect> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  const connection = await sql.reserve()
  const [encoding] = await connection<{ server_encoding: string }[]>`show server_encoding`
  // Of a database that knows no encoding texts are any bytes: they come as they are, and what is no UTF-8 of them becomes a mark.
  if (encoding?.server_encoding === 'SQL_ASCII') await connection.unsafe(`set client_encoding to 'SQL_ASCII'`)
  await connection.unsafe('begin isolation level repeatable read read only')
  return {
    catalogue: () =>
      connection<{ table: string; column: string; isText: boolean }[]>`
        select table_name as table, column_name as column,
          not (data_type = any(${short}) or data_type like 'time%') as "isText"
        from information_schema.columns
        where table_schema = current_schema() order by table_name, ordinal_position`,
    beginning: (quoted, most) => `left(${quoted}::text, ${most})`,
    quote: (name) => `"${name.replaceAll('"', '""')}"`,
    stream: (statement) => inBatches(rowsOf(connection.unsafe<Row[]>(statement).cursor(atOnce))),
    async end() {
      await connection.unsafe('rollback')
      connection.release()
      await sql.end({ timeout: 5 })
    },
  }
}

async function* rowsOf(batches: AsyncIterable<readonly Row[]>) {
  for await (const rows of batches) yield* rows
}
