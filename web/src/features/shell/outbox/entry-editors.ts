// Which refused entries can be changed, and where: the one place that knows. Pure; edit-button.tsx goes there.
import { errorStatus, type ErrorCode } from 'db/kit/errors.ts'
import type { MessageMedia } from '../../../desk/files/chosen-files.ts'
import type { FormLink } from '../../../resource/entries.ts'
import type { OutboxEntry } from '../../../sync/client.ts'
import { entriesBy } from '../../entries.ts'

export type EntryEdit =
  /** Its text and file go back to the ticket's composer; the entry goes. */
  | { kind: 'draft'; ticketId: string; text: string; file?: MessageMedia; replyTo?: string }
  /** A form opens on the entry's values and replaces its args (retryEntry). */
  | { kind: 'form'; link: FormLink }

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

function formOf(name: string, { id }: Record<string, unknown>): EntryEdit | undefined {
  const found = entriesBy(name)
  const link = found && found.verb !== 'delete' && found.entries.form?.(String(id))
  return link ? { kind: 'form', link } : undefined
}

/** None where other values would not help: the row is gone, out of reach or done with, or a conflict is to be decided. */
export function editOf({ name, args, code = 'ERR_INTERNAL' }: OutboxEntry): EntryEdit | undefined {
  if (isBeyondEditing(code)) return undefined
  return name === 'message.send' ? messageDraft(args) : formOf(name, args)
}

function isBeyondEditing(code: ErrorCode): boolean {
  return code === 'ERR_CONFLICT' || code === 'ERR_SCHEDULE_SENT' || [403, 404].includes(errorStatus[code])
}
