// The registry of mutations: push dispatch, REST routes, OpenAPI and the browser's typed calls come from it.
// Names are for ever: an outbox that was offline for weeks may still hold one.
import type * as v from 'valibot'
import { updateCampaignSettings } from './campaigns/settings.ts'
import { leaveChat, readChat } from './chats/mutations.ts'
import { sendChatMessage } from './chats/send-message.ts'
import { updateCompany } from './companies/mutations.ts'
import { disconnectConnection, relinkConnection, startConnection } from './connections/mutations.ts'
import { importFromPhone } from './contacts/import-mutation.ts'
import { mergeContact } from './contacts/mutations.ts'
import type { Mutation } from './kit/define-mutation.ts'
import type { Refusal } from './kit/hold.ts'
import { deleteMessage, editMessage, forwardMessage, reactToMessage, sendMessage } from './messages/mutations.ts'
import { updateNotificationSettings } from './push/mutations.ts'
import { resources, type ResourceMutation } from './resources.ts'
import { updateSettings } from './settings/mutations.ts'
import { seeAnnouncements } from './announcements/mutations.ts'
import { addTicketTag, clearTicketLanes, moveTicketTag, removeTicketTag, syncTicketTags } from './tags/mutations.ts'
import { createTicketNote, deleteTicketNote, seeTicketNote } from './tickets/notes.ts'
import {
  acceptTicket,
  closeTicket,
  createTicket,
  deleteTicket,
  markTicketRead,
  reopenTicket,
  returnTicket,
} from './tickets/mutations.ts'
import { transferTicket } from './tickets/transfer.ts'
import { updateProfile } from './users/profile.ts'

/** Beside those of the resources. */
const own = [
  acceptTicket,
  returnTicket,
  closeTicket,
  reopenTicket,
  transferTicket,
  markTicketRead,
  createTicket,
  deleteTicket,
  createTicketNote,
  deleteTicketNote,
  seeTicketNote,
  addTicketTag,
  seeAnnouncements,
  moveTicketTag,
  removeTicketTag,
  syncTicketTags,
  clearTicketLanes,
  mergeContact,
  sendChatMessage,
  readChat,
  leaveChat,
  sendMessage,
  forwardMessage,
  reactToMessage,
  editMessage,
  deleteMessage,
  startConnection,
  relinkConnection,
  disconnectConnection,
  updateSettings,
  updateCampaignSettings,
  updateCompany,
  updateNotificationSettings,
  importFromPhone,
  updateProfile,
] as const

export type AnyMutation = (typeof own)[number] | ResourceMutation
export type MutationName = AnyMutation['name']
/** What a caller passes, before parsing. */
export type MutationArgs<Name extends MutationName> = v.InferInput<Extract<AnyMutation, { name: Name }>['args']>

/** By name. The values' args differ; `runMutation` parses them with the mutation's own schema. */
export const mutations: ReadonlyMap<string, Mutation> = new Map(
  [...resources.flatMap((resource) => resource.mutations), ...(own as unknown as readonly Mutation[])].map(
    (mutation) => [mutation.name, mutation],
  ),
)

/** One that nobody knows here may be of a newer app, and make its row. */
export const refusalKindOf = (name: string): Refusal => mutations.get(name)?.refusal ?? 'row'
