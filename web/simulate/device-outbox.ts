// A device's outbox: durable over tabs and logins, like IndexedDB, for all users of the device. It also remembers every entry
// there ever was and what became of it, which the laws are about.
import type { UserOutbox } from '../src/sync/device-sync.ts'
import type { NewEntry, OutboxChange, OutboxEntry } from '../src/sync/outbox/outbox.ts'

/** confirmed: sync took it out; moot: so it did, since it was refused and wished for no more; discarded: the person did. */
export type Fate = 'kept' | 'confirmed' | 'moot' | 'discarded'

export interface RememberedEntry {
  entry: OutboxEntry
  fate: Fate
}

export interface DeviceOutbox {
  append(entry: NewEntry): OutboxEntry
  /** In order, also the refused. */
  of(userId: string): readonly OutboxEntry[]
  /** Ids of users with entries in it. */
  userIds(): ReadonlySet<string>
  discard(seq: number): void
  retry(seq: number): void
  /** Tells tabs to read it again. */
  touch(): void
  onChange(listener: (change: OutboxChange) => void): () => void
  /** What sync gets. */
  forUser(userId: string): UserOutbox
  /** By id: all that were ever appended. */
  remembered: ReadonlyMap<string, RememberedEntry>
}

export function createDeviceOutbox(): DeviceOutbox {
  const { entries, remembered, put, remove, update } = createEntries()
  const listeners = new Set<(change: OutboxChange) => void>()
  let lastSeq = 0
  const tell = (change: OutboxChange) => listeners.forEach((listener) => listener(change))
  const of = (userId: string) =>
    [...entries.values()].filter((entry) => entry.userId === userId).toSorted((a, b) => a.seq - b.seq)

  const onChange = (listener: (change: OutboxChange) => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  return {
    remembered,
    of,
    onChange,
    userIds: () => new Set([...entries.values()].map((entry) => entry.userId)),
    touch: () => tell('changed'),
    append(entry) {
      const waiting: OutboxEntry = { ...entry, seq: ++lastSeq }
      put(waiting)
      tell('appended')
      return waiting
    },
    discard(seq) {
      remove(seq, 'discarded')
      tell('changed')
    },
    retry(seq) {
      const entry = entries.get(seq)
      if (!entry) return
      const { code: _, details: __, ...rest } = entry
      put({ ...rest, state: 'waiting' })
      tell('changed')
    },
    forUser: (userId) => ({
      entries: async () => of(userId),
      find: async (seq) => entries.get(seq),
      async update(changes) {
        for (const [seq, change] of changes) update(seq, change)
        tell('changed')
      },
      async remove(seqs) {
        for (const seq of seqs) remove(seq, 'confirmed')
        tell('changed')
      },
      async drop(seqs) {
        for (const seq of seqs) remove(seq, 'moot')
        tell('changed')
      },
      onChange,
    }),
  }
}

/** Those that are in it by their place, and all that ever were. */
function createEntries() {
  const entries = new Map<number, OutboxEntry>()
  const remembered = new Map<string, RememberedEntry>()

  function put(entry: OutboxEntry) {
    entries.set(entry.seq, entry)
    remembered.set(entry.id, { entry, fate: 'kept' })
  }

  function remove(seq: number, fate: Fate) {
    const entry = entries.get(seq)
    if (!entry) return
    entries.delete(seq)
    remembered.set(entry.id, { entry, fate })
  }

  function update(seq: number, change: Partial<OutboxEntry>) {
    const entry = entries.get(seq)
    if (entry) put({ ...entry, ...change })
  }

  return { entries, remembered, put, remove, update }
}
