// MariaDB and MySQL. Their times say no offset: they come as texts, and are read in the offset that the old installation wrote them in.
import { createConnection } from 'mariadb'
import { inBatches } from './in-batches.ts'
import type { Dialect, Row } from './source.ts'

/** Types whose values have no length of their own. */
const long = `'char', 'varchar', 'tinytext', 'text', 'mediumtext', 'longtext', 'json', 'enum', 'set'`
const time = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d(?:\.\d+)?)$/

export async function mariadbSource(url: string, clock: string): Promise<Dialect> {
  const { hostname, port, username, password, pathname } = new URL(url)
  const connection = await createConnection({
    host: hostname,
    port: port === '' ? 3306 : Number(port),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: decodeURIComponent(pathname.slice(1)),
    dateStrings: true,
    bigIntAsNumber: true,
  })
  await connection.query('set session transaction isolation level repeatable read, read only')
  await connection.query('start transaction with consistent snapshot, read only')
  return {
    catalogue: () =>
      connection.query<{ table: string; column: string; isText: boolean }[]>(
        `select table_name as \`table\`, column_name as \`column\`, data_type in (${long}) as isText
         from information_schema.columns where table_schema = database() order by table_name, ordinal_position`,
      ),
    beginning: (quoted, most) => `left(${quoted}, ${most})`,
    quote: (name) => `\`${name.replaceAll('`', '``')}\``,
    stream: (statement) => inBatches(rowsOf(connection.queryStream(statement), clock)),
    async end() {
      await connection.rollback()
      await connection.end()
    },
  }
}

async function* rowsOf(rows: AsyncIterable<Row>, clock: string) {
  for await (const row of rows) yield withOffsets(row, clock)
}

const withOffsets = (row: Row, clock: string): Row =>
  Object.fromEntries(
    Object.entries(row).map(([key, value]) => [key, /At$|^dueDate$/.test(key) ? withOffset(value, clock) : value]),
  )

function withOffset(value: unknown, clock: string): unknown {
  const [, date, hours] = typeof value === 'string' ? (time.exec(value) ?? []) : []
  return date === undefined ? value : `${date}T${hours}${clock}`
}
