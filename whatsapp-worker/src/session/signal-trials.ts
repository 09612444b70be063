// What libsignal leaves behind when it looks for the session that a message belongs to. It tries one after the other, most recently used
// first, and steps the ratchet of each before it knows whether the message is of that one; then it stores them all. A session that was
// tried in vain has new keys that nobody else knows: what is sent with it next can't be read.
// It happens whenever a message of an earlier session comes after a new one was opened, as after every takeover.
// Invariant: a received message changes the session that could read it, and no other.
import type { SignalDataSet, SignalKeyStoreWithTransaction } from '@whiskeysockets/baileys'

/** As libsignal serialises what it has with one address, by the sessions' base keys. */
interface SessionRecord {
  _sessions: Record<string, { indexInfo: { used: number } }>
}

/** The same store; of a session record that it is given, only what a received message was read with has moved on. */
export function forgetTrials(keys: SignalKeyStoreWithTransaction): SignalKeyStoreWithTransaction {
  return {
    ...keys,
    async set(data) {
      const records = Object.entries(data.session ?? {})
      if (records.length === 0) return keys.set(data)
      const before = await keys.get(
        'session',
        records.map(([address]) => address),
      )
      const session = Object.fromEntries(records.map(([address, record]) => [address, moved(before[address], record)]))
      return keys.set({ ...data, session } as SignalDataSet)
    },
  }
}

/** Only the session that a message was read with says that it was used; the others it had before are kept as they were. */
export function moved(before: unknown, after: unknown): unknown {
  if (!isRecord(before) || !isRecord(after)) return after
  const { _sessions: old } = before
  const { _sessions: now, ...rest } = after
  const kept = Object.entries(old).filter(([key]) => key in now)
  const untouched = kept.filter(([key, { indexInfo }]) => now[key]?.indexInfo.used === indexInfo.used)
  if (untouched.length === kept.length) return after
  return { ...rest, _sessions: { ...now, ...Object.fromEntries(untouched) } }
}

function isRecord(value: unknown): value is SessionRecord {
  return typeof value === 'object' && value !== null && '_sessions' in value
}
