// A message to a customer before it is a row: what the mutation takes, and the row that is shown until the local database has it. Pure.
import { ownMessage } from 'db/messages/new-message.ts'
import type { MessageRow } from 'db/messages/queries.ts'
import { contentOf } from 'db/messages/send-args.ts'
import type { MutationArgs } from 'db/mutations.ts'
import type { Outgoing } from '../../../../desk/conversation/composer/outgoing.ts'

type SendArgs = MutationArgs<'message.send'>

export function sendArgsOf(id: string, ticketId: string, message: Outgoing): SendArgs {
  const { file, media = file?.media, shownMentions: _shown, ...rest } = message
  return { id, ticketId, ...rest, ...(media && { media }) }
}

/** As the mutation will write it, as far as this tab knows: the local database has the rest in a moment. */
export function writtenRow(
  { id, ticketId }: Pick<MessageRow, 'id' | 'ticketId'>,
  message: Outgoing,
  userId: string,
  now: Date,
): MessageRow {
  const { media } = sendArgsOf(id, ticketId, message)
  const { shownMentions: mentions, ...said } = message
  const content = contentOf({ ...said, media }, { file: media, people: message.contactIds && [] })
  const unknown = { userName: null, participantName: null, quoted: null, sortKey: '' }
  const details = mentions ? { ...content.details, mentions } : content.details
  return { ...ownMessage({ id, userId, now }, { ...content, ...(details && { details }) }), ...unknown, ticketId }
}
