// Hands a transaction to those who wait for the next one of several shapes. Invariant: all its shapes have it before anybody is told.
import type { Page } from '../page.ts'
import type { Shape, Waiter } from '../shape.ts'
import type { Lsn } from '../stream/lsn.ts'

/** Some shapes' part of a transaction. */
export interface Transaction {
  lsn: Lsn
  /** What each shape that the transaction concerns has of it. */
  pages: ReadonlyMap<Shape, Page>
}

export class Handout {
  /** To be told when the transaction that is being handed out has gone to all its shapes. */
  private readonly waiting = new Set<(lsn: Lsn) => void>()

  /** The transaction has gone to all its shapes. */
  done(lsn: Lsn) {
    for (const tell of this.waiting) tell(lsn)
    this.waiting.clear()
  }

  /**
   * What the next transaction means to shapes of which all before it is known. Null, look for yourself: at a removal, at release,
   * after `ms`, when the client goes, or when the transaction is too large for a page.
   */
  next(shapes: readonly Shape[], ms: number, client: AbortSignal): Promise<Transaction | null> {
    return new Promise((resolve) => {
      const pages = new Map<Shape, Page>()
      // At once: the transaction after this one may be handed out in the same turn.
      const end = (transaction: Transaction | null) => {
        clearTimeout(timer)
        client.removeEventListener('abort', giveUp)
        for (const shape of shapes) shape.leave(waiter)
        resolve(transaction)
      }
      const giveUp = () => end(null)
      // A log of its own may be behind.
      const done = (lsn: Lsn) => end(shapes.every(({ own }) => !own || own.upTo() >= lsn) ? { lsn, pages } : null)
      const timer = setTimeout(giveUp, ms)
      const waiter: Waiter = (page, shape) => {
        if (!page) return giveUp()
        pages.set(shape, page)
        this.waiting.add(done)
      }
      for (const shape of shapes) shape.follow(waiter)
      client.addEventListener('abort', giveUp)
      // A removal that came first wakes nobody any more.
      if (client.aborted || shapes.some(({ state }) => state === 'gone')) giveUp()
    })
  }
}
