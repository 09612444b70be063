// The outbox: mutations of this device that the server has not confirmed, in plain IndexedDB, in order of `seq`.
// Invariant: an entry is durable here before it changes anything else, and leaves only when its effect has synced back,
// or when its author discards it.
import type { ErrorCode, ErrorDetails } from 'db/kit/errors.ts'
import { newId } from 'db/kit/new-id.ts'
import type { Attachment } from './attachments.ts'
import { browserStore, transact, transactOnce, type Transaction } from '../kit/browser-store.ts'
import { isAwake, whileAwake } from '../session/page-life.ts'
import { repeatsOf } from './repeats.ts'

export interface OutboxEntry {
  seq: number
  /** The mutation's id: idempotency key on the server. */
  id: string
  userId: string
  companyId: string
  name: string
  args: Record<string, unknown>
  /** When it was made; `now` of every local run. */
  at: Date
  /** As its mutation is: the app made it by itself, and nobody is told that it waits. */
  quiet?: true
  /** applied: the server took it, its rows have not all come back yet. */
  state: 'waiting' | 'applied' | 'refused'
  /** Until then it stays here, to be taken back: the views show it, the server does not have it. */
  notBefore?: Date | undefined
  /** Hashes of files that the server must have first. */
  attachments?: readonly string[]
  /** Why it was refused. */
  code?: ErrorCode
  details?: ErrorDetails
  /** Id of the refused entry because of which it was refused without being sent: an earlier step of the same row. */
  because?: string
  /** Log position of its commit on the server. */
  lsn?: string
}

/** Not in the order yet. */
export type NewEntry = Omit<OutboxEntry, 'seq'>

export function newEntry(
  entry: Pick<OutboxEntry, 'userId' | 'companyId' | 'name' | 'args' | 'quiet' | 'notBefore'>,
): NewEntry {
  return { ...entry, id: newId(), at: new Date(), state: 'waiting' }
}

/** appended: the leader is told by a call of its own, and needs this news only when that call was lost. */
export type OutboxChange = 'appended' | 'changed'

const listeners = new Set<(change: OutboxChange) => void>()
let channel: BroadcastChannel | undefined

// A message would cost a page that is kept for going back its place. What it did not hear is read anew.
whileAwake(() => {
  const first = channel === undefined
  const opened = new BroadcastChannel('balcao-outbox')
  opened.addEventListener('message', (event: MessageEvent<OutboxChange>) => tell(event.data))
  channel = opened
  if (!first) tell('changed')
  return () => opened.close()
})

/** Something in it changed, in any context. */
export function onOutboxChange(listener: (change: OutboxChange) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * As `appendEntry`, of what may be there already (repeats.ts): what waits and says the same is returned in its place, and refused ones that it
 * replaces go in the same transaction.
 */
export async function appendUnlessRepeated(entry: NewEntry): Promise<OutboxEntry> {
  const append = async (transaction: Transaction<'readwrite'>) => {
    const outbox = transaction.objectStore('outbox')
    const entries = await outbox.index('user').getAll(entry.userId)
    const { same, replaced } = repeatsOf(entry, entries)
    if (same) return { kept: same, change: null }
    for (const { seq } of replaced) await outbox.delete(seq)
    const seq = await outbox.add(entry as OutboxEntry)
    return { kept: { ...entry, seq }, change: replaced.length > 0 ? ('changed' as const) : ('appended' as const) }
  }
  const { kept, change } = await transact(['outbox'], 'readwrite', append, { durability: 'strict' })
  if (change) publish(change)
  return kept
}

/** `files` that it names are kept in the same transaction: an entry never waits for a file that is not there. */
export async function appendEntry(entry: NewEntry, files: readonly Attachment[] = []): Promise<OutboxEntry> {
  const attachments = files.map(({ hash }) => hash)
  const named = { ...entry, ...(attachments.length > 0 && { attachments }) }
  const add = async (transaction: Transaction<'readwrite'>) => {
    for (const file of files) void transaction.objectStore('attachments').put(file)
    // The key is generated, so the value has no `seq` yet.
    return transaction.objectStore('outbox').add(named as OutboxEntry)
  }
  const seq = await transactOnce(['outbox', 'attachments'], 'readwrite', add, { durability: 'strict' })
  publish('appended')
  return { ...named, seq }
}

export async function entriesOf(userId: string): Promise<OutboxEntry[]> {
  const entries = await browserStore.getAllFromIndex('outbox', 'user', userId)
  return entries.toSorted((a, b) => a.seq - b.seq)
}

export async function findEntry(seq: number): Promise<OutboxEntry | undefined> {
  return browserStore.get('outbox', seq)
}

/** Entries that are gone meanwhile stay gone. */
export async function updateEntries(changes: ReadonlyMap<number, Partial<OutboxEntry>>): Promise<void> {
  await transact(['outbox'], 'readwrite', async (transaction) => {
    const outbox = transaction.objectStore('outbox')
    for (const [seq, change] of changes) {
      const entry = await outbox.get(seq)
      if (entry) await outbox.put({ ...entry, ...change })
    }
  })
  publish('changed')
}

export async function removeEntries(seqs: readonly number[]): Promise<void> {
  if (seqs.length === 0) return
  await transactOnce(['outbox'], 'readwrite', async (transaction) => {
    const outbox = transaction.objectStore('outbox')
    await Promise.all(seqs.map((seq) => outbox.delete(seq)))
  })
  publish('changed')
}

function publish(change: OutboxChange) {
  if (isAwake()) channel?.postMessage(change)
  tell(change)
}

function tell(change: OutboxChange) {
  for (const listener of listeners) listener(change)
}
