// A device's sync with the live queries over its copy. The leader and the simulation's tab are this, each with its own parts.
import { startDeviceSync, type DeviceSync, type DeviceSyncOptions } from './device-sync.ts'
import type { AskedQuery } from './queries/asked-query.ts'
import { createLiveQueries, type LiveQueries } from './queries/live-queries.ts'
import { pageIn } from './queries/page-part.ts'
import type { ResultRow } from './tabs/protocol.ts'

export interface LiveSync {
  live: LiveQueries
  sync: DeviceSync
}

/** `read` asks the copy. */
export async function startLiveSync(
  read: (query: AskedQuery) => Promise<readonly ResultRow[]>,
  options: Omit<DeviceSyncOptions, 'onReached'>,
): Promise<LiveSync> {
  let opened: DeviceSync | undefined
  const live = createLiveQueries(read, (tables) => opened?.standing(tables) ?? null, pageIn)
  const sync = await startDeviceSync({
    ...options,
    onCommit(changes) {
      options.onCommit(changes)
      live.changed(changes)
    },
    onReached: () => live.reached(),
  })
  opened = sync
  return { live, sync }
}
