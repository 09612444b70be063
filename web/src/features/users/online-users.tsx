// Who is online, followed while the screen is open: nothing of it is kept on the device. Seen by the server's clock, because a
// device's may be hours off.
import { useShape } from '@electric-sql/react'
import { onlineMs } from 'db/users/sightings.ts'
import { createContext, useContext, useEffect, useState, type ReactNode } from 'react'
import { useNow } from '../../lib/use-now.ts'
import { useOnline } from '../../desk/server/use-online.ts'
import { authorizedFetch } from '../../sync/session-client.ts'

/** Null while nobody knows: without network, or not yet. */
const OnlineContext = createContext<ReadonlySet<string> | null>(null)

export const useIsOnline = (userId: string): boolean | null => useContext(OnlineContext)?.has(userId) ?? null

interface Sighting {
  id: string
  last_seen_at: string
  [column: string]: string
}

export function OnlineUsers({ children }: { children: ReactNode }) {
  const [clock] = useState(createServerClock)
  const [controller] = useState(() => new AbortController())
  useEffect(() => () => controller.abort(), [controller])
  const now = useNow()
  const known = useOnline()
  const { data, isLoading } = useShape<Sighting>({
    url: `${location.origin}/api/shapes/user_sightings`,
    fetchClient: clock.fetch,
    signal: controller.signal,
    warnOnHttp: false,
  })
  const since = clock.at(now) - onlineMs
  const online = data.filter((row) => Date.parse(row.last_seen_at) > since).map(({ id }) => id)
  return <OnlineContext value={isLoading || !known ? null : new Set(online)}>{children}</OnlineContext>
}

/** The server's time, as its newest answer told it; an answer from a cache is older and tells nothing. */
function createServerClock() {
  let ahead = Number.NEGATIVE_INFINITY
  return {
    async fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
      const url = new URL(input instanceof Request ? input.url : input)
      const response = await authorizedFetch(url.pathname + url.search, init)
      const date = Date.parse(response.headers.get('date') ?? '')
      if (!Number.isNaN(date)) ahead = Math.max(ahead, date - Date.now())
      return response
    },
    at: (now: Date) => now.getTime() + (Number.isFinite(ahead) ? ahead : 0),
  }
}
