// A database of the Whaticket family becomes companies of this installation. Invariants: nothing is written to the old one; what was imported
// once is not imported again; a row that cannot come is told and holds nothing up.
import type { Database } from 'db/node/connect.ts'
import type { MediaStore } from 'db/node/media/media-store.ts'
import { importCompanies } from './companies.ts'
import { importContacts } from './contacts.ts'
import { openOldFiles } from './files.ts'
import { importQuickMessages, importSchedules } from './library.ts'
import { importMessages } from './messages.ts'
import { importConnections, importQueues, importUsers } from './office.ts'
import { Tally, type Report } from './report.ts'
import { openSource, type Source } from './source.ts'
import { importNotes, importTags, importTickets, importTicketTags } from './tickets.ts'
import { nobodyKnown, type Work } from './work.ts'

export interface ImportOptions {
  /** Of the old database. */
  from: string
  /** The old installation's public folder; null: files stay behind. */
  files: string | null
  isDryRun: boolean
  timeZone: string
  companyName: string
  /** The offset in which a MariaDB keeps its times. */
  clock: string
  progress(table: string, done: number, of: number): void
}

/** In this order: each names only what came before. */
const steps = [
  importCompanies,
  importQueues,
  importConnections,
  importUsers,
  importContacts,
  importTags,
  importTickets,
  importTicketTags,
  importNotes,
  importMessages,
  importQuickMessages,
  importSchedules,
] as const

const counted = { contacts: 'Contacts', tickets: 'Tickets', messages: 'Messages' } as const
const isCounted = (table: string): table is keyof typeof counted => Object.hasOwn(counted, table)

/** What has no place here, or is not taken over. */
const left = [
  'Campaigns',
  'ContactLists',
  'ContactTags',
  'Chats',
  'Prompts',
  'QueueIntegrations',
  'Announcements',
  'ChatFlow',
  'FlowBuilders',
]

/** @throws Error when the old database cannot be read, or is none of the family */
export async function importWhaticket(
  { db, media }: { db: Database; media: MediaStore },
  options: ImportOptions,
  now = new Date(),
): Promise<Report> {
  const begun = Date.now()
  const source = await openSource(options.from, options)
  try {
    for (const table of ['Users', 'Contacts', 'Tickets', 'Messages', 'Whatsapps']) {
      if (!source.table(table)) throw new Error(`This is no database of the Whaticket family: it has no table ${table}`)
    }
    const tally = new Tally()
    const files = await openOldFiles(options.files, { db, media, tally })
    const work: Work = {
      db,
      tally,
      source,
      files,
      now,
      known: nobodyKnown(),
      isDryRun: options.isDryRun,
      timeZone: options.timeZone,
      companyName: options.companyName,
      progress: await progressOf(source, options),
    }
    for (const step of steps) await step(work)
    await noteWhatStays(source, tally)
    if (options.files === null)
      tally.notes.add('Without --files DIR messages come without their files; import again with it, and they follow.')
    if (!options.isDryRun) await db.sql`select fold_figures(1000000)`
    return {
      isDryRun: options.isDryRun,
      tables: tally.tables,
      notes: [...tally.notes],
      seconds: (Date.now() - begun) / 1000,
    }
  } finally {
    await source.close()
  }
}

async function progressOf(source: Source, { progress }: ImportOptions): Promise<Work['progress']> {
  const totals = new Map<string, number>()
  for (const [name, table] of Object.entries(counted)) totals.set(name, (await source.table(table)?.count()) ?? 0)
  return (table, done) => {
    if (isCounted(table)) progress(table, done, totals.get(table) ?? done)
  }
}

async function noteWhatStays(source: Source, { notes }: Tally) {
  for (const name of left) {
    const count = (await source.table(name)?.count()) ?? 0
    if (count > 0) notes.add(`Not taken over: ${name} (${count})`)
  }
}
