// Runs a device's query on the server, for devices that can't have the rows: the same text, over the same names, which stand for the
// rows in the actor's scope. Invariant: read only, in bounded time, and no name of the query reaches a table itself.
import type { UserActor } from 'db/kit/actor.ts'
import { deviceTables } from 'db/tables.ts'
import type { Database } from 'db/node/connect.ts'
import { shapeDefinition } from '../http/shape-where.ts'
import { assertReadable } from './readable.ts'

/** A screen shows fewer. */
const maxRows = 2000
const timeoutMs = 5000

const readable = new Map(deviceTables.filter(({ log }) => log === 'full').map((table) => [table.name, table]))
const names: ReadonlySet<string> = new Set(readable.keys())

/** Values as Postgres writes them; `type` is its OID, for the reader's parsers. */
export interface TextResult {
  fields: { name: string; type: number }[]
  rows: (string | null)[][]
}

/** @throws AppError ERR_VALIDATION when it is not a query that a device may ask. */
export async function runQuery(
  { sql }: Database,
  actor: UserActor,
  { text, params }: { text: string; params: readonly unknown[] },
): Promise<TextResult> {
  const used = assertReadable(text, names)
  const scoped = withScopes(text, used, actor, params.length)
  return sql.begin('read only', async (tx) => {
    await tx.unsafe(`set local statement_timeout = ${timeoutMs}; set local search_path = pg_catalog`)
    const rows = await tx.unsafe(scoped.text, [...params, ...scoped.params] as never[]).raw()
    const fields = rows.columns.map(({ name, type }) => ({ name, type }))
    return { fields, rows: rows.map((row) => row.map((value) => (value === null ? null : decoder.decode(value)))) }
  })
}

const decoder = new TextDecoder()

/** The query behind a WITH that gives each table name its rows in scope. Its own parameters keep their numbers. */
function withScopes(text: string, used: ReadonlySet<string>, actor: UserActor, paramCount: number) {
  const params: string[] = []
  const parts = [...used].flatMap((name) => {
    const table = readable.get(name)
    if (!table) return []
    const scope = shapeDefinition(table, actor)
    const offset = paramCount + params.length
    params.push(...scope.params)
    const where = scope.where.replaceAll(/\$(\d+)/g, (_, n: string) => `$${Number(n) + offset}`)
    const columns = scope.columns.map((column) => `"${column}"`).join(', ')
    return `"${name}" as not materialized (select ${columns} from public."${name}" where ${where})`
  })
  const scopes = parts.length === 0 ? '' : `with ${parts.join(', ')} `
  // On lines of its own: a comment at the query's end must not swallow what follows.
  return { text: `${scopes}select * from (\n${text}\n) as query limit ${maxRows}`, params }
}
