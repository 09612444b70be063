// A shape's changes as server-sent events: one message of the protocol an event, until the time is over or the shape is gone.
import type { Offset } from './offset.ts'
import type { Page } from './page.ts'

/** ms between comments that keep proxies from giving up. */
const keepAliveEvery = 21_000
const encoder = new TextEncoder()

/**
 * `next`: the page after an offset; one without data when `ms` are over, null when the client has to start again. After either the
 * stream ends: its client asks again, and is told in an answer of its own.
 */
export function eventStream(
  asked: Offset,
  sseMs: number,
  next: (asked: Offset, ms: number) => Promise<Page | null>,
): ReadableStream<Uint8Array> {
  const until = Date.now() + sseMs
  let at = asked
  let keepAlive: NodeJS.Timeout | undefined
  return new ReadableStream({
    start(controller) {
      keepAlive = setInterval(() => controller.enqueue(encoder.encode(': keep-alive\n\n')), keepAliveEvery)
    },
    // The next page is read when the client has taken the last one.
    async pull(controller) {
      const page = await next(at, Math.max(0, until - Date.now())).catch(() => null)
      if (page?.hasData) {
        for (const item of page.items) controller.enqueue(encoder.encode(`data: ${item}\n\n`))
        at = page.offset
        return
      }
      clearInterval(keepAlive)
      controller.close()
    },
    cancel() {
      clearInterval(keepAlive)
    },
  })
}
