// The outbox as this tab shows it: this user's waiting and refused entries, re-read when any context changed it.
// Invariant: an entry keeps its identity while it is unchanged.
import { entriesOf, onOutboxChange, type OutboxEntry } from './outbox.ts'
import { currentSession, onSessionChange } from './session.ts'
import { shareRows } from './share-rows.ts'

let entries: readonly OutboxEntry[] = []
let pendingIds: ReadonlySet<string> = new Set()
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
  getPendingIds: () => pendingIds,
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
  const shared = shareRows(
    entries,
    all.filter((entry) => entry.state !== 'applied'),
  )
  if (shared === entries) return
  entries = shared
  pendingIds = new Set(entries.filter((entry) => entry.state === 'waiting').flatMap(rowIdOf))
  for (const listener of listeners) listener()
}

function rowIdOf({ args }: OutboxEntry): string[] {
  return typeof args['id'] === 'string' ? [args['id']] : []
}
