// The browser's fetch, with an end: on a connection that died without a word (a phone between two networks, a server that stands still)
// it would wait for ever, and whoever waits would call themselves connected.

/** ms. What waits for news is answered after 20 s at the latest; anything else at once. */
export const answerMs = 30_000
/** Speed of the slowest line that is still of use; a body may take so long to send. */
const slowestBytesPerMs = 8

/**
 * An answer must begin in time; its body may take as long as it takes.
 * @throws TypeError when the network fails or nothing answers in time; the reason of `init.signal` when that ends it
 */
export async function fetchInTime(path: string, init: RequestInit = {}): Promise<Response> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), answerMs + bytesOf(init.body) / slowestBytesPerMs)
  try {
    const signal = init.signal ? AbortSignal.any([init.signal, late.signal]) : late.signal
    return await fetch(path, { ...init, signal })
  } catch (error) {
    init.signal?.throwIfAborted()
    throw late.signal.aborted ? new TypeError(`no answer of ${path} in time`) : error
  } finally {
    clearTimeout(timer)
  }
}

/** Roughly: what is small takes no time. */
function bytesOf(body: RequestInit['body']): number {
  if (typeof body === 'string') return body.length
  if (body instanceof Blob) return body.size
  if (body instanceof FormData) return [...body.values()].reduce((sum, value) => sum + bytesOf(value), 0)
  return 0
}
