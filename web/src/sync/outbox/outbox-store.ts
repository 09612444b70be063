// The outbox as this tab shows it: this user's waiting and refused entries, re-read when any context changed it.
// Invariant: an entry keeps its identity while it is unchanged.
import { entriesOf, onOutboxChange, type OutboxEntry } from './outbox.ts'
import { heldEntries } from './sendable.ts'
import { currentSession, onSessionChange } from '../session/session.ts'
import { shareRows } from '../queries/share-rows.ts'

/** As a screen shows it. */
export interface ShownEntry extends OutboxEntry {
  /** Id of the refused entry that it waits for. */
  heldBy?: string
}

let entries: readonly ShownEntry[] = []
let reading: Promise<void> | undefined
let stale = false
const listeners = new Set<() => void>()

export const outboxStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    void refresh()
    return () => listeners.delete(listener)
  },
  get: () => entries,
}

onOutboxChange(() => void refresh())
onSessionChange(() => void refresh())

/** One read at a time; a change during it causes one more. */
async function refresh(): Promise<void> {
  if (listeners.size === 0) return
  stale = true
  reading ??= readUntilFresh()
  return reading
}

async function readUntilFresh() {
  try {
    while (stale) {
      stale = false
      await read()
    }
  } finally {
    // In the same turn as the loop's last look at `stale`: a change in between would find a read that no longer reads.
    reading = undefined
  }
}

async function read() {
  const session = currentSession()
  const all = session ? await entriesOf(session.user.id) : []
  const shared = shareRows(entries, shown(all))
  if (shared === entries) return
  entries = shared
  for (const listener of listeners) listener()
}

function shown(all: readonly OutboxEntry[]): ShownEntry[] {
  const held = heldEntries(all)
  return all
    .filter((entry) => entry.state !== 'applied')
    .map((entry) => {
      const heldBy = held.get(entry.id)
      return heldBy === undefined ? entry : { ...entry, heldBy }
    })
}
