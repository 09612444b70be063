// Server-sent events of an answer as they come in.
import { createParser } from 'eventsource-parser'

/** The connection broke before the answer was at its end. */
export class Broken extends Error {}

/** Texts of those that are there at a time; an answer that is no stream is one. `onHeard`: something came. @throws Broken */
export async function* readEvents(response: Response, onHeard: () => void): AsyncGenerator<string[]> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream') || !response.body) {
    const text = await response.text().catch(rethrowBroken)
    onHeard()
    return yield [text]
  }
  let texts: string[] = []
  const parser = createParser({ onEvent: ({ data }) => texts.push(data) })
  const decoder = new TextDecoder()
  const reader = response.body.getReader()
  try {
    for (;;) {
      const part = await reader.read().catch(rethrowBroken)
      if (part.done) return
      onHeard()
      parser.feed(decoder.decode(part.value, { stream: true }))
      if (texts.length === 0) continue
      yield texts
      texts = []
    }
  } finally {
    // Who does not read on lets the server know.
    await reader.cancel().catch(() => undefined)
  }
}

function rethrowBroken(cause: unknown): never {
  throw new Broken('the connection broke', { cause })
}
