import { unreadOf } from 'db/tickets/unread-queries.ts'
import { useEffect } from 'react'
import { setBadge } from '../../notifications/badge.ts'
import { useQuery } from '../../sync/client.ts'
import { unreadTitle } from './unread-title.ts'
import { useMessageSound } from './use-message-sound.ts'

/** What is unread, told where the app is not looked at: the number on its icon, its title, a sound. It goes with the session. */
export function UnreadWatch({ userId }: { userId: string }) {
  const { rows, ready } = useQuery(unreadOf({ userId }))
  const counted = ready ? rows[0] : undefined
  const unread = counted?.unread
  const tickets = counted?.tickets ?? 0
  useEffect(() => {
    if (unread !== undefined) void setBadge(unread)
  }, [unread])
  useEffect(() => {
    document.title = unreadTitle(tickets)
    return () => {
      document.title = unreadTitle(0)
    }
  }, [tickets])
  useMessageSound(userId)
  return null
}
