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

/** Ends early on `online`, on `retryNow` or when `signal` is aborted. */
export function waitBackoff(failures: number, signal?: AbortSignal, random = Math.random): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const ended = new AbortController()
  const timer = setTimeout(resolve, random() * backoffMs(failures))
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
