// The browser's offer to install the app, kept until the person asks for it.
import { useSyncExternalStore } from 'react'

interface InstallPrompt extends Event {
  prompt(): Promise<void>
}

let offer: InstallPrompt | null = null
const listeners = new Set<() => void>()

addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  set(event as InstallPrompt)
})
addEventListener('appinstalled', () => set(null))

/** Asks the browser to install; null while it does not offer to. */
export function useInstall(): (() => void) | null {
  const current = useSyncExternalStore(subscribe, () => offer)
  if (!current) return null
  return () => {
    set(null)
    void current.prompt()
  }
}

function set(next: InstallPrompt | null) {
  offer = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
