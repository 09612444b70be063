import type { Lsn } from '../stream/lsn.ts'

/** ms between questions how far the stream is, while somebody waits for it. */
const askEvery = 20

/** Who waits until every transaction up to a position is in all logs. */
export class Awaited {
  private readonly ping: () => void
  private readonly upTo: () => Lsn
  private readonly waiting = new Set<{ lsn: Lsn; resolve(): void }>()
  private asking: NodeJS.Timeout | undefined
  private isClosed = false

  /** `ping` has the change stream tell how far it is. */
  constructor(ping: () => void, upTo: () => Lsn) {
    this.ping = ping
    this.upTo = upTo
  }

  until(lsn: Lsn): Promise<void> {
    if (this.upTo() >= lsn) return Promise.resolve()
    const { promise, resolve } = Promise.withResolvers<void>()
    this.waiting.add({ lsn, resolve })
    this.ping()
    this.asking ??= setInterval(() => this.ask(), askEvery)
    return promise
  }

  /** It has gone on. */
  reached() {
    const upTo = this.upTo()
    for (const one of this.waiting) {
      if (one.lsn > upTo) continue
      this.waiting.delete(one)
      one.resolve()
    }
  }

  /** Nobody is asked any more. */
  close() {
    this.isClosed = true
    clearInterval(this.asking)
  }

  private ask() {
    if (this.waiting.size > 0 && !this.isClosed) return this.ping()
    clearInterval(this.asking)
    this.asking = undefined
  }
}
