// What was asked of a person's data is done by a job, however much it is. Invariant: the row says what became of it; doing it twice does no harm.
import { privacyRequests } from '../../privacy/table.ts'
import { and, eq, isNotNull, lt } from 'drizzle-orm'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '../connect.ts'
import type { MediaStore } from '../media/media-store.ts'
import { removeUnnamed } from '../media/sweep-files.ts'
import { takeInFile } from '../media/take-in-file.ts'
import { erasePerson } from './erase-person.ts'
import { exportPerson, measured } from './export-person.ts'

interface Parts {
  db: Database
  media: MediaStore
}

/** An export is there for a week. */
export const exportDays = 7
const dayMs = 86_400_000

export async function doPrivacyRequest(parts: Parts, id: string, now: Date): Promise<void> {
  const { orm } = parts.db
  const isIt = and(eq(privacyRequests.id, id), eq(privacyRequests.status, 'waiting'))
  const [request] = await orm.select().from(privacyRequests).where(isIt)
  if (!request) return
  const done = { status: 'done' as const, finishedAt: now }
  if (request.kind === 'erasure') {
    await erasePerson(parts, request, now)
    await orm.update(privacyRequests).set(done).where(isIt)
    return
  }
  const file = await writeExport(parts, request)
  await orm
    .update(privacyRequests)
    .set({ ...done, ...file, expiresAt: new Date(now.getTime() + exportDays * dayMs) })
    .where(isIt)
}

export async function failPrivacyRequest({ orm }: Database, id: string, now: Date): Promise<void> {
  const isIt = and(eq(privacyRequests.id, id), eq(privacyRequests.status, 'waiting'))
  await orm.update(privacyRequests).set({ status: 'failed', finishedAt: now }).where(isIt)
}

async function writeExport(parts: Parts, { companyId, contactId }: { companyId: string; contactId: string }) {
  const folder = await mkdtemp(join(tmpdir(), 'balcao-export-'))
  try {
    const path = join(folder, 'export.zip')
    const { hash, bytes } = await writeFrom(exportPerson(parts, { companyId, contactId }), path)
    await takeInFile(parts, { companyId, hash }, path)
    return { mediaHash: hash, bytes }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function writeFrom(stream: ReadableStream<Uint8Array>, path: string) {
  await using file = await open(path, 'w')
  return await measured(stream, (chunk) => file.write(chunk))
}

/** Exports whose week is over. Resolves with how many. */
export async function forgetExports({ db, media }: Parts, now: Date): Promise<number> {
  const { mediaHash, companyId, expiresAt } = privacyRequests
  const gone = await db.orm
    .select({ id: privacyRequests.id, companyId, hash: mediaHash })
    .from(privacyRequests)
    .where(and(isNotNull(mediaHash), lt(expiresAt, now)))
  for (const { id, ...key } of gone) {
    await db.orm.update(privacyRequests).set({ mediaHash: null }).where(eq(privacyRequests.id, id))
    if (key.hash !== null) await removeUnnamed({ db, media }, [{ companyId: key.companyId, hash: key.hash }], now)
  }
  return gone.length
}
