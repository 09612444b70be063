// Which refused entries can be changed, and where: the one place that knows. Pure; edit-button.tsx goes there.
import { errorStatus, type ErrorCode } from 'db/kit/errors.ts'
import type { MutationName } from 'db/mutations.ts'
import type { MessageMedia } from '../../lib/chosen-files.ts'
import type { ResourcePath } from '../../resource/resource.ts'
import type { OutboxEntry } from '../../sync/client.ts'

export type EntryEdit =
  /** Its text and file go back to the ticket's composer; the entry goes. */
  | { kind: 'draft'; ticketId: string; text: string; file?: MessageMedia; replyTo?: string }
  /** A form opens on the entry's values and replaces its args (retryEntry). */
  | { kind: 'form'; link: FormLink }

type FormLink =
  | { to: '/queues/$queueId'; params: { queueId: string } }
  | { to: '/connections/$connectionId'; params: { connectionId: string } }
  | { to: `${ResourcePath}/$id`; params: { id: string } }

const editors: Partial<Record<MutationName, (args: Record<string, unknown>) => EntryEdit | undefined>> = {
  'message.send': messageDraft,
  'queue.create': queueForm,
  'queue.update': queueForm,
  'connection.create': connectionForm,
  'connection.update': connectionForm,
  'tag.create': resourceForm('/tags'),
  'tag.update': resourceForm('/tags'),
  'quickMessage.create': resourceForm('/quick-messages'),
  'quickMessage.update': resourceForm('/quick-messages'),
  'schedule.create': resourceForm('/schedules'),
  'schedule.update': resourceForm('/schedules'),
  'contact.create': resourceForm('/contacts'),
  'contact.update': resourceForm('/contacts'),
  'fileList.create': resourceForm('/files'),
  'fileList.update': resourceForm('/files'),
  'user.create': resourceForm('/users'),
  'user.update': resourceForm('/users'),
  'help.create': resourceForm('/helps/manage'),
  'help.update': resourceForm('/helps/manage'),
}

/** A recording, a place or people have nothing that the composer could change. */
function messageDraft(args: Record<string, unknown>): EntryEdit | undefined {
  if (args['isVoice'] || args['location'] || args['contactIds']) return undefined
  const media = args['media'] as MessageMedia | undefined
  const replyTo = args['quotedMessageId']
  return {
    kind: 'draft',
    ticketId: String(args['ticketId']),
    text: String(args['body']),
    ...(media && { file: media }),
    ...(typeof replyTo === 'string' && { replyTo }),
  }
}

function queueForm(args: Record<string, unknown>): EntryEdit {
  return { kind: 'form', link: { to: '/queues/$queueId', params: { queueId: String(args['id']) } } }
}

function connectionForm(args: Record<string, unknown>): EntryEdit {
  return { kind: 'form', link: { to: '/connections/$connectionId', params: { connectionId: String(args['id']) } } }
}

function resourceForm(path: ResourcePath) {
  return (args: Record<string, unknown>): EntryEdit => ({
    kind: 'form',
    link: { to: `${path}/$id`, params: { id: String(args['id']) } },
  })
}

/** None where other values would not help: the row is gone, out of reach or done with, or a conflict is to be decided. */
export function editOf({ name, args, code = 'ERR_INTERNAL' }: OutboxEntry): EntryEdit | undefined {
  return isBeyondEditing(code) ? undefined : editors[name as MutationName]?.(args)
}

function isBeyondEditing(code: ErrorCode): boolean {
  return code === 'ERR_CONFLICT' || code === 'ERR_SCHEDULE_SENT' || [403, 404].includes(errorStatus[code])
}
