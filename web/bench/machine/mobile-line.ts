// What a mobile network does to what goes through it: a relay on a port of its own, each way later and no faster than a line carries.
import { connect, createServer } from 'node:net'
import { pipeline, Transform } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { listen } from '../../../scripts/ports.ts'

export interface Line {
  /** One way. */
  delayMs: number
  bytesPerMs: { up: number; down: number }
}

/** As browsers' tools simulate it: 165 ms there and back, 8.1 and 1.35 Mbit/s. */
export const fourG: Line = { delayMs: 82, bytesPerMs: { up: 169, down: 1012 } }

export interface Relay {
  port: number
  close(): void
}

export async function relay(targetPort: number, { delayMs, bytesPerMs }: Line): Promise<Relay> {
  const server = createServer((browser) => {
    const target = connect(targetPort, '127.0.0.1')
    for (const socket of [browser, target]) socket.setNoDelay(true)
    // Who hangs up tells nobody why.
    pipeline(browser, carried(bytesPerMs.up), later(delayMs), target, () => target.destroy())
    pipeline(target, carried(bytesPerMs.down), later(delayMs), browser, () => browser.destroy())
  })
  return { port: await listen(server), close: () => void server.close() }
}

/** As much at a time as the line carries. */
const carried = (bytesPerMs: number) =>
  async function* (chunks: AsyncIterable<Buffer>) {
    let free = 0
    for await (const chunk of chunks) {
      free = Math.max(free, performance.now()) + chunk.length / bytesPerMs
      await delay(free - performance.now())
      yield chunk
    }
  }

/** Timers of one length end in their order. */
const later = (ms: number) =>
  new Transform({
    transform(chunk: Buffer, _encoding, next) {
      setTimeout(() => this.push(chunk), ms)
      next()
    },
    flush(done) {
      setTimeout(done, ms)
    },
  })
