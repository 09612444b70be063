// Takes away what a deleted company has: when its phones are unlinked, or can't be told any more, its files and jobs, and then its rows. Nobody
// of it is logged in by then. What a kill leaves half done is done by the next run.
import { companyBilling } from 'db/billing/table.ts'
import { companies } from 'db/companies/table.ts'
import { connectionLeases, connections, sessionKeys } from 'db/connections/table.ts'
import { companyRemovalQueue, connectionQueue } from 'db/jobs.ts'
import { mediaFiles } from 'db/media/table.ts'
import type { Database } from 'db/node/connect.ts'
import type { Jobs } from 'db/node/jobs.ts'
import type { MediaStore } from 'db/node/media/media-store.ts'
import { and, eq, gt, isNotNull, or, sql } from 'drizzle-orm'
import { runRegularly } from '../consume.ts'
import type { Log } from '../logger.ts'

const cron = '* * * * *'
/** A phone that was not told by then is off, or its number is gone. */
const patienceMs = 10 * 60_000
const filesAtOnce = 500

interface Parts {
  db: Database
  jobs: Jobs
  media: MediaStore
  log: Log
}

export function removeCompaniesRegularly(parts: Parts) {
  return runRegularly(parts.jobs, companyRemovalQueue, cron, (isStopping) =>
    removeCompanies(parts, new Date(), isStopping),
  )
}

export async function removeCompanies(
  { db, jobs, media, log }: Parts,
  now: Date,
  isStopping: () => boolean = () => false,
): Promise<void> {
  const gone = await db.orm
    .select({ id: companyBilling.companyId, deletedAt: companyBilling.deletedAt })
    .from(companyBilling)
    .where(isNotNull(companyBilling.deletedAt))
  for (const { id, deletedAt } of gone) {
    if (isStopping() || !deletedAt) return
    const isLate = now.getTime() - deletedAt.getTime() > patienceMs
    if (!isLate && (await hasLinkedPhone(db, id, now))) continue
    await removeFiles({ db, media }, id)
    for (const phone of await db.orm
      .select({ id: connections.id })
      .from(connections)
      .where(eq(connections.companyId, id))) {
      await jobs.boss.deleteQueue(connectionQueue(phone.id))
    }
    await db.orm.delete(companies).where(eq(companies.id, id))
    log.info({ companyId: id }, 'company removed')
  }
}

async function hasLinkedPhone({ orm }: Database, companyId: string, now: Date): Promise<boolean> {
  const [row] = await orm
    .select({ id: connections.id })
    .from(connections)
    .leftJoin(
      connectionLeases,
      and(eq(connectionLeases.connectionId, connections.id), gt(connectionLeases.expiresAt, now)),
    )
    .where(
      and(
        eq(connections.companyId, companyId),
        or(
          isNotNull(connectionLeases.connectionId),
          sql`exists (select from ${sessionKeys} where ${sessionKeys.connectionId} = ${connections.id})`,
        ),
      ),
    )
    .limit(1)
  return row !== undefined
}

async function removeFiles({ db, media }: Pick<Parts, 'db' | 'media'>, companyId: string) {
  const own = eq(mediaFiles.companyId, companyId)
  for (;;) {
    const files = await db.orm.select({ hash: mediaFiles.hash }).from(mediaFiles).where(own).limit(filesAtOnce)
    if (files.length === 0) return
    for (const { hash } of files) {
      await media.remove({ companyId, hash })
      await db.orm.delete(mediaFiles).where(and(own, eq(mediaFiles.hash, hash)))
    }
  }
}
