// The files of one outbox entry on their way to the server, before the entry itself.
// Invariant: each is brought by one at a time, of this device's tabs and its service worker, which all hear that the network is back:
// two would cut each other's chunks off.
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
    const bring = () => uploadAttachment({ userId, hash }, { send, signal })
    const refusal = await navigator.locks.request(`upload:${userId}:${hash}`, { signal }, bring)
    if (refusal) return refusal
  }
  return undefined
}

async function uploadAttachment(
  { userId, hash }: { userId: string; hash: string },
  { send, signal }: { send: Send; signal: AbortSignal },
): Promise<AppError | undefined> {
  const attachment = await attachmentOf(userId, hash)
  // The browser took it: the server says whether it has it, and refuses the entry if not.
  if (!attachment) return undefined
  const onUrl = (uploadUrl: string) => noteUploadUrl(userId, hash, uploadUrl)
  return uploadFile(attachment, { send, signal, onUrl })
}
