// The sound of a customer's or colleague's message, or of a mention, while the app is open: one, of the tab that is on duty, for conversations
// that are on no screen.
import { unseenMentions } from 'db/mentions/queries.ts'
import { unreadCounts } from 'db/tickets/unread/queries.ts'
import { useEffect, useRef } from 'react'
import { readVolume } from '../../lib/media/volume.ts'
import { isShown } from '../../notifications/shown-conversation.ts'
import { takeSoundDuty } from '../../notifications/sound-duty.ts'
import { isCopyComplete, useQuery } from '../../sync/client.ts'
import { useSyncStatus } from '../../sync/session-client.ts'
import { createChime, type Chime } from './chime.ts'
import { risen, type UnreadCounts } from './risen.ts'

/** Opening the loudspeaker may take 80 ms: not while somebody waits for what they clicked, and soon enough to count as theirs. */
const openAfterMs = 500
/** Many at once are one sound. */
const gapMs = 1500
/** As the bell lists them. */
const shownMentions = 30

export function useMessageSound(userId: string, chats: readonly { id: string; unread: number }[]) {
  const chime = useDuty()
  const { rows, ready: counted } = useQuery(unreadCounts({ userId }))
  const { rows: mentions, ready: listed } = useQuery(unseenMentions({ limit: shownMentions }))
  const ready = counted && listed
  const complete = useSyncStatus(isCopyComplete)
  const before = useRef<UnreadCounts | null>(null)
  useEffect(() => {
    // What was there before this device had everything is no news.
    if (!ready || !complete) return
    const now = new Map([
      ...rows.map(({ id, unreadMessages }) => [id, unreadMessages] as const),
      ...chats.map(({ id, unread }) => [id, unread] as const),
      ...mentions.map(({ noteId }) => [noteId, 1] as const),
    ])
    const news = before.current === null ? [] : risen(before.current, now)
    before.current = now
    if (news.length > 0) void sound(news, () => chime.current)
  }, [rows, chats, mentions, ready, complete, chime])
}

let soundedAt = 0

/** A note is on no screen as a conversation is: whoever is mentioned hears it. */
async function sound(news: readonly string[], chime: () => Chime | null) {
  const shown = await Promise.all(news.map(isShown))
  const now = Date.now()
  if (shown.every(Boolean) || now - soundedAt < gapMs) return
  soundedAt = now
  chime()?.play(readVolume())
}

/** Browsers let a page sound only after somebody has used it: until then another tab is on duty, or none. */
function useDuty() {
  const chime = useRef<Chime | null>(null)
  useEffect(() => {
    const ended = new AbortController()
    const { signal } = ended
    const take = () => {
      gestures.abort()
      const open = () => {
        if (!signal.aborted) chime.current ??= createChime()
      }
      takeSoundDuty(signal, () => setTimeout(open, openAfterMs))
    }
    const gestures = new AbortController()
    for (const type of ['pointerdown', 'keydown']) {
      addEventListener(type, take, { signal: gestures.signal })
    }
    return () => {
      gestures.abort()
      ended.abort()
      chime.current?.close()
      chime.current = null
    }
  }, [])
  return chime
}
