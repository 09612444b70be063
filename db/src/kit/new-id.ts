import { v7 } from 'uuid'

/** A clock that goes back further was wrong before: ids that stayed ahead of it would be of the future until it has caught up. */
const mostBackMs = 60_000

let last = { msecs: 0, seq: 0 }

/** UUIDv7: time-ordered, so that ids made on one device sort in the order of making. */
export function newId(): string {
  const now = Date.now()
  const isAnother = now > last.msecs || now < last.msecs - mostBackMs
  last = isAnother ? { msecs: now, seq: anySeq() } : { ...last, seq: last.seq + 1 }
  return v7(last)
}

/** Of its 32 bits the lower half, so that there is room to count. */
const anySeq = () => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) >>> 1
