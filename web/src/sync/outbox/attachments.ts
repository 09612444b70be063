// Files that outbox entries name, on the device until the server has them, in plain IndexedDB beside the outbox.
// Invariant: a file is durable before its entry is, and stays as long as an entry names it.
import { browserStore, transact } from '../kit/browser-store.ts'

export interface Attachment {
  userId: string
  /** SHA-256 of the content, hex. */
  hash: string
  name: string
  blob: Blob
  /** Where its upload has begun. */
  uploadUrl?: string
}

export async function attachmentOf(userId: string, hash: string): Promise<Attachment | undefined> {
  return browserStore.get('attachments', [userId, hash])
}

export async function noteUploadUrl(userId: string, hash: string, uploadUrl: string): Promise<void> {
  await transact(['attachments'], 'readwrite', async (transaction) => {
    const attachments = transaction.objectStore('attachments')
    const attachment = await attachments.get([userId, hash])
    if (attachment) await attachments.put({ ...attachment, uploadUrl })
  })
}

/** Those of the user that no entry names any more: each is handed to `keep` before it goes. */
export async function sweepAttachments(userId: string, keep: (attachment: Attachment) => Promise<void>): Promise<void> {
  const own = IDBKeyRange.bound([userId], [userId, []])
  if ((await browserStore.count('attachments', own)) === 0) return
  for (const attachment of await browserStore.getAll('attachments', own)) {
    if (await isNamed(attachment)) continue
    await keep(attachment)
    await deleteUnnamed(attachment)
  }
}

async function isNamed({ userId, hash }: Attachment): Promise<boolean> {
  const entries = await browserStore.getAllFromIndex('outbox', 'user', userId)
  return entries.some((entry) => entry.attachments?.includes(hash))
}

/** An entry that names it again may have come meanwhile. */
async function deleteUnnamed({ userId, hash }: Attachment): Promise<void> {
  await transact(['outbox', 'attachments'], 'readwrite', async (transaction) => {
    const entries = await transaction.objectStore('outbox').index('user').getAll(userId)
    if (!entries.some((entry) => entry.attachments?.includes(hash))) {
      await transaction.objectStore('attachments').delete([userId, hash])
    }
  })
}
