// The registry of synced tables. What a device follows is `deviceTables`; shapes that a screen opens by itself are added in `shapes`.
import { syncedAnnouncementViews } from './announcements/table.ts'
import { syncedCampaignSettings } from './campaigns/table.ts'
import { syncedChatMembers, syncedChatMessages } from './chats/table.ts'
import { syncedCompanies } from './companies/table.ts'
import { syncedContactImports, syncedContacts, syncedGroupParticipants } from './contacts/table.ts'
import { connectionQr, syncedConnectionDays, syncedConnections } from './connections/table.ts'
import { syncedFileListOptions } from './file-lists/table.ts'
import type { SyncedTable } from './kit/define-table.ts'
import { syncedNoteMentions } from './mentions/table.ts'
import { syncedMessages } from './messages/table.ts'
import { syncedAppliedMutations } from './mutation-log/table.ts'
import { syncedPresences } from './presences/table.ts'
import { syncedTicketViewers } from './presences/viewers-table.ts'
import { syncedNotificationSettings } from './push/table.ts'
import { syncedConnectionQueues, syncedQueueOptions, syncedQueues, syncedUserQueues } from './queues/table.ts'
import { resources } from './resources.ts'
import { syncedSettings } from './settings/table.ts'
import { syncedTagCounts, syncedTags, syncedTicketTags } from './tags/table.ts'
import { syncedTicketEvents } from './tickets/events-table.ts'
import { syncedTicketNotes } from './tickets/notes-table.ts'
import { syncedTickets } from './tickets/table.ts'
import { syncedUserSightings } from './users/sightings.ts'
import { syncedUsers } from './users/table.ts'

/** In the order in which a fresh device asks for them: what the ticket list needs comes first. */
const inOrder: readonly SyncedTable[] = [
  syncedTickets,
  syncedContacts,
  syncedQueues,
  syncedUsers,
  syncedConnections,
  syncedUserQueues,
  syncedConnectionQueues,
  syncedTags,
  syncedTicketTags,
  syncedTagCounts,
  syncedCompanies,
  syncedSettings,
  syncedQueueOptions,
  syncedNotificationSettings,
  syncedAnnouncementViews,
  syncedCampaignSettings,
  syncedGroupParticipants,
  syncedTicketNotes,
  syncedTicketEvents,
  syncedNoteMentions,
  ...resources.map(({ synced }) => synced),
  syncedContactImports,
  syncedConnectionDays,
  syncedFileListOptions,
  syncedChatMembers,
  syncedChatMessages,
  syncedMessages,
  syncedPresences,
  syncedTicketViewers,
  syncedAppliedMutations,
]

/** Those of a resource that the list needs stand before the other resources. */
export const deviceTables: readonly SyncedTable[] = [...new Set(inOrder)]

/** Every shape the gatekeeper serves, by the name in its URL. */
export const shapes: ReadonlyMap<string, SyncedTable> = new Map([
  ...deviceTables.map((table) => [table.name, table] as const),
  ['connection_qr', connectionQr],
  ['user_sightings', syncedUserSightings],
])
