import { viewersOf, type ViewerRow } from 'db/presences/queries.ts'
import { useEffect, useState } from 'react'
import { useActor } from '../../../../lib/app/actor-context.tsx'
import { useQuery } from '../../../../sync/client.ts'
import { passingMs, repeatMs, tellLeft, tellViewing } from './tell-viewing.ts'
import { usePageVisible } from '../../../../desk/conversation/presence/use-page-visible.ts'

/** As long as the conversation is on a screen that somebody can see. */
export function useTellViewing(ticketId: string) {
  const visible = usePageVisible()
  useEffect(() => {
    if (!visible) return
    const tell = () => tellViewing(ticketId, 'viewing')
    const first = setTimeout(tell, passingMs)
    const repeat = setInterval(tell, repeatMs)
    return () => {
      clearTimeout(first)
      clearInterval(repeat)
      tellLeft(ticketId)
    }
  }, [ticketId, visible])
}

/** A row's end is by the server's clock, which this device's may differ from: each is shown for so long after it was written again. */
const shownMs = 65_000

export function useViewers(ticketId: string): readonly ViewerRow[] {
  const { userId } = useActor()
  const { rows } = useQuery(viewersOf({ ticketId, userId }))
  const newest = rows.map(({ id, state, until }) => `${id}${state}${until.getTime()}`).join()
  const [over, setOver] = useState('')
  useEffect(() => {
    if (newest === '') return
    const timer = setTimeout(() => setOver(newest), shownMs)
    return () => clearTimeout(timer)
  }, [newest])
  return over === newest ? [] : rows
}
