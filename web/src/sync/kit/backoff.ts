// Waiting between attempts: exponential with full jitter, cut short when the browser says that the network is back, or by who asks to
// try again now.
const firstMs = 1000
const maxMs = 30_000

const waits = new Set<() => void>()

/** What waits in this context goes on at once. */
export function retryNow() {
  for (const goOn of waits) goOn()
}

/** Upper bound of the wait after so many failures in a row. */
export function backoffMs(failures: number): number {
  return Math.min(maxMs, firstMs * 2 ** Math.max(0, failures - 1))
}

/** What a server that has too much to do says in Retry-After, in ms; 0 when it says nothing. Longer than a minute nobody waits. */
export function retryAfterMs(response: Response): number {
  const seconds = Number(response.headers.get('retry-after'))
  return seconds > 0 ? Math.min(60, seconds) * 1000 : 0
}

/** Ends early on `online`, on `retryNow` or when `signal` is aborted. `atLeastMs`: as the server asked. */
export function waitBackoff(failures: number, signal?: AbortSignal, atLeastMs = 0): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const ended = new AbortController()
  const timer = setTimeout(resolve, atLeastMs + Math.random() * backoffMs(failures))
  addEventListener('online', () => resolve(), { signal: ended.signal })
  signal?.addEventListener('abort', () => resolve(), { signal: ended.signal })
  const goOn = () => resolve()
  waits.add(goOn)
  if (signal?.aborted) resolve()
  return promise.finally(() => {
    clearTimeout(timer)
    waits.delete(goOn)
    ended.abort()
  })
}
