// Who names a stored file, and who may read the row that does. Invariant: every column that holds a file's hash stands here; a test compares it
// with the database's columns.
import { sql, type SQL } from 'drizzle-orm'
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import { announcements, syncedAnnouncements } from '../announcements/table.ts'
import { chatMessages, syncedChatMessages } from '../chats/table.ts'
import { contacts, syncedContacts } from '../contacts/table.ts'
import { campaigns, syncedCampaigns } from '../campaigns/table.ts'
import { fileListOptions, syncedFileListOptions } from '../file-lists/table.ts'
import type { Actor } from '../kit/actor.ts'
import { nothing } from '../kit/define-table.ts'
import { messages } from '../messages/table.ts'
import { privacyRequests } from '../privacy/table.ts'
import { queueOptions, queues, syncedQueueOptions, syncedQueues } from '../queues/table.ts'
import { quickMessages, syncedQuickMessages } from '../quick-messages/table.ts'
import { schedules, syncedSchedules } from '../schedules/table.ts'
import { readableScope } from '../tickets/table.ts'
import type { StorageKind } from './storage-kinds.ts'
import { voiceNotes } from './voice-notes-table.ts'

interface Reference {
  table: PgTable & { companyId: PgColumn }
  hash: PgColumn
  kind: StorageKind
  /** The rows that the actor may read, or `nobody`: devices and REST never tell the hash. */
  scope(actor: Actor): SQL
}

const nobody = () => nothing
const ofConversations = (actor: Actor) => readableScope(messages, actor)

/** In the order in which a file that several name is counted. */
export const references: readonly Reference[] = [
  { table: messages, hash: messages.mediaHash, kind: 'conversations', scope: ofConversations },
  { table: messages, hash: messages.thumbnailHash, kind: 'conversations', scope: ofConversations },
  { table: chatMessages, hash: chatMessages.mediaHash, kind: 'conversations', scope: syncedChatMessages.scope },
  { table: quickMessages, hash: quickMessages.mediaHash, kind: 'library', scope: syncedQuickMessages.scope },
  { table: fileListOptions, hash: fileListOptions.mediaHash, kind: 'library', scope: syncedFileListOptions.scope },
  { table: queues, hash: queues.mediaHash, kind: 'library', scope: syncedQueues.scope },
  { table: queueOptions, hash: queueOptions.mediaHash, kind: 'library', scope: syncedQueueOptions.scope },
  { table: schedules, hash: schedules.mediaHash, kind: 'library', scope: syncedSchedules.scope },
  { table: campaigns, hash: campaigns.mediaHash, kind: 'library', scope: syncedCampaigns.scope },
  { table: announcements, hash: announcements.mediaHash, kind: 'library', scope: syncedAnnouncements.scope },
  { table: contacts, hash: contacts.pictureHash, kind: 'pictures', scope: syncedContacts.scope },
  // By a route of its own, which notes who took it.
  { table: privacyRequests, hash: privacyRequests.mediaHash, kind: 'other', scope: nobody },
  // The encoding of a recording is kept as long as the recording.
  { table: voiceNotes, hash: voiceNotes.hash, kind: 'conversations', scope: nobody },
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

/** What the file of media_files is kept for: StorageKind. */
export const kindOfFile: SQL<StorageKind> = sql`case ${sql.join(
  references.map((reference) => sql`when ${names(reference)} then ${sql.raw(`'${reference.kind}'`)}`),
  sql` `,
)} else 'other' end`

/** table.column, as the database calls it. */
export const referenceNames = references.map(({ table, hash }) => `${getTableConfig(table).name}.${hash.name}`)
