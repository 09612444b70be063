// Whether the app is installed, and the browser's offer to install it, kept until the person asks for it.
import { useSyncExternalStore } from 'react'
import { useMedia } from '../media/use-media.ts'
import { createValueStore } from '../data/value-store.ts'

interface InstallPrompt extends Event {
  prompt(): Promise<void>
}

const offer = createValueStore<InstallPrompt | null>(null)

addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  offer.set(event as InstallPrompt)
})
addEventListener('appinstalled', () => offer.set(null))

/** Asks the browser to install; null while it does not offer to. */
export function useInstall(): (() => void) | null {
  const current = useSyncExternalStore(offer.subscribe, offer.get)
  if (!current) return null
  return () => {
    offer.set(null)
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
