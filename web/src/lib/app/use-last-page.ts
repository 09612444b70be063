import { useEffect } from 'react'
import { useActor } from './actor-context.tsx'
import { keepLastPage } from './last-page.ts'

/** What this screen looks like is kept whenever it is left: closed, reloaded, or put away by a phone, which then may end it. */
export function useLastPage() {
  const { userId } = useActor()
  useEffect(() => {
    const keep = () => document.visibilityState === 'hidden' && keepLastPage(userId)
    document.addEventListener('visibilitychange', keep)
    return () => document.removeEventListener('visibilitychange', keep)
  }, [userId])
}
