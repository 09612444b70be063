// Registers the service worker and tells when a new version waits. It takes over only when the person agreed.
import { Workbox } from 'workbox-window'

const checkMs = 60 * 60_000

export function registerServiceWorker(onUpdate: (apply: () => void) => void) {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const workbox = new Workbox('/sw.js')
  workbox.addEventListener('waiting', ({ sw }) => {
    onUpdate(() => {
      workbox.addEventListener('controlling', () => location.reload())
      sw?.postMessage('skip-waiting', [])
    })
  })
  void workbox.register()
  setInterval(() => void workbox.update().catch(() => undefined), checkMs)
}
