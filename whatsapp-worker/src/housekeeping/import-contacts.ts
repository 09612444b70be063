// Job contact.import: whichever worker is free takes a phone's address book, as it was told and stored, into the contacts. No socket is needed.
import * as v from 'valibot'
import { failImport, importPhoneBook } from 'db/contacts/phone-book.ts'
import { contactImportJob, contactImportQueue } from 'db/jobs.ts'
import type { Database } from 'db/node/connect.ts'
import { pollSeconds, type Jobs } from 'db/node/jobs.ts'
import type { Log } from '../logger.ts'

/** Resolves once jobs are taken; call what it returns to stop, which waits for the running one. */
export async function consumeImports({ db, jobs, log }: { db: Database; jobs: Jobs; log: Log }) {
  const options = { pollingIntervalSeconds: pollSeconds, includeMetadata: true } as const
  const id = await jobs.boss.work<unknown, unknown, typeof options>(contactImportQueue, options, async (batch) => {
    for (const { data, retryCount, retryLimit } of batch) {
      const job = v.safeParse(contactImportJob, data)
      if (!job.success) continue
      const { importId } = job.output
      try {
        await db.orm.transaction((tx) => importPhoneBook(tx, importId, new Date()))
      } catch (err) {
        log.error({ importId, err }, 'contacts not imported')
        if (retryCount >= retryLimit) await failImport(db.orm, importId, new Date())
        throw err
      }
    }
  })
  return () => jobs.boss.offWork(contactImportQueue, { id, wait: true })
}
