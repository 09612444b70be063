// Files of messages, by hash: what waits in the outbox from there, everything else from the server, kept in a cache of this user's.
// Invariant: a cache belongs to one user and goes with their local database.
import { attachmentOf, type Attachment } from '../outbox/attachments.ts'
import { authorizedFetch, currentSession, errorOf } from '../session/session.ts'

const cacheName = (userId: string) => `media-${userId}`

/** @throws AppError ERR_NOT_FOUND; TypeError when it is not here and the server does not answer. */
export async function mediaOf(hash: string): Promise<Blob> {
  const session = currentSession()
  if (!session) throw new TypeError('no session')
  const waiting = await attachmentOf(session.user.id, hash)
  if (waiting) return waiting.blob
  const path = `/api/media/${hash}`
  const cache = await caches.open(cacheName(session.user.id))
  const known = await cache.match(path)
  if (known) return known.blob()
  const response = await authorizedFetch(path)
  if (!response.ok) throw response.status < 500 ? await errorOf(response) : new TypeError('the server does not answer')
  // Without space it is fetched again the next time.
  await cache.put(path, response.clone()).catch(() => undefined)
  return response.blob()
}

/** What this device has sent is here when it is shown again. Without space it is fetched then. */
export async function keepMedia({ userId, hash, blob }: Attachment): Promise<void> {
  const cache = await caches.open(cacheName(userId))
  await cache.put(`/api/media/${hash}`, new Response(blob)).catch(() => undefined)
}

export async function deleteMedia(userId: string): Promise<void> {
  await caches.delete(cacheName(userId))
}
