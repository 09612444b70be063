import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useActor } from './actor-context.tsx'
import { keepLastPage, startAddress } from './last-page.ts'

/** ms: until a screen that was come to is all there, and as often as it is kept again. */
const [settleMs, againMs] = [2000, 60_000]

/** What this screen looks like is kept whenever it is left: closed, reloaded, or put away by a phone, which then may end it. */
export function useLastPage() {
  const { userId } = useActor()
  const isStart = useLocation({ select: ({ href }) => href === startAddress })
  useEffect(() => {
    const keep = () => document.visibilityState === 'hidden' && keepLastPage(userId)
    document.addEventListener('visibilitychange', keep)
    return () => document.removeEventListener('visibilitychange', keep)
  }, [userId])
  // Whoever goes on from here, and closes the app there, finds this the next time.
  useEffect(() => {
    if (!isStart) return undefined
    // At once: a frame later, or in a hidden tab whenever that is seen again, another screen may stand here.
    const keep = () => keepLastPage(userId)
    const [first, others] = [setTimeout(keep, settleMs), setInterval(keep, againMs)]
    return () => {
      clearTimeout(first)
      clearInterval(others)
    }
  }, [isStart, userId])
}
