// Rows into our database, in bulk. Invariants: a row is whole or not at all, and one that cannot be kept is told and hinders no other;
// what is here already is left alone, unless it follows its source; nothing is written in a dry run.
import { getTableColumns, getTableName, sql, type InferInsertModel, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import postgres from 'postgres'
import type { Database, ServerTx } from 'db/node/connect.ts'
import type { Tally } from './report.ts'

export interface Target {
  db: Database
  tally: Tally
  isDryRun: boolean
}

export type WithId = { id: string }

/** A row and what it was called in the old database. */
export interface Incoming<R extends WithId> {
  from: number | string
  row: R
}

interface Storing<T extends PgTable> {
  table: T
  /** In the report. */
  name: string
  /** Columns that follow the source as long as the row here is older than there. */
  follow?: readonly (keyof T['_']['columns'] & string)[]
  /** In the same transaction, with what is new or was brought up to date. */
  after?(tx: ServerTx, ids: ReadonlySet<string>): Promise<void>
}

/** How many of the ids are here. */
export async function idsThere({ db }: Target, table: PgTable, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const found = await db.orm.execute<WithId>(
    sql`select id from ${table} where id in (select unnest(${textArray(ids)}::text[])::uuid)`,
  )
  return new Set([...found].map(({ id }) => id))
}

/** A text of Postgres' for an array of ids or other words without quotes. */
export const textArray = (values: readonly string[]) => `{${values.map((value) => JSON.stringify(value)).join(',')}}`

export async function store<T extends PgTable>(
  target: Target,
  storing: Storing<T>,
  rows: readonly Incoming<InferInsertModel<T> & WithId>[],
): Promise<void> {
  const incoming = withoutTwins(target, storing.name, rows)
  if (incoming.length === 0) return
  const { tally } = target
  const report = tally.of(storing.name)
  if (target.isDryRun) {
    const there = await idsThere(
      target,
      storing.table,
      incoming.map(({ row }) => row.id),
    )
    report.there += there.size
    report.added += incoming.length - there.size
    return
  }
  try {
    const stored = await storeAtOnce(
      target,
      storing,
      incoming.map(({ row }) => row),
    )
    report.added += stored.added
    report.updated += stored.updated
    report.there += incoming.length - stored.added - stored.updated
  } catch (error) {
    const reason = reasonOf(error)
    if (reason === null) throw error
    const [first] = incoming
    if (incoming.length === 1 && first) return tally.skip(storing.name, first.from, reason)
    // Some row of them: the halves by themselves.
    const middle = incoming.length >> 1
    await store(target, storing, incoming.slice(0, middle))
    await store(target, storing, incoming.slice(middle))
  }
}

/** A database without a key may have a row twice; no statement takes both. */
function withoutTwins<R extends WithId>({ tally }: Target, name: string, incoming: readonly Incoming<R>[]) {
  const ids = new Set<string>()
  return incoming.filter(({ from, row: { id } }) => {
    if (ids.has(id)) tally.skip(name, from, 'there twice')
    return ids.size !== ids.add(id).size
  })
}

function storeAtOnce<T extends PgTable>(
  { db }: Target,
  { table, follow, after }: Storing<T>,
  rows: readonly (InferInsertModel<T> & WithId)[],
) {
  return db.orm.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`)
    const done = await tx.execute<{ id: string; is_new: boolean }>(insertion(table, rows, follow))
    const ids = new Set([...done].map(({ id }) => id))
    if (after && ids.size > 0) await after(tx, ids)
    const added = [...done].filter((row) => row.is_new).length
    return { added, updated: ids.size - added }
  })
}

function insertion<T extends PgTable>(table: T, rows: readonly object[], follow: readonly string[] | undefined): SQL {
  const all = getTableColumns(table)
  const columns = Object.keys(rows[0] ?? {}).flatMap((key) => (all[key] ? [{ key, name: all[key].name }] : []))
  const names = sql.join(
    columns.map(({ name }) => sql.identifier(name)),
    sql`, `,
  )
  const values = rows.map((row) =>
    Object.fromEntries(columns.map(({ key, name }) => [name, (row as Record<string, unknown>)[key] ?? null])),
  )
  const name = sql.identifier(getTableName(table))
  const set = (follow ?? []).flatMap((key) => {
    const column = sql.identifier(all[key]?.name ?? key)
    return sql`${column} = excluded.${column}`
  })
  const conflict = follow
    ? sql`on conflict (id) do update set ${sql.join(set, sql`, `)} where t.updated_at < excluded.updated_at`
    : sql`on conflict do nothing`
  return sql`
    insert into ${name} as t (${names})
    select ${names} from json_populate_recordset(null::${name}, ${JSON.stringify(values)}::text::json)
    ${conflict} returning id, xmax = 0 as is_new`
}

const reasons: Readonly<Record<string, string>> = {
  22003: 'a number that is too large',
  22008: 'a date that is none',
  23503: 'names what did not come',
  23505: 'another one is like it',
}

/** What Postgres says against a row itself; null when it was something else: no connection, no disk. */
export function reasonOf(error: unknown): string | null {
  const cause = error instanceof Error && error.cause ? error.cause : error
  if (!(cause instanceof postgres.PostgresError)) return null
  if (!/^2[23]/.test(cause.code)) return null
  const said = cause.constraint_name ?? cause.code
  const reason = reasons[cause.code]
  return reason === undefined ? said : `${reason} (${said})`
}
