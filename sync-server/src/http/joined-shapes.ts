// Many shape requests as one: live ones are answered as soon as any of them has something, with all that have something then.
// Browsers allow six HTTP/1.1 connections to an origin; a device follows more shapes than that.
// Invariant: with the embedded engine, all shapes that one transaction touched are in the same answer.
import { setImmediate } from 'node:timers/promises'
import { passedOn } from './passed-on.ts'

export interface LiveAnswer {
  name: string
  status: number
  headers: Record<string, string>
  body: string
}

export async function answerTogether(
  upstream: (request: Request) => Promise<Response>,
  requests: readonly { name: string; url: URL }[],
  /** `all`: every one is waited for. `signal`: nobody waits any more. */
  { signal: nobodyWaits, all }: { signal: AbortSignal; all: boolean },
): Promise<LiveAnswer[]> {
  const enough = new AbortController()
  const signal = AbortSignal.any([enough.signal, nobodyWaits])
  const arrived: LiveAnswer[] = []
  const pending = requests.map(async ({ name, url }) => {
    const response = await upstream(new Request(url, { signal }))
    const body = await response.text()
    arrived.push({ name, status: response.status, headers: Object.fromEntries(passedOn(response.headers)), body })
  })
  try {
    await (all ? Promise.all(pending) : Promise.race(pending))
    // The engine resolves all waiters of a transaction before any macrotask; their bodies are read within two.
    await setImmediate()
    await setImmediate()
    return [...arrived]
  } finally {
    enough.abort()
    await Promise.allSettled(pending)
  }
}
