// Asks the browser to wake the service worker when the network is back, so that what waits is sent although no tab is open.
// Where the browser can't (Safari, Firefox) the next opening of the app sends it.

export const flushTag = 'outbox'

interface SyncManager {
  register(tag: string): Promise<void>
}

export async function requestFlush(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  const sync = registration && 'sync' in registration ? (registration.sync as SyncManager) : undefined
  // Refused where the person switched it off: then it is as without it.
  await sync?.register(flushTag).catch(() => undefined)
}
