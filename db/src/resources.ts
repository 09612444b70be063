// The registry of resources; the registries of tables, mutations and queries take theirs from it.
import { announcementResource } from './announcements/resource.ts'
import { campaignResource } from './campaigns/resource.ts'
import { chatResource } from './chats/resource.ts'
import { connectionResource } from './connections/resource.ts'
import { contactResource } from './contacts/resource.ts'
import { contactListResource } from './contact-lists/resource.ts'
import { fileListResource } from './file-lists/resource.ts'
import { helpResource } from './helps/resource.ts'
import { queueIntegrationResource } from './integrations/resource.ts'
import type { AnyResource } from './kit/define-resource.ts'
import { promptResource } from './prompts/resource.ts'
import { queueOptionResource, queueResource } from './queues/resource.ts'
import { quickMessageResource } from './quick-messages/resource.ts'
import { scheduleResource } from './schedules/resource.ts'
import { tagResource } from './tags/resource.ts'
import { userResource } from './users/resource.ts'

const all = [
  contactResource,
  queueResource,
  userResource,
  connectionResource,
  tagResource,
  queueOptionResource,
  quickMessageResource,
  scheduleResource,
  fileListResource,
  contactListResource,
  campaignResource,
  chatResource,
  queueIntegrationResource,
  helpResource,
  announcementResource,
  promptResource,
] as const

export type ResourceNoun = (typeof all)[number]['noun']
export type ResourceMutation = (typeof all)[number]['mutations'][number]

export const resources = all as unknown as readonly (AnyResource & { noun: ResourceNoun })[]

/** Resources whose rows belong to no company and may be read by everybody. */
export const ofEverybody = resources.filter((resource) => resource.ofEverybody)

/** The resource that a mutation or a query is of, by its name. */
export const resourceOf = (name: string) => resources.find(({ noun }) => noun === name.split('.')[0])
