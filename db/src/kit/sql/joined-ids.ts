// A field of a resource that is kept as rows of a joining table, e.g. a connection's queues: read and written whole, as sorted ids.
// Invariant: a row's id follows from the two it joins, so that a device and the server make the same row.
import { and, eq, inArray } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { v5 } from 'uuid'
import * as v from 'valibot'
import { idArg } from '../args.ts'
import type { MutationContext, Tx } from '../define-mutation.ts'
import type { SyncedTable } from '../define-table.ts'
import type { ErrorCode } from '../errors.ts'
import { mustFind } from '../find.ts'

/** A set: the order in which it was given means nothing. */
export const idList = v.pipe(
  v.array(idArg),
  v.maxLength(100),
  v.transform((ids) => [...new Set(ids)].toSorted()),
)

/** A field that is rows of another table. */
export interface JoinedField<Value> {
  read(tx: Tx, id: string): Promise<Value>
  /** @throws AppError when something in it is not in the actor's scope. */
  write(tx: Tx, ctx: MutationContext, id: string, value: Value): Promise<void>
}

type JoinedIds = JoinedField<string[]>

export interface JoinOptions {
  table: PgTable & { id: PgColumn }
  /** The resource's own id, by its key in the table. */
  own: PgColumn & { name: string }
  other: PgColumn & { name: string }
  keys: { own: string; other: string }
  /** What may be joined. */
  synced: SyncedTable
  notFound: ErrorCode
}

export function joinedIds({ table, own, other, keys, synced, notFound }: JoinOptions): JoinedIds {
  const read = async (tx: Tx, id: string) => {
    const rows = await tx.select({ id: other }).from(table).where(eq(own, id))
    return rows.map((row) => String(row.id)).toSorted()
  }
  return {
    read,
    async write(tx, ctx, id, ids) {
      const before = await read(tx, id)
      const gone = before.filter((each) => !ids.includes(each))
      if (gone.length > 0) await tx.delete(table).where(and(eq(own, id), inArray(other, gone)))
      for (const each of ids) {
        if (before.includes(each)) continue
        await mustFind(tx, ctx, synced, each, notFound)
        const row = { id: v5(each, id), companyId: ctx.actor.companyId, [keys.own]: id, [keys.other]: each }
        await tx.insert(table).values(row as never)
      }
    },
  }
}
