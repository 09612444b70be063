import { useSyncStatus } from '../sync/session-client.ts'
import { useDelayed } from '../lib/use-delayed.ts'

/** Where the server answers the queries, it is not asked at every letter. */
const remoteDelayMs = 500

/** What somebody types, as it is to be looked for: this device is asked at once, the server when the typing rests. */
export function useRested(typed: string): string {
  const mode = useSyncStatus((status) => status.mode)
  const rested = useDelayed(typed, remoteDelayMs)
  return mode === 'online' ? rested : typed
}
