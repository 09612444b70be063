import type { ChatMemberRow } from 'db/chats/queries.ts'
import { useEffect, useState } from 'react'
import { useActor } from '../../../lib/app/actor-context.tsx'

/** A row's end is by the server's clock, which this device's may differ from: each is shown for so long after it was written. */
const shownMs = 10_000

/** Who is writing now, but oneself. */
export function useTyping(members: readonly ChatMemberRow[]): readonly ChatMemberRow[] {
  const { userId } = useActor()
  const writing = members.filter(({ id, typingUntil }) => id !== userId && typingUntil !== null)
  const newest = writing.map(({ id, typingUntil }) => `${id}${typingUntil?.getTime()}`).join()
  const [over, setOver] = useState<string>()
  // What was there when the chat was opened may be long over.
  const [before] = useState(newest)
  useEffect(() => {
    if (newest === '') return
    const timer = setTimeout(() => setOver(newest), shownMs)
    return () => clearTimeout(timer)
  }, [newest])
  return newest === over || newest === before ? [] : writing
}
