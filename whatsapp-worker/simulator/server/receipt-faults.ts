// Phones' receipts on their way to companions, late, twice or in the wrong order when a fault says so.

import type { BinaryNode } from '@whiskeysockets/baileys'
import type { Faults } from '../faults.ts'
import type { CompanionRecord } from '../server-state.ts'

/** How long a receipt waits for another one to overtake it. */
const SWAP_WAIT_MS = 300

type Queue = (companion: CompanionRecord, node: BinaryNode) => void

export class ReceiptWay {
  readonly #faults: Faults
  readonly #queue: Queue
  readonly #held = new Map<CompanionRecord, { node: BinaryNode; timer: NodeJS.Timeout }>()

  constructor(faults: Faults, queue: Queue) {
    this.#faults = faults
    this.#queue = queue
  }

  send(companion: CompanionRecord, node: BinaryNode) {
    const { receiptDelayMs, duplicateReceipts } = this.#faults
    const pass = () => {
      this.#pass(companion, node)
      if (duplicateReceipts) this.#pass(companion, node)
    }
    // Not through the queue's own delay: it keeps order, and everything behind a late receipt would be late too.
    if (receiptDelayMs > 0) setTimeout(pass, receiptDelayMs).unref()
    else pass()
  }

  #pass(companion: CompanionRecord, node: BinaryNode) {
    const held = this.#held.get(companion)
    if (held) this.#release(companion, node, held)
    else if (!this.#faults.swapReceipts) this.#queue(companion, node)
    else {
      const release = () => {
        this.#held.delete(companion)
        this.#queue(companion, node)
      }
      this.#held.set(companion, { node, timer: setTimeout(release, SWAP_WAIT_MS).unref() })
    }
  }

  #release(companion: CompanionRecord, later: BinaryNode, held: { node: BinaryNode; timer: NodeJS.Timeout }) {
    clearTimeout(held.timer)
    this.#held.delete(companion)
    this.#queue(companion, later)
    this.#queue(companion, held.node)
  }
}
