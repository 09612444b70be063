// Registers the service worker, knows whether the app is on the device, and tells when a new version waits. It takes over only when the
// person agreed, and then in all tabs: a tab of the old version would ask for files that are gone.
import { useSyncExternalStore } from 'react'
import { Workbox } from 'workbox-window'
import { waitBackoff } from '../sync/background.ts'
import { installUntilActive } from './install-until-active.ts'
import { createValueStore } from '../lib/data/value-store.ts'

const checkMs = 60 * 60_000

/** storing: until it is all here, some screens do not open without network. never: the browser keeps no apps, this build is not to be kept, or it did not work so far. */
export type AppCopy = 'storing' | 'stored' | 'never'

const appCopy = createValueStore<AppCopy>('never')

export function useAppCopy(): AppCopy {
  return useSyncExternalStore(appCopy.subscribe, appCopy.get)
}

export function registerServiceWorker(onUpdate: (apply: () => void) => void) {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  let workbox: Workbox | undefined
  // After an install that failed, the browser has another registration: it is followed by another of these.
  const register = () => {
    workbox = new Workbox('/sw.js')
    workbox.addEventListener('waiting', ({ sw }) => onUpdate(() => sw?.postMessage('skip-waiting', [])))
    return workbox.register()
  }
  // The first one takes over a page that it did not load: nothing of it is old.
  if (navigator.serviceWorker.controller) {
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
  }
  void store(register)
  const check = () => (appCopy.get() === 'stored' ? workbox?.update().catch(() => undefined) : store(register))
  addEventListener('online', () => void check())
  setInterval(() => void check(), checkMs)
}

let storing = false

/** Nobody is told to wait for what may never come. */
function giveUp() {
  if (appCopy.get() === 'storing') appCopy.set('never')
}

/** Goes on until it is stored, or can't be. */
async function store(register: () => Promise<ServiceWorkerRegistration | undefined>) {
  if (storing) return
  storing = true
  appCopy.set(navigator.serviceWorker.controller ? 'stored' : 'storing')
  try {
    await installUntilActive(register, (ms) => {
      giveUp()
      return waitBackoff(1, undefined, ms)
    })
    appCopy.set('stored')
  } catch {
    giveUp()
  } finally {
    storing = false
  }
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
