// Campaigns of one connection while its socket is open: a message at a time, when the pace that stands in Postgres allows it
// (db/src/campaigns/sending.ts). Whatever dies, the rows say where to go on.
import { recordNumber, sendNext } from 'db/campaigns/sending.ts'
import type { Database } from 'db/node/connect.ts'
import { retryCollisions } from 'db/node/errors/postgres-errors.ts'
import type { Log } from '../logger.ts'
import { askForNumber, type NumberReader } from '../outbound/address-book.ts'
import { Rounds } from '../session/rounds.ts'

/** While people talk a campaign holds its breath: so long after the last word, but no longer than that between two of its own messages. */
const quietMs = 250
const patienceMs = 2_000
/** Hours that opened, a day that began, and what nobody woke it for. */
const idleMs = 60_000

interface Parts {
  db: Database
  graceDays: number
  /** There is a message to be sent now. */
  wakeSender(): void
  log: Log
}

interface Of {
  companyId: string
  connectionId: string
}

export class CampaignRounds extends Rounds {
  /** The pause counts from the last message's ack. */
  #isAwaiting = false
  /** By a clock that nobody sets. */
  #talkedAt = -Infinity
  #sentAt = -Infinity

  constructor({ db, graceDays, wakeSender, log }: Parts, of: Of) {
    const turn = async (socket: NumberReader) => {
      const now = performance.now()
      const quiet = now - this.#talkedAt
      if (quiet < quietMs && now - this.#sentAt < patienceMs) return quietMs - quiet
      // Another connection may write to the same person at the same moment.
      const done = await retryCollisions(() =>
        db.orm.transaction((tx) => sendNext(tx, { ...of, graceDays }, Math.random)),
      )
      this.#isAwaiting = done.kind === 'sent' || done.kind === 'busy'
      if (done.kind === 'sent') this.#sentAt = performance.now()
      if (this.#isAwaiting) wakeSender()
      if (done.kind === 'unchecked') {
        const { found } = await askForNumber(socket, done.number)
        await db.orm.transaction((tx) => recordNumber(tx, done.shippingId, found))
        return 0
      }
      return done.kind === 'waiting' ? done.ms : null
    }
    super({ name: 'campaigns', turn, idleMs, wakeMs: 0 }, log)
  }

  /** Somebody said something, or is to be answered. */
  talked() {
    this.#talkedAt = performance.now()
  }

  /** WhatsApp answered for messages, or they were given up: perhaps for the one that is awaited. */
  answered() {
    if (this.#isAwaiting) this.wake()
  }
}
