import postgres from 'postgres'
import type { Dialect, Row } from './source.ts'

const atOnce = 1_000

export async function postgresSource(url: string): Promise<Dialect> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  const connection = await sql.reserve()
  await connection.unsafe('begin isolation level repeatable read read only')
  return {
    catalogue: () =>
      connection<{ table: string; column: string }[]>`
        select table_name as table, column_name as column from information_schema.columns
        where table_schema = current_schema() order by table_name, ordinal_position`,
    quote: (name) => `"${name.replaceAll('"', '""')}"`,
    async *stream(statement) {
      for await (const rows of connection.unsafe<Row[]>(statement).cursor(atOnce)) yield rows
    },
    async end() {
      await connection.unsafe('rollback')
      connection.release()
      await sql.end({ timeout: 5 })
    },
  }
}
