import { useEffect } from 'react'
import { setBadge } from '../../notifications/badge.ts'
import { useQuery } from '../../sync/client.ts'
import { unreadOf } from './queries.ts'

/** The number on the app's icon follows what is unread. It goes with the session, in useSessionNotifications. */
export function UnreadBadge({ userId }: { userId: string }) {
  const { rows, ready } = useQuery(unreadOf(userId))
  const unread = ready ? rows[0]?.unread : undefined
  useEffect(() => {
    if (unread !== undefined) void setBadge(unread)
  }, [unread])
  return null
}
