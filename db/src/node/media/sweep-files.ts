// Files that no row names any more leave the media store, some days after somebody last meant to name them: what waits in an outbox
// has been uploaded already. Invariant: a file is removed in the transaction that holds its row and has seen that nobody names it.
import { and, asc, eq, gt, lt, not, or, sql, type SQL } from 'drizzle-orm'
import { isNamed } from '../../media/references.ts'
import { mediaFiles } from '../../media/table.ts'
import type { Database } from '../connect.ts'
import type { MediaKey, MediaStore } from './media-store.ts'

export const graceDays = 7
const atOnce = 500
const dayMs = 86_400_000

export interface Swept {
  files: number
  bytes: number
}

/** Looks through all companies' files. */
export async function sweepFiles(
  { db, media }: { db: Database; media: MediaStore },
  now: Date,
  isStopping: () => boolean = () => false,
): Promise<Swept> {
  const before = new Date(now.getTime() - graceDays * dayMs)
  const swept: Swept = { files: 0, bytes: 0 }
  let last: MediaKey | undefined
  do {
    const page = await oldFiles(db, before, last)
    for (const { unnamed, ...key } of page) {
      if (unnamed) swept.bytes += await removeFile({ db, media }, key, before, () => swept.files++)
    }
    last = page.length === atOnce ? page.at(-1) : undefined
  } while (last && !isStopping())
  return swept
}

/** Files that somebody forgot on purpose go at once, unless they are named, or somebody was about to since `before`. */
export async function removeUnnamed(
  parts: { db: Database; media: MediaStore },
  files: readonly MediaKey[],
  before: Date,
): Promise<void> {
  for (const file of files) await removeFile(parts, file, before, () => undefined)
}

const key = { companyId: mediaFiles.companyId, hash: mediaFiles.hash }

/** The next ones past `last`, in the order of their keys. */
function oldFiles({ orm }: Database, before: Date, last: MediaKey | undefined) {
  const beyond: SQL | undefined =
    last &&
    or(
      gt(mediaFiles.companyId, last.companyId),
      and(eq(mediaFiles.companyId, last.companyId), gt(mediaFiles.hash, last.hash)),
    )
  return orm
    .select({ ...key, unnamed: sql<boolean>`not ${isNamed}` })
    .from(mediaFiles)
    .where(and(lt(mediaFiles.usedAt, before), beyond))
    .orderBy(asc(mediaFiles.companyId), asc(mediaFiles.hash))
    .limit(atOnce)
}

/** Its bytes; 0 when somebody came to name it meanwhile. */
function removeFile(
  { db, media }: { db: Database; media: MediaStore },
  file: MediaKey,
  before: Date,
  onRemoved: () => void,
) {
  const isIt = and(eq(mediaFiles.companyId, file.companyId), eq(mediaFiles.hash, file.hash))
  return db.orm.transaction(async (tx) => {
    // Whoever is about to name it holds its row: after this wait the next statement sees what they wrote.
    await tx.select(key).from(mediaFiles).where(isIt).for('update')
    const [gone] = await tx
      .delete(mediaFiles)
      .where(and(isIt, lt(mediaFiles.usedAt, before), not(isNamed)))
      .returning({ size: mediaFiles.size })
    if (!gone) return 0
    await media.remove(file)
    onRemoved()
    return gone.size
  })
}
