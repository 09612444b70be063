// What mutations take on this device, told to the server while it says that it collects that (decision 0078). What measures and tells is loaded then
// and not before: of a server that collects nothing there is only this.
import type { OutboxEntry } from '../outbox/outbox.ts'
import type { Send } from '../pull/transport.ts'
import type { TraceLog } from './trace-log.ts'

/** What becomes of an entry, beside that it was written. */
export type Mark = 'shown' | 'sent' | 'answered' | 'confirmed'

export interface DeviceTraces {
  /** The server said whether it collects traces. */
  heard(wanted: boolean): void
  mark(mark: Mark, entries: readonly Pick<OutboxEntry, 'id' | 'at'>[]): void
}

export function deviceTraces(send: Send, signal: AbortSignal): DeviceTraces {
  let isWanted = false
  let log: TraceLog | undefined
  const open = async () => {
    try {
      const { startTraceLog } = await import('./trace-log.ts')
      if (isWanted) log = startTraceLog(send, signal)
    } catch {
      // Everything else goes on without; the next answer tries again.
      isWanted = false
    }
  }
  return {
    heard(wanted) {
      if (wanted === isWanted) return
      isWanted = wanted
      log = undefined
      if (wanted) void open()
    },
    mark: (mark, entries) => log?.mark(mark, entries, Date.now()),
  }
}
