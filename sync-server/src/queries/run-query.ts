// Runs a named query on the server: for devices that can't have the rows, and for REST.
// Invariant: read only, in bounded time and size, over the actor's scope.
import type { UserActor } from 'db/kit/actor.ts'
import type { AnyQuery } from 'db/kit/define-query.ts'
import { AppError } from 'db/kit/errors.ts'
import type { Database } from 'db/node/connect.ts'
import { postgresErrorOf } from 'db/node/errors/postgres-errors.ts'
import type { TransactionSql } from 'postgres'
import { asJson, scopedText } from './scoped-text.ts'

export const timeoutMs = 5000
/** A screen shows fewer. */
const maxRows = 20_000
/** Length of all rows as JSON, in UTF-16 units; a longer result is refused as ERR_QUERY_TOO_LARGE. */
export const maxSize = 8 * 1024 * 1024
/** Rows that are fetched at a time. */
const batchSize = 500

/** The rows, each as JSON. @throws AppError ERR_VALIDATION, ERR_QUERY_TOO_LARGE, ERR_QUERY_TOO_SLOW */
export function runQuery(db: Database, actor: UserActor, query: AnyQuery, args: unknown): Promise<string[]> {
  return readOnly(db, (tx) => rowsOf(tx, actor, query, args))
}

/** A transaction for queries, one after the other. */
export function readOnly<T>({ sql }: Database, read: (tx: TransactionSql) => Promise<T>) {
  return sql.begin('read only', async (tx) => {
    await tx.unsafe(
      `set local statement_timeout = ${timeoutMs}; set local search_path = pg_catalog; set local timezone = 'UTC'`,
    )
    return read(tx)
  })
}

/** As runQuery, in a `readOnly` transaction: one in which it failed answers nothing more. */
export async function rowsOf(tx: TransactionSql, actor: UserActor, query: AnyQuery, args: unknown): Promise<string[]> {
  const { text, params } = asJson(query, scopedText(query, args, actor))
  const answer: string[] = []
  let size = 0
  try {
    for await (const batch of tx.unsafe(text, [...params] as never[]).cursor(batchSize)) {
      const rows = batch.map((row) => String(row['row_to_json']))
      size += rows.reduce((sum, row) => sum + row.length, 0)
      answer.push(...rows)
      if (size > maxSize || answer.length > maxRows) throw new AppError('ERR_QUERY_TOO_LARGE')
    }
  } catch (error) {
    throw refusedBy(error) ?? error
  }
  return answer
}

/** What is wrong with the values, or with how much they ask for; the text is ours. */
function refusedBy(error: unknown): AppError | undefined {
  const code = postgresErrorOf(error)?.code ?? ''
  if (code === '57014') return new AppError('ERR_QUERY_TOO_SLOW')
  return code.startsWith('22') ? new AppError('ERR_VALIDATION') : undefined
}
