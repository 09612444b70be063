// "In scope or not found": the only way mutations reach a row by id, so that another company's row never answers differently from a missing one.
import { and, eq, type InferSelectModel } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { MutationContext, Tx } from './define-mutation.ts'
import type { IdTable, SyncedTable } from './define-table.ts'
import { AppError, type ErrorCode } from './errors.ts'

/** The row, locked until the end of the transaction on the server. @throws AppError `code` when there is none in the actor's scope. */
export async function mustFind<T extends IdTable>(
  tx: Tx,
  ctx: MutationContext,
  synced: SyncedTable<T>,
  id: string,
  code: ErrorCode,
): Promise<InferSelectModel<T>> {
  const table: PgTable = synced.table
  const query = tx
    .select()
    .from(table)
    .where(and(eq(synced.table.id, id), synced.scope(ctx.actor)))
    .limit(1)
  const [row] = await (ctx.side === 'server' ? query.for('update') : query)
  if (!row) throw new AppError(code)
  return row as InferSelectModel<T>
}
