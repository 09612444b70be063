// Whether the app is installed, and the browser's offer to install it, kept until the person asks for it.
import { useSyncExternalStore } from 'react'
import { useMedia } from './use-media.ts'

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

/** Whether this window is the installed app's. */
export function useInstalled(): boolean {
  return useMedia('(display-mode: standalone)')
}

/** iPhones and iPads never offer it: the person does it by the share menu, and only then is notified. iPads say that they are Macs. */
export function isAppleTouch(): boolean {
  return /iPhone|iPad/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)
}

function set(next: InstallPrompt | null) {
  offer = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
