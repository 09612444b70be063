import { presenceOf } from 'db/presences/queries.ts'
import { useEffect, useState } from 'react'
import type { PresenceState } from 'db/presences/table.ts'
import { useQuery } from '../../../../sync/client.ts'

/** The row is written again while the customer goes on; its end is by the server's clock, which this device's may differ from. */
const shownMs = 10_000

/** What the customer of the ticket is doing now. */
export function useCustomerTyping(ticketId: string): PresenceState | null {
  const presence = useQuery(presenceOf({ ticketId })).rows[0]
  const until = presence?.until.getTime()
  const [over, setOver] = useState<number>()
  useEffect(() => {
    if (until === undefined) return
    const timer = setTimeout(() => setOver(until), shownMs)
    return () => clearTimeout(timer)
  }, [until])
  return presence && over !== until ? presence.state : null
}
