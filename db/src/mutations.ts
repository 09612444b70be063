// The registry of mutations: push dispatch, REST routes, OpenAPI and the browser's typed calls come from it.
// Names are for ever: an outbox that was offline for weeks may still hold one.
import type * as v from 'valibot'
import { updateCompany } from './companies/mutations.ts'
import {
  createConnection,
  deleteConnection,
  disconnectConnection,
  relinkConnection,
  startConnection,
  updateConnection,
} from './connections/mutations.ts'
import { importFromPhone } from './contacts/import-mutation.ts'
import { createContact, deleteContact, mergeContact, updateContact } from './contacts/mutations.ts'
import { createFileList, deleteFileList, updateFileList } from './file-lists/mutations.ts'
import { createHelp, deleteHelp, updateHelp } from './helps/mutations.ts'
import type { Mutation } from './kit/define-mutation.ts'
import { deleteMessage, editMessage, forwardMessage, reactToMessage, sendMessage } from './messages/mutations.ts'
import { updateNotificationSettings } from './push/mutations.ts'
import { createQuickMessage, deleteQuickMessage, updateQuickMessage } from './quick-messages/mutations.ts'
import { createQueue, deleteQueue, updateQueue } from './queues/mutations.ts'
import { createQueueOption, deleteQueueOption, updateQueueOption } from './queues/options.ts'
import { createSchedule, deleteSchedule, updateSchedule } from './schedules/mutations.ts'
import { updateSettings } from './settings/mutations.ts'
import {
  addTicketTag,
  clearTicketLanes,
  createTag,
  deleteTag,
  removeTicketTag,
  syncTicketTags,
  updateTag,
} from './tags/mutations.ts'
import { createTicketNote, deleteTicketNote } from './tickets/notes.ts'
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
import { createUser, deleteUser, updateUser } from './users/mutations.ts'
import { updateProfile } from './users/profile.ts'

const all = [
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
  addTicketTag,
  removeTicketTag,
  syncTicketTags,
  clearTicketLanes,
  createTag,
  updateTag,
  deleteTag,
  createContact,
  updateContact,
  deleteContact,
  mergeContact,
  createQuickMessage,
  updateQuickMessage,
  deleteQuickMessage,
  createSchedule,
  updateSchedule,
  deleteSchedule,
  createFileList,
  updateFileList,
  deleteFileList,
  createHelp,
  updateHelp,
  deleteHelp,
  sendMessage,
  forwardMessage,
  reactToMessage,
  editMessage,
  deleteMessage,
  createConnection,
  updateConnection,
  deleteConnection,
  startConnection,
  relinkConnection,
  disconnectConnection,
  createQueue,
  updateQueue,
  deleteQueue,
  createQueueOption,
  updateQueueOption,
  deleteQueueOption,
  updateSettings,
  updateCompany,
  createUser,
  updateUser,
  deleteUser,
  updateNotificationSettings,
  importFromPhone,
  updateProfile,
] as const

export type AnyMutation = (typeof all)[number]
export type MutationName = AnyMutation['name']
/** What a caller passes, before parsing. */
export type MutationArgs<Name extends MutationName> = v.InferInput<Extract<AnyMutation, { name: Name }>['args']>

/** By name. The values' args differ; `runMutation` parses them with the mutation's own schema. */
export const mutations: ReadonlyMap<string, Mutation> = new Map(all.map((m) => [m.name, m as unknown as Mutation]))
