// Registers the service worker and tells when a new version waits. It takes over only when the person agreed, and then in all tabs:
// a tab of the old version would ask for files that are gone.
import { Workbox } from 'workbox-window'

const checkMs = 60 * 60_000

export function registerServiceWorker(onUpdate: (apply: () => void) => void) {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const workbox = new Workbox('/sw.js')
  workbox.addEventListener('waiting', ({ sw }) => onUpdate(() => sw?.postMessage('skip-waiting', [])))
  // The first one takes over a page that it did not load: nothing of it is old.
  if (navigator.serviceWorker.controller) {
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
  }
  void workbox.register()
  setInterval(() => void workbox.update().catch(() => undefined), checkMs)
}

/** To the newest version that the server has, now. */
export async function updateApp(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  const found = await registration?.update().catch(() => undefined)
  const next = found?.waiting ?? found?.installing
  if (!next) return location.reload()
  if (found?.waiting) next.postMessage('skip-waiting', [])
  else next.addEventListener('statechange', () => next.state === 'installed' && next.postMessage('skip-waiting', []))
}
