// A reply of a responder becomes an own message of nobody, as the bot's. Server only.
import { AppError } from '../kit/errors.ts'
import type { MutationContext, Tx } from '../kit/define-mutation.ts'
import { newId } from '../kit/new-id.ts'
import { storedFileColumns } from '../media/media-args.ts'
import { insertOwnMessage } from '../messages/own-message.ts'
import type { Ticket } from '../tickets/table.ts'
import type { Reply } from './answer.ts'

/** A file that is not there is left out; what is said beside it is said. */
export async function sayReply(tx: Tx, ticket: Ticket, reply: Reply, ctx: MutationContext): Promise<void> {
  const { text, mediaHash = null, mediaName = null, isVoice = false } = reply
  const file = await fileOf(tx, { mediaHash, mediaName }, ctx)
  if (file === null && text === '') return
  const said =
    file && isVoice
      ? { ...file, body: '', details: { isVoice, ...(text !== '' && { transcript: text }) } }
      : { ...file, body: text }
  await insertOwnMessage(tx, ctx, ticket, newId(), said)
}

async function fileOf(tx: Tx, file: { mediaHash: string | null; mediaName: string | null }, ctx: MutationContext) {
  if (file.mediaHash === null) return null
  try {
    return await storedFileColumns(tx, file, ctx)
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}
