// A query's text on the server: behind a WITH that gives each table name the rows of the actor's scope, and of its columns those that
// leave the server. Pure. Invariant: with a search path of pg_catalog alone, no name of the text reaches a table itself.
import type { UserActor } from 'db/kit/actor.ts'
import type { AnyQuery } from 'db/kit/define-query.ts'
import { parseArgs } from 'db/kit/define-mutation.ts'
import { columnName } from 'db/kit/sql/row-type.ts'
import { deviceTables } from 'db/tables.ts'
import { scopeText } from '../gatekeeper/shape-where.ts'

const readable = deviceTables.filter(({ log }) => log === 'full')
const mentions = new Map(readable.map((table) => [table, new RegExp(String.raw`\b${table.name}\b`)]))

export interface ScopedText {
  text: string
  params: readonly unknown[]
}

/** Its columns have their names of SQL. @throws AppError ERR_VALIDATION */
export function scopedText(query: AnyQuery, args: unknown, actor: UserActor): ScopedText {
  const { text, params } = query.sql(parseArgs(query.args, args), 'server', null)
  const all = [...params]
  const scopes = readable
    .filter((table) => mentions.get(table)?.test(text))
    .map((table) => {
      const scope = scopeText(table, actor)
      const offset = all.length
      all.push(...scope.params)
      // The query's own parameters keep their numbers.
      const where = scope.where.replaceAll(/\$(\d+)/g, (_, n: string) => `$${Number(n) + offset}`)
      const columns = table.columns.map((column) => `"${column}"`).join(', ')
      return `"${table.name}" as not materialized (select ${columns} from public."${table.name}" where ${where})`
    })
  return { text: `with ${scopes.join(', ')} select * from (${text}) as query`, params: all }
}

/** Each row as one JSON text, by the declared names. */
export function asJson({ row }: AnyQuery, { text, params }: ScopedText): ScopedText {
  const columns = Object.keys(row).map((key) => `"${columnName(key)}" as "${key}"`)
  return {
    text: `select row_to_json(shown)::text from (select ${columns.join(', ')} from (${text}) as scoped) as shown`,
    params,
  }
}
