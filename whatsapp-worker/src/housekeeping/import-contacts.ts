// Job contact.import: whichever worker is free takes a phone's address book, as it was told and stored, into the contacts. No socket is needed.
import { failImport, importPhoneBook } from 'db/contacts/phone-book.ts'
import { contactImportJob, contactImportQueue } from 'db/jobs.ts'
import type { Database } from 'db/node/connect.ts'
import type { Jobs } from 'db/node/jobs.ts'
import { consume } from '../consume.ts'
import type { Log } from '../logger.ts'

export function consumeImports({ db, jobs, log }: { db: Database; jobs: Jobs; log: Log }) {
  const source = { queue: contactImportQueue, schema: contactImportJob }
  return consume({ jobs, log }, source, async ({ importId }, { isLast }) => {
    try {
      await db.orm.transaction((tx) => importPhoneBook(tx, importId, new Date()))
    } catch (error) {
      if (isLast) await failImport(db.orm, importId, new Date())
      throw error
    }
  })
}
