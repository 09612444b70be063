// Which conversations are on a screen of this device right now: the tab that shows one holds a lock of its name, which the browser
// gives up by itself when the tab is closed or crashes. The service worker asks before it notifies.
import { holdLock } from '../sync/background.ts'

const lockName = (ticketId: string) => `shown:${ticketId}`

/** Until what is returned is called. Notifications of the conversation are done with. */
export function showConversation(ticketId: string): () => void {
  void closeNotifications(ticketId)
  return holdLock(lockName(ticketId), { mode: 'shared' })
}

export async function isShown(ticketId: string): Promise<boolean> {
  const { held = [] } = await navigator.locks.query()
  return held.some(({ name }) => name === lockName(ticketId))
}

/** `tag`: the ticket's id, or the note's that mentions somebody. */
export async function closeNotifications(tag: string) {
  const registration = await navigator.serviceWorker?.getRegistration()
  for (const notification of (await registration?.getNotifications({ tag })) ?? []) notification.close()
}
