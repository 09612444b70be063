// A shape's changes as server-sent events: one message of the protocol an event, until the time is over or the shape is gone.
import type { Offset } from './offset.ts'
import type { Page } from './page.ts'
import { refetchMessage } from './respond.ts'

/** ms between comments that keep proxies from giving up. */
const keepAliveEvery = 21_000
const encoder = new TextEncoder()
const eventOf = (json: string) => encoder.encode(`data: ${json}\n\n`)

/** `next`: the page after an offset, when there is one or `ms` are over; null when the client has to start again. */
export function eventStream(
  asked: Offset,
  sseMs: number,
  next: (asked: Offset, ms: number, first: boolean) => Promise<Page | null>,
): ReadableStream<Uint8Array> {
  const until = Date.now() + sseMs
  let at = asked
  let first = true
  let keepAlive: NodeJS.Timeout | undefined
  return new ReadableStream({
    start(controller) {
      keepAlive = setInterval(() => controller.enqueue(encoder.encode(': keep-alive\n\n')), keepAliveEvery)
    },
    // The next page is read when the client has taken the last one.
    async pull(controller) {
      const page = await next(at, Math.max(0, until - Date.now()), first).catch(() => null)
      if (page === null) controller.enqueue(eventOf(refetchMessage))
      else if (page.hasData || first) for (const item of page.items) controller.enqueue(eventOf(item))
      if (page) at = page.offset
      first = false
      if (page !== null && Date.now() < until) return
      clearInterval(keepAlive)
      controller.close()
    },
    cancel() {
      clearInterval(keepAlive)
    },
  })
}
