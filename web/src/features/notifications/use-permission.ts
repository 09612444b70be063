import { useSyncExternalStore } from 'react'

/** What the person has told the browser; null where there are no notifications. */
export function usePermission(): NotificationPermission | null {
  return useSyncExternalStore(subscribe, () => ('Notification' in globalThis ? Notification.permission : null))
}

/** The browser's own settings may change it at any time. */
function subscribe(listener: () => void): () => void {
  const ended = new AbortController()
  const { signal } = ended
  void watch(listener, signal)
  // Not every browser tells.
  addEventListener('focus', listener, { signal })
  return () => ended.abort()
}

async function watch(listener: () => void, signal: AbortSignal) {
  const status = await navigator.permissions?.query({ name: 'notifications' }).catch(() => undefined)
  status?.addEventListener('change', listener, { signal })
}
