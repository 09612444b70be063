import { useEffect } from 'react'
import { forgetDevice, subscribe } from '../../notifications/subscription.ts'
import { useSession } from '../../sync/session-client.ts'
import { isWanted } from './wanted.ts'

/** The device is notified for whom is logged in and wants it, and for nobody else. At each start, because either side may have forgotten. */
export function useSessionNotifications() {
  const session = useSession()
  const userId = session === undefined ? undefined : (session?.user.id ?? null)
  useEffect(() => {
    if (userId === undefined) return
    // Without network the next start does it.
    void follow(userId).catch(() => undefined)
  }, [userId])
}

async function follow(userId: string | null) {
  const registration = await navigator.serviceWorker?.getRegistration()
  if (userId === null) return forgetDevice(registration)
  if (registration?.pushManager && Notification.permission === 'granted' && isWanted(userId)) {
    await subscribe(registration)
  }
}
