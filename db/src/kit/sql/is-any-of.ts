// For lists of ids as long as the rows that they come from: one parameter, where `inArray` writes one for each, of which Postgres takes 65,534.
import { sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** Whether `column`, a uuid, is one of `ids`. As text: an array's parameter has another form with each driver. */
export const isAnyOf = (column: PgColumn, ids: readonly string[]): SQL =>
  sql`${column} = any(${`{${ids.join(',')}}`}::text::uuid[])`
