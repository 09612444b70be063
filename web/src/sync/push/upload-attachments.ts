// The files of one outbox entry on their way to the server, before the entry itself.
import type { AppError } from 'db/kit/errors.ts'
import { attachmentOf, noteUploadUrl } from '../outbox/attachments.ts'
import type { OutboxEntry } from '../outbox/outbox.ts'
import type { Send } from '../pull/transport.ts'
import { uploadFile } from './upload-file.ts'

/** Resolves with what the server will never take. @throws as `uploadFile`: it should be tried again. */
export async function uploadAttachments(
  send: Send,
  { userId, attachments = [] }: Pick<OutboxEntry, 'userId' | 'attachments'>,
  signal: AbortSignal,
): Promise<AppError | undefined> {
  for (const hash of attachments) {
    const attachment = await attachmentOf(userId, hash)
    // The browser took it: the server says whether it has it, and refuses the entry if not.
    if (!attachment) continue
    const onUrl = (uploadUrl: string) => noteUploadUrl(userId, hash, uploadUrl)
    const refusal = await uploadFile(attachment, { send, signal, onUrl })
    if (refusal) return refusal
  }
  return undefined
}
