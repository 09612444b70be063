// Whether a body comes forward. A phone on a slow line may take long for what it sends; silence, or a byte now and then, is no slow line.
// Counted in beats of a timer: while this process is held up nobody is found late.

const seconds = 1000
const beatMs = 2 * seconds

/** ms without a byte, and that a body may be behind what the slowest line would have brought. */
export const patienceMs = 30 * seconds
/** Bytes a millisecond of the slowest line, far below what devices still wait for (web/src/sync/session/fetch-in-time.ts). */
const slowestLine = 2

/**
 * Calls `onLate` once, when the body of which `received` tells the bytes so far does not come forward, or has not ended after `deadlineMs`.
 * @returns how to stop
 */
export function watchProgress(received: () => number, deadlineMs: number, onLate: () => void): () => void {
  let elapsed = 0
  let latest = { bytes: 0, at: 0 }
  const timer = setInterval(() => {
    elapsed += beatMs
    const bytes = received()
    if (bytes !== latest.bytes) latest = { bytes, at: elapsed }
    const isSilent = elapsed - latest.at >= patienceMs
    const isBehind = elapsed >= patienceMs + bytes / slowestLine
    if (!isSilent && !isBehind && elapsed < deadlineMs) return
    clearInterval(timer)
    onLate()
  }, beatMs)
  return () => clearInterval(timer)
}
