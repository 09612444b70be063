// Who may read a file, and so name it: whoever brought it, and whoever may read a row that has it. Server only: a device has no rows of files.
// Invariant: knowing a hash gives nothing.
import { and, eq, exists, or, sql, type SQL } from 'drizzle-orm'
import type { UserActor } from '../kit/actor.ts'
import type { Tx } from '../kit/define-mutation.ts'
import { references } from './references.ts'
import { mediaFiles, mediaUploads } from './table.ts'

/** The company's file by its hash, if the actor may read it. `tx` only makes the text. */
export function readableFile(tx: Pick<Tx, 'select'>, actor: UserActor, hash: string): SQL | undefined {
  const { companyId, userId } = actor
  const one = { one: sql`1` }
  const ownUploads = and(
    eq(mediaUploads.companyId, companyId),
    eq(mediaUploads.hash, hash),
    eq(mediaUploads.userId, userId),
  )
  const rows = references.map(({ table, hash: column, scope }) =>
    tx
      .select(one)
      .from(table)
      .where(and(eq(table.companyId, companyId), eq(column, hash), scope(actor))),
  )
  return and(
    eq(mediaFiles.companyId, companyId),
    eq(mediaFiles.hash, hash),
    or(...[tx.select(one).from(mediaUploads).where(ownUploads), ...rows].map((query) => exists(query))),
  )
}
