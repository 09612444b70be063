// The registry of what the outbox says of resources: a noun of db that is missing here does not compile.
import { resourceOf } from 'db/resources.ts'
import type { AllEntries, ResourceEntries } from '../resource/entries.ts'
import { announcementEntries } from './announcements/announcement-entries.ts'
import { campaignEntries } from './campaigns/campaign-entries.ts'
import { chatEntries } from './chats/chat-entries.ts'
import { connectionEntries } from './connections/connection-entries.ts'
import { contactEntries } from './contacts/contact-entries.ts'
import { contactListEntries } from './contact-lists/contact-list-entries.ts'
import { fileListEntries } from './files/file-list-entries.ts'
import { helpEntries } from './helps/help-entries.ts'
import { integrationEntries } from './integrations/integration-entries.ts'
import { promptEntries } from './prompts/prompt-entries.ts'
import { queueEntries, queueOptionEntries } from './queues/queue-entries.ts'
import { quickMessageEntries } from './quick-messages/quick-message-entries.ts'
import { scheduleEntries } from './schedules/schedule-entries.ts'
import { tagEntries } from './tags/tag-entries.ts'
import { userEntries } from './users/user-entries.ts'

const entriesOf: AllEntries = {
  contact: contactEntries,
  queueIntegration: integrationEntries,
  prompt: promptEntries,
  queue: queueEntries,
  queueOption: queueOptionEntries,
  user: userEntries,
  connection: connectionEntries,
  tag: tagEntries,
  quickMessage: quickMessageEntries,
  schedule: scheduleEntries,
  fileList: fileListEntries,
  contactList: contactListEntries,
  campaign: campaignEntries,
  chat: chatEntries,
  help: helpEntries,
  announcement: announcementEntries,
}

const verbs = ['create', 'update', 'delete'] as const

/** What is said of an entry by its mutation's name, if that is one of a resource's three. */
export function entriesBy(name: string): { entries: ResourceEntries; verb: (typeof verbs)[number] } | null {
  const resource = resourceOf(name)
  const verb = verbs.find((each) => name === `${resource?.noun}.${each}`)
  return resource && verb ? { entries: entriesOf[resource.noun], verb } : null
}
