// The beginning of a received file's way: what it takes to fetch it, and the job, in the transaction that stores its message.
import { mediaFetches } from 'db/media/fetches-table.ts'
import type { ServerTx } from 'db/node/connect.ts'
import type { Jobs } from 'db/node/jobs.ts'
import type { KeyRing } from 'db/node/keys/cipher.ts'
import { sealFile, type ReceivedFile } from './received-file.ts'

export interface FileOwner {
  jobs: Pick<Jobs, 'sendMediaFetch'>
  companyId: string
  connectionId: string
  keys: KeyRing
}

/** `messageId`'s row is stored in `tx`, with mediaType of its kind and without mediaHash. */
export async function storeFile(tx: ServerTx, owner: FileOwner, messageId: string, file: ReceivedFile) {
  const { jobs, companyId, connectionId, keys } = owner
  const now = new Date()
  await tx.insert(mediaFetches).values({
    messageId,
    companyId,
    connectionId,
    material: sealFile(keys, { connectionId, messageId }, file),
    tries: 0,
    createdAt: now,
    updatedAt: now,
  })
  await jobs.sendMediaFetch(tx, messageId)
}
