// What is on its way into the outbox: IndexedDB takes tens of milliseconds, and a tab that dies meanwhile must lose nothing that its
// screen has shown. localStorage takes it in the same turn. Invariant: a note stays until its entry is durable; another tab takes
// over only those of a tab that is gone or put away, and the mutation's id makes one that came both ways harmless.
import { appendEntry, entriesOf, type NewEntry } from './outbox.ts'
import { holdLock } from '../session/page-life.ts'
import { kept, type KeptKey } from '../../lib/data/kept.ts'

const prefix = 'appending:'
const tab = crypto.randomUUID()
const tabLock = (id: string) => `tab:${id}`
/** It names the person, with whom it goes. */
const keyOf = (entry: NewEntry): KeptKey => `${prefix}${tab}:${entry.id}:${entry.userId}`

/** Only what needs no files: those would be missing. */
export function noteAppending(entry: NewEntry): void {
  try {
    kept.set(keyOf(entry), JSON.stringify(entry))
  } catch {
    // Full: the outbox itself will say so, or take it.
  }
}

export function forgetAppending(entry: NewEntry): void {
  kept.remove(keyOf(entry))
}

/** Holds this tab's lock, and brings what tabs that died had noted into the outbox, in its order. */
export async function adoptAppending(): Promise<void> {
  holdLock(tabLock(tab))
  const tabs = new Set(notedKeys().map((key) => key.slice(prefix.length).split(':')[0] ?? ''))
  for (const other of tabs) {
    if (other === tab) continue
    await navigator.locks.request(tabLock(other), { ifAvailable: true }, async (lock) => {
      if (lock) await adoptFrom(`${prefix}${other}:`)
    })
  }
}

async function adoptFrom(tabPrefix: string) {
  // Ids are in the order of their making.
  for (const key of notedKeys()
    .toSorted()
    .filter((candidate) => candidate.startsWith(tabPrefix))) {
    const noted = kept.get(key)
    if (noted === null) continue
    const parsed = JSON.parse(noted) as NewEntry
    const { notBefore, at } = parsed
    const entry = { ...parsed, at: new Date(at), ...(notBefore && { notBefore: new Date(notBefore) }) }
    const known = await entriesOf(entry.userId)
    if (!known.some(({ id }) => id === entry.id)) await appendEntry(entry)
    kept.remove(key)
  }
}

const notedKeys = () => kept.keys().filter((key) => key.startsWith(prefix))
