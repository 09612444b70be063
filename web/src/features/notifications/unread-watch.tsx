import { unseenMentionCount } from 'db/mentions/queries.ts'
import { unreadOf } from 'db/tickets/unread/queries.ts'
import { unreadChats } from 'db/chats/queries.ts'
import { useEffect } from 'react'
import { usePlanFeatures } from '../../desk/guards/use-plan-features.ts'
import { setBadge } from '../../notifications/badge.ts'
import { useQuery } from '../../sync/client.ts'
import { unreadTitle } from './unread-title.ts'
import { useMessageSound } from './use-message-sound.ts'

/** What is unread, told where the app is not looked at: the number on its icon, its title, a sound. It goes with the session. */
export function UnreadWatch({ userId }: { userId: string }) {
  const { rows, ready } = useQuery(unreadOf({ userId }))
  const chats = useUnreadChats(userId)
  const counted = ready ? rows[0] : undefined
  const unread = counted && counted.unread + chats.reduce((sum, chat) => sum + chat.unread, 0)
  const mentions = useQuery(unseenMentionCount()).rows[0]?.count ?? 0
  const count = (counted?.tickets ?? 0) + chats.length + mentions
  useEffect(() => {
    if (unread !== undefined) void setBadge(unread)
  }, [unread])
  useEffect(() => {
    document.title = unreadTitle(count)
    return () => {
      document.title = unreadTitle(0)
    }
  }, [count])
  useMessageSound(userId, chats)
  return null
}

/** Of the team's chat, where the plan has it. */
function useUnreadChats(userId: string) {
  const { features } = usePlanFeatures()
  return useQuery(features.has('useInternalChat') ? unreadChats({ userId }) : null).rows
}
