// Who names a stored file. Invariant: every column that holds a file's hash stands here; a test compares it with the database's columns.
import { sql, type SQL } from 'drizzle-orm'
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import { announcements } from '../announcements/table.ts'
import { chatMessages } from '../chats/table.ts'
import { contacts } from '../contacts/table.ts'
import { campaigns } from '../campaigns/table.ts'
import { fileListOptions } from '../file-lists/table.ts'
import { messages } from '../messages/table.ts'
import { privacyRequests } from '../privacy/table.ts'
import { queueOptions, queues } from '../queues/table.ts'
import { quickMessages } from '../quick-messages/table.ts'
import { schedules } from '../schedules/table.ts'
import type { StorageKind } from './storage-kinds.ts'
import { voiceNotes } from './voice-notes-table.ts'

interface Reference {
  table: PgTable & { companyId: PgColumn }
  hash: PgColumn
  kind: StorageKind
}

/** In the order in which a file that several name is counted. */
export const references: readonly Reference[] = [
  { table: messages, hash: messages.mediaHash, kind: 'conversations' },
  { table: messages, hash: messages.thumbnailHash, kind: 'conversations' },
  { table: chatMessages, hash: chatMessages.mediaHash, kind: 'conversations' },
  { table: quickMessages, hash: quickMessages.mediaHash, kind: 'library' },
  { table: fileListOptions, hash: fileListOptions.mediaHash, kind: 'library' },
  { table: queues, hash: queues.mediaHash, kind: 'library' },
  { table: queueOptions, hash: queueOptions.mediaHash, kind: 'library' },
  { table: schedules, hash: schedules.mediaHash, kind: 'library' },
  { table: campaigns, hash: campaigns.mediaHash, kind: 'library' },
  { table: announcements, hash: announcements.mediaHash, kind: 'library' },
  { table: contacts, hash: contacts.pictureHash, kind: 'pictures' },
  { table: privacyRequests, hash: privacyRequests.mediaHash, kind: 'other' },
  // The encoding of a recording is kept as long as the recording.
  { table: voiceNotes, hash: voiceNotes.hash, kind: 'conversations' },
]

/** SQL: some row of the reference's table names the row of media_files. Written by hand: Drizzle omits table names in queries of one table. */
function names(reference: Reference): SQL {
  const [table, hash] = [getTableConfig(reference.table).name, reference.hash.name]
  const stored = `exists (select from media_files r where r.company_id = n.company_id and r.hash = n.recording_hash)`
  return sql.raw(`exists (select from "${table}" n
    where n."${hash}" = media_files.hash and n.company_id = media_files.company_id
    ${reference.table === voiceNotes ? `and ${stored}` : ''})`)
}

/** That somebody names the file of media_files. */
export const isNamed: SQL = sql`(${sql.join(references.map(names), sql` or `)})`

/** That something other than a message of a chat names it: whoever is in the company may read it. */
export const isNamedOutsideChats: SQL = sql`(${sql.join(
  references.filter(({ table }) => table !== chatMessages).map(names),
  sql` or `,
)})`

/** What the file of media_files is kept for: StorageKind. */
export const kindOfFile: SQL<StorageKind> = sql`case ${sql.join(
  references.map((reference) => sql`when ${names(reference)} then ${sql.raw(`'${reference.kind}'`)}`),
  sql` `,
)} else 'other' end`

/** table.column, as the database calls it. */
export const referenceNames = references.map(({ table, hash }) => `${getTableConfig(table).name}.${hash.name}`)
