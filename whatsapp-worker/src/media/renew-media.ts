// Job media.renew: WhatsApp's host has a file no more, so the phone that sent the message is asked to upload it again. It may be off; then
// the next try asks again.
import type { WAMessage, WASocket } from '@whiskeysockets/baileys'
import { eq } from 'drizzle-orm'
import { setTimeout as delay } from 'node:timers/promises'
import { mediaFetches } from 'db/media/fetches-table.ts'
import type { Database } from 'db/node/connect.ts'
import type { Jobs } from 'db/node/jobs.ts'
import type { KeyRing } from 'db/node/keys/cipher.ts'
import { giveUp } from './fetch-media.ts'
import { sealFile, unsealFile, type ReceivedFile } from './received-file.ts'

const answerMs = 60_000
/** The phone has it no more either. */
const notFound = 404

export interface RenewParts {
  db: Database
  jobs: Pick<Jobs, 'sendMediaFetch'>
  keys: KeyRing
}

/** @throws when the phone did not answer */
export async function renewMedia(parts: RenewParts, socket: Pick<WASocket, 'updateMediaMessage'>, messageId: string) {
  const { db, jobs, keys } = parts
  const [fetch] = await db.orm.select().from(mediaFetches).where(eq(mediaFetches.messageId, messageId))
  if (!fetch) return
  const file = unsealFile(keys, fetch, fetch.material)
  const renewed = await askPhone(socket, file).catch((error: unknown) => {
    if (statusOf(error) === notFound) return null
    throw error
  })
  if (!renewed) return giveUp(db, messageId, 'expired')
  const material = sealFile(keys, fetch, { ...file, ...renewed })
  await db.orm.transaction(async (tx) => {
    await tx.update(mediaFetches).set({ material }).where(eq(mediaFetches.messageId, messageId))
    await jobs.sendMediaFetch(tx, messageId)
  })
}

/** Where it is now. */
async function askPhone(socket: Pick<WASocket, 'updateMediaMessage'>, file: ReceivedFile) {
  const { kind, key, mediaKey, directPath, url } = file
  const content = { mediaKey, directPath, url }
  const message: WAMessage = { key, message: { [`${kind}Message`]: content } }
  const late = delay(answerMs, undefined, { ref: false }).then(() => {
    throw new Error('the phone did not upload the file again in time')
  })
  await Promise.race([socket.updateMediaMessage(message), late])
  // On the host where it was: Baileys' guess of another is WhatsApp's default, which a stand-in is not.
  return { directPath: content.directPath }
}

function statusOf(error: unknown) {
  return (error as { output?: { statusCode?: number } }).output?.statusCode
}
