// How much a company may keep in the media store. Unfinished uploads count as announced. Uploads that begin in
// the same moment may go over it together, by as many files as run at a time: it bounds, it does not bill.
import { eq } from 'drizzle-orm'
import { AppError } from '../kit/errors.ts'
import type { Database, ServerTx } from '../node/connect.ts'
import { companyStorage } from './table.ts'

/** Bytes. */
export async function storedBytes(db: Database['orm'] | ServerTx, companyId: string): Promise<number> {
  const [row] = await db
    .select({ bytes: companyStorage.bytes })
    .from(companyStorage)
    .where(eq(companyStorage.companyId, companyId))
  return row?.bytes ?? 0
}

/** Whether a file of so many bytes may come. `quota` in bytes; null: no limit. */
export async function hasRoom(db: Database['orm'], companyId: string, bytes: number, quota: number | null) {
  return quota === null || (await storedBytes(db, companyId)) + bytes <= quota
}

/** @throws AppError ERR_STORAGE_FULL with the quota in bytes */
export async function assertRoom(db: Database['orm'], companyId: string, bytes: number, quota: number | null) {
  if (!(await hasRoom(db, companyId, bytes, quota))) throw new AppError('ERR_STORAGE_FULL', { quota })
}
